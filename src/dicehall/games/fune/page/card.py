"""FUNE's card on the page: what each seat has confirmed, and what the dice would score."""

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
"""A ship with this many points has crossed the sea: a very good match."""


@dataclass(frozen=True, slots=True)
class LastTurn:
    """A seat's last confirmation and its dice."""

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
    """Whether this seat, and no other, is the viewer's."""
    to_move: bool
    turns: int
    """How many combinations it has confirmed."""
    total: int
    upper_sum: int
    bonus: int
    last: LastTurn | None

    @property
    def missing(self) -> int:
        """How many points the upper boxes still need for the bonus."""
        return max(0, BONUS_AT - self.upper_sum)

    @property
    def sailed(self) -> int:
        """How far its ship has sailed, in per cent."""
        return min(100, 100 * self.total // HARBOUR)


@dataclass(frozen=True, slots=True)
class CardCell:
    """One box of a seat: the points confirmed, or what the dice on the table would score."""

    points: int | None
    worth: int | None
    fresh: bool
    """Whether it is the last box that its seat confirmed."""


@dataclass(frozen=True, slots=True)
class CardRow:
    """A combination with the boxes of all seats."""

    box: str
    title: str
    cells: tuple[CardCell, ...]

    @property
    def worth(self) -> int | None:
        """What the dice on the table would score here; None if it is already confirmed."""
        return next((cell.worth for cell in self.cells if cell.worth is not None), None)


def seat_card(scene: Scene, seat: int) -> SeatCard:
    """A seat with its scores."""
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
    state: FuneState, cards: tuple[SeatCard, ...]
) -> tuple[tuple[CardRow, ...], tuple[CardRow, ...]]:
    """The upper and lower part of the card, with a column for each seat."""
    all_rows = tuple(
        CardRow(box, _(BOX_TITLES[box]), tuple(_cell(state, card, box) for card in cards))
        for box in BOXES
    )
    return all_rows[: len(UPPER)], all_rows[len(UPPER) :]


def _cell(state: FuneState, card: SeatCard, box: str) -> CardCell:
    written = state.cards[card.seat][BOXES.index(box)]
    on_table = card.seat == state.seat and TO_ROLL not in state.dice
    return CardCell(
        points=written,
        worth=points(box, state.dice) if on_table and written is None else None,
        fresh=card.last is not None and card.last.box == box,
    )


def _last_turn(scene: Scene, seat: int) -> LastTurn | None:
    trail: FuneTrail = scene.history.trail or FuneTrail()
    last = trail.last_of(seat)
    if last is None:
        return None
    return LastTurn(last.box, _(BOX_TITLES[last.box]), points(last.box, last.dice), last.dice)
