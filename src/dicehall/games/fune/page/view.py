"""The page of FUNE: five dice that lock, what they are worth, and the cards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations as choose
from itertools import count

from dicehall.game_page.scene import Scene
from dicehall.games.fune.page.card import CardRow, SeatCard, rows, seat_card
from dicehall.games.fune.page.moments import Written, breath_ms, completed, shines, written
from dicehall.games.fune.page.trail import FuneTrail
from dicehall.games.fune.rules import BOXES, DICE, FuneState, points
from dicehall.games.fune.words import BOX_TITLES
from dicehall.players.characters import character
from dicehall.players.opponents import computer_name, opponents
from dicehall.words.language import N_, _, ngettext
from dicehall.words.phrases import capitalised
from dicehall.words.refusals import explain

LEAST_MISSED = (
    *("ones", "fune", "twos", "threes", "fours", "fives", "sixes"),
    *("long-straight", "four-dice", "full-house", "short-straight", "three-dice", "choice"),
)
"""Breaks ties between boxes with equal points: the box that will be missed least comes first."""

ENEMIES = {"alone": N_("Solo"), "people": N_("A friend here")}


@dataclass(frozen=True, slots=True)
class FuneDie:
    """A die by position; `thrown` is the number of its last roll."""

    position: int
    face: int
    """`TO_ROLL` while it is in the cup."""
    kept: bool
    thrown: int


@dataclass(frozen=True, slots=True)
class FuneView:
    """The dice, whose turn it is, and the cards of all seats side by side."""

    dice: tuple[FuneDie, ...]
    cards: tuple[SeatCard, ...]
    upper: tuple[CardRow, ...]
    lower: tuple[CardRow, ...]
    left: int
    """How many re-rolls are left in this turn."""
    combinations: tuple[tuple[str, str, int], ...]
    """The open boxes with their titles and points, best first."""
    choices: dict[str, dict[str, str]]
    """For each set of locked dice, what the re-roll would throw, or why it cannot."""
    enemies: tuple[tuple[str, str], ...]
    """The opponents offered for the next match."""
    written: Written | None
    """What was just written into a card."""
    shines: bool
    """Whether the last roll completes a combination."""
    completed: str
    """The box that the viewer's dice fill with its maximum; usually empty."""
    breath_ms: int
    """How long this board is shown, as a frame of an animation."""

    @property
    def main(self) -> SeatCard:
        """The card whose bonus is shown in detail: the viewer's or, at a shared device, the card of
        the seat to move."""
        if self.cards[0].you:
            return self.cards[0]
        return next((card for card in self.cards if card.to_move), self.cards[0])

    @property
    def suggested(self) -> str:
        """The open box with the most points, while the viewer may choose one."""
        return self.combinations[0][0] if self.combinations else ""

    @property
    def chosen(self) -> str:
        """The preselected box: what a newcomer should write now, because a re-roll could only spoil
        it or none is left."""
        return self.completed or ("" if self.left else self.suggested)

    @property
    def prompt(self) -> str:
        """What the viewer can do now, in a few words; empty while they wait."""
        if not self.combinations:
            return ""
        if self.completed:
            title = _(BOX_TITLES[self.completed])
            return _("%(box)s! You can’t do better in this row.") % {"box": title}
        if not self.left:
            return _("Pick a row for these dice.")
        return _("Tap the dice to keep, then roll – or pick a row.")

    @property
    def why_not(self) -> str:
        """Why the locked dice cannot stay for a re-roll; empty if they can."""
        return self.choices[self.locked]["keep"]

    @property
    def locked(self) -> str:
        """The dice that are locked now."""
        return " ".join(str(die.position) for die in self.dice if die.kept)


def view(scene: Scene) -> FuneView:
    """The viewer's own card comes first, unless the viewer has all cards or none."""
    state: FuneState = scene.state
    cards = tuple(seat_card(scene, seat) for seat in scene.own_first)
    upper, lower = rows(state, cards)
    return FuneView(
        dice=_dice(scene),
        cards=cards,
        upper=upper,
        lower=lower,
        left=state.rerolls_left,
        combinations=combinations(state) if scene.acting else (),
        choices=_choices(scene) if scene.acting else {},
        enemies=tuple((name, _enemy(name)) for name in opponents(scene.game.name)),
        written=written(scene),
        shines=shines(scene),
        completed=completed(state) if scene.acting else "",
        breath_ms=breath_ms(scene),
    )


def _enemy(opponent: str) -> str:
    if opponent in ENEMIES:
        return _(ENEMIES[opponent])
    name, level = character(opponent).name, computer_name(opponent)
    return name if name == level else f"{name} · {level}"


def read_move(form: Mapping[str, Sequence[str]]) -> str:
    """Each of the two buttons says which fields it uses."""
    match form.get("verb", ()):
        case ["keep"]:
            return " ".join(["keep", *sorted(form.get("keep", ()))])
        case ["score"]:
            return " ".join(["score", *form.get("box", ())])
        case words:
            return " ".join(words)


def _dice(scene: Scene) -> tuple[FuneDie, ...]:
    """The dice on the table; between turns, those of the last turn."""
    trail: FuneTrail = scene.history.trail or FuneTrail()
    dice, kept = scene.state.dice, trail.kept
    if trail.last and not scene.state.rolls:
        dice, kept = trail.last.dice, trail.last.kept
    return tuple(
        FuneDie(position, face, position in kept, thrown)
        for position, face, thrown in zip(count(1), dice, trail.thrown, strict=False)
    )


def combinations(state: FuneState) -> tuple[tuple[str, str, int], ...]:
    """The open boxes with their titles and points, best first."""
    card = state.cards[state.seat]
    worth = [
        (box, _(BOX_TITLES[box]), points(box, state.dice))
        for box, written in zip(BOXES, card, strict=True)
        if written is None
    ]
    return tuple(sorted(worth, key=lambda one: (-one[2], LEAST_MISSED.index(one[0]))))


def _choices(scene: Scene) -> dict[str, dict[str, str]]:
    positions = tuple(map(str, range(1, DICE + 1)))
    locked = [kept for size in range(DICE + 1) for kept in choose(positions, size)]
    return {" ".join(kept): _choice(scene, kept) for kept in locked}


def _choice(scene: Scene, kept: tuple[str, ...]) -> dict[str, str]:
    move = " ".join(["keep", *kept])
    if move not in scene.moves:
        words = _("You’re keeping all five") if scene.state.rerolls_left else _("No re-rolls left")
        why = explain(scene.game.why_not(scene.state, move))
        return {"throw": words, "keep": capitalised(why)}
    if not kept:
        return {"throw": _("Roll all five"), "keep": ""}
    flying = DICE - len(kept)
    message = ngettext("Roll the other die", "Roll the other %(count)d dice", flying)
    return {"throw": message % {"count": flying}, "keep": ""}
