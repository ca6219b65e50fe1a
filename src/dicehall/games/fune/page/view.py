"""The page of FUNE: five dice that lock, what they are worth, and the card that fills."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations as choose
from itertools import count

from dicehall.game import Over
from dicehall.game.records import Event, Played, Rolled
from dicehall.games.fune.page.card import CardRow, SeatCard, rows, unit
from dicehall.games.fune.page.trail import FuneTrail
from dicehall.games.fune.rules import BOXES, DICE, Fune, FuneState, points
from dicehall.games.fune.words import BOX_TITLES
from dicehall.page.history import History
from dicehall.page.scene import Scene
from dicehall.players.opponents import computer_name, opponents
from dicehall.words.language import N_, _, ngettext
from dicehall.words.refusals import explain

ENEMIES = {"alone": N_("Alone"), "people": N_("A friend here")}


@dataclass(frozen=True, slots=True)
class FuneDie:
    """A die by its position; `thrown` is the number of the roll that it last took part in."""

    position: int
    face: int
    """`TO_ROLL` while it is in the cup."""
    kept: bool
    thrown: int


@dataclass(frozen=True, slots=True)
class FuneView:
    """The dice, whose they are, and the cards of all seats side by side."""

    dice: tuple[FuneDie, ...]
    units: tuple[SeatCard, ...]
    upper: tuple[CardRow, ...]
    lower: tuple[CardRow, ...]
    left: int
    """How many re-rolls the turn still has."""
    combinations: tuple[tuple[str, str, int], ...]
    """The open boxes with their titles and what the dice are worth there, best first."""
    choices: dict[str, dict[str, str]]
    """For each set of locked dice what the re-roll would throw, or why it cannot."""
    enemies: tuple[tuple[str, str], ...]
    """Whom the next match can be played against."""

    @property
    def why_not(self) -> str:
        """Why the dice that are locked now cannot stay for a re-roll; empty if they can."""
        return self.choices[self.locked]["keep"]

    @property
    def locked(self) -> str:
        """The dice that are locked now."""
        return " ".join(str(die.position) for die in self.dice if die.kept)


def view(scene: Scene) -> FuneView:
    """The viewer's own card comes first, unless all the cards are the viewer's, or none."""
    state: FuneState = scene.state
    order = tuple(range(scene.game.seats))
    if len(scene.mine) == 1:
        order = tuple(sorted(order, key=lambda seat: seat not in scene.mine))
    units = tuple(unit(scene, seat) for seat in order)
    upper, lower = rows(state, units)
    return FuneView(
        dice=_dice(scene),
        units=units,
        upper=upper,
        lower=lower,
        left=state.rerolls_left,
        combinations=combinations(state) if scene.acting else (),
        choices=_choices(scene) if scene.acting else {},
        enemies=tuple((name, _enemy(name)) for name in opponents(scene.game.name)),
    )


def _enemy(opponent: str) -> str:
    return _(ENEMIES[opponent]) if opponent in ENEMIES else computer_name(opponent)


def read_move(form: Mapping[str, Sequence[str]]) -> str:
    """Each of the two buttons says which of the fields it means."""
    match form.get("verb", ()):
        case ["keep"]:
            return " ".join(["keep", *sorted(form.get("keep", ()))])
        case ["score"]:
            return " ".join(["score", *form.get("box", ())])
        case said:
            return " ".join(said)


def sample(game: Fune) -> Scene:
    """Four dice locked for a Long Straight, and it comes."""
    return _played(game, Rolled((2, 3, 4, 5, 3)), Played(0, "keep 1 2 3 4"), Rolled((6,)))


def examples(game: Fune) -> Sequence[tuple[str, Scene]]:
    """A turn in three rolls, and an example of each combination."""
    first = (Rolled((4, 1, 4, 2, 4)),)
    second = (*first, Played(0, "keep 1 3 5"), Rolled((4, 6)))
    third = (*second, Played(0, "keep 1 2 3 5"), Rolled((4,)))
    return (
        (_("A turn begins: all five dice are rolled."), _played(game, *first)),
        (_("The 4s were locked, the other two dice rolled again."), _played(game, *second)),
        (_("The second re-roll, the last of the turn: a FUNE!"), _played(game, *third)),
        *((_explained(box, dice), _still(game, dice)) for box, dice in EXAMPLES.items()),
    )


EXAMPLES = {
    "ones": (1, 1, 1, 2, 3),
    "twos": (1, 2, 2, 2, 3),
    "threes": (1, 2, 3, 3, 3),
    "fours": (1, 2, 4, 4, 4),
    "fives": (1, 2, 5, 5, 5),
    "sixes": (1, 2, 6, 6, 6),
    "three-dice": (1, 1, 1, 2, 3),
    "four-dice": (2, 4, 4, 4, 4),
    "fune": (1, 1, 1, 1, 1),
    "full-house": (1, 1, 6, 6, 6),
    "short-straight": (2, 3, 4, 5, 5),
    "long-straight": (2, 3, 4, 5, 6),
    "choice": (1, 1, 4, 5, 6),
}

EXPLAINED = {
    "ones": N_("the sum of the dice that show 1."),
    "twos": N_("the sum of the dice that show 2."),
    "threes": N_("the sum of the dice that show 3."),
    "fours": N_("the sum of the dice that show 4."),
    "fives": N_("the sum of the dice that show 5."),
    "sixes": N_("the sum of the dice that show 6."),
    "three-dice": N_("the sum of all dice if at least three are alike."),
    "four-dice": N_("the sum of all dice if at least four are alike."),
    "fune": N_("all five alike."),
    "full-house": N_("three alike and two alike, of different faces."),
    "short-straight": N_("four in a row."),
    "long-straight": N_("five in a row."),
    "choice": N_("the sum of all dice, whatever they show."),
}


def _explained(box: str, dice: tuple[int, ...]) -> str:
    values = {"box": _(BOX_TITLES[box]), "points": points(box, dice), "why": _(EXPLAINED[box])}
    return _("%(box)s (%(points)d): %(why)s") % values


def _still(game: Fune, dice: tuple[int, ...]) -> Scene:
    return Scene.still(game, FuneState(game.start().cards, seat=0, dice=dice, rolls=1))


def _played(game: Fune, *log: Event) -> Scene:
    return Scene.picture(History.of(game, log))


def _dice(scene: Scene) -> tuple[FuneDie, ...]:
    """The dice on the table; after the end those of the last turn."""
    trail: FuneTrail = scene.history.trail or FuneTrail()
    dice, kept = scene.state.dice, trail.kept
    if trail.last and isinstance(scene.turn, Over):
        dice, kept = trail.last.dice, trail.last.kept
    return tuple(
        FuneDie(position, face, position in kept, thrown)
        for position, face, thrown in zip(count(1), dice, trail.thrown, strict=False)
    )


def combinations(state: FuneState) -> tuple[tuple[str, str, int], ...]:
    """The open boxes with their titles and what the dice are worth there, best first."""
    card = state.cards[state.seat]
    worth = [
        (box, _(BOX_TITLES[box]), points(box, state.dice))
        for box, written in zip(BOXES, card, strict=True)
        if written is None
    ]
    return tuple(sorted(worth, key=lambda combination: -combination[2]))


def _choices(scene: Scene) -> dict[str, dict[str, str]]:
    positions = tuple(map(str, range(1, DICE + 1)))
    locked = [kept for size in range(DICE + 1) for kept in choose(positions, size)]
    return {" ".join(kept): _choice(scene, kept) for kept in locked}


def _choice(scene: Scene, kept: tuple[str, ...]) -> dict[str, str]:
    move = " ".join(["keep", *kept])
    flying = DICE - len(kept)
    message = ngettext("Re-roll %(count)d die", "Re-roll %(count)d dice", flying)
    throw = message % {"count": flying}
    if move not in scene.moves:
        why_not = explain(scene.game.why_not(scene.state, move))
        return {"throw": _("Re-roll"), "keep": why_not}
    return {"throw": throw, "keep": ""}
