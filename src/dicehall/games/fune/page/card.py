"""The card of FUNE as it is shown: what each seat has confirmed, and what the dice would score."""

from dataclasses import dataclass

from dicehall.game_page.scene import Scene
from dicehall.games.fune.page.trail import FuneTrail
from dicehall.games.fune.rules import (
    BONUS_AT,
    BOXES,
    TO_ROLL,
    UPPER,
    Card,
    FuneState,
    bonus,
    points,
    total,
    upper_sum,
)
from dicehall.games.fune.words import BOX_TITLES
from dicehall.words.language import _

HARBOUR = 280
"""With so many points a ship has crossed the sea: a very good match."""


@dataclass(frozen=True, slots=True)
class LastTurn:
    """What a seat confirmed last, and with which dice."""

    box: str
    title: str
    points: int
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeatCard:
    """A seat with its scores."""

    seat: int
    name: str
    you: bool
    """Whether it is the viewer's, and no other is."""
    to_move: bool
    turns: int
    """How many combinations it has confirmed."""
    total: int
    upper_sum: int
    bonus: int
    last: LastTurn | None

    @property
    def missing(self) -> int:
        """How many points of the upper boxes are missing for the bonus."""
        return max(0, BONUS_AT - self.upper_sum)

    @property
    def sailed(self) -> int:
        """How far its ship has come, in per cent of the sea."""
        return min(100, 100 * self.total // HARBOUR)


@dataclass(frozen=True, slots=True)
class Cell:
    """A box of a seat: the points confirmed in it, or what the dice on the table would score."""

    points: int | None
    worth: int | None
    fresh: bool
    """Whether it is the last box that its seat confirmed."""


@dataclass(frozen=True, slots=True)
class CardRow:
    """A combination with the boxes of all seats."""

    box: str
    title: str
    cells: tuple[Cell, ...]

    @property
    def worth(self) -> int | None:
        """What the dice on the table would score here; None where that is confirmed already."""
        return next((cell.worth for cell in self.cells if cell.worth is not None), None)


def unit(scene: Scene, seat: int) -> SeatCard:
    """A seat as the score space shows it."""
    card: Card = scene.state.cards[seat]
    return SeatCard(
        seat=seat,
        name=scene.names[seat],
        you=seat == scene.viewer.you,
        to_move=scene.to_move == seat,
        turns=len(card) - card.count(None),
        total=total(card),
        upper_sum=upper_sum(card),
        bonus=bonus(card),
        last=_last_turn(scene, seat),
    )


def rows(
    state: FuneState, units: tuple[SeatCard, ...]
) -> tuple[tuple[CardRow, ...], tuple[CardRow, ...]]:
    """The upper and the lower part of the card, with a column for each unit."""
    all_rows = tuple(
        CardRow(box, _(BOX_TITLES[box]), tuple(_cell(state, unit, box) for unit in units))
        for box in BOXES
    )
    return all_rows[: len(UPPER)], all_rows[len(UPPER) :]


def _cell(state: FuneState, unit: SeatCard, box: str) -> Cell:
    written = state.cards[unit.seat][BOXES.index(box)]
    on_table = unit.seat == state.seat and TO_ROLL not in state.dice
    return Cell(
        points=written,
        worth=points(box, state.dice) if on_table and written is None else None,
        fresh=unit.last is not None and unit.last.box == box,
    )


def _last_turn(scene: Scene, seat: int) -> LastTurn | None:
    trail: FuneTrail = scene.history.trail or FuneTrail()
    last = trail.last_of(seat)
    if last is None:
        return None
    return LastTurn(last.box, _(BOX_TITLES[last.box]), points(last.box, last.dice), last.dice)
