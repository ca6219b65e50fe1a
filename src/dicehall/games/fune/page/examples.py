"""Pictures of FUNE for the home page and its rules."""

from collections.abc import Sequence

from dicehall.game.records import Event, Played, Rolled
from dicehall.game_page.history import History
from dicehall.game_page.scene import Scene
from dicehall.games.fune.rules import Fune, FuneState, points
from dicehall.games.fune.words import BOX_TITLES
from dicehall.words.language import N_, _


def sample(game: Fune) -> Scene:
    """Four dice locked for a Long Straight, which comes."""
    return _played(game, Rolled((2, 3, 4, 5, 3)), Played(0, "keep 1 2 3 4"), Rolled((6,)))


def examples(game: Fune) -> Sequence[tuple[str, Scene]]:
    """A turn in three rolls, and an example of each combination."""
    first = (Rolled((4, 1, 4, 2, 4)),)
    second = (*first, Played(0, "keep 1 3 5"), Rolled((4, 6)))
    third = (*second, Played(0, "keep 1 2 3 5"), Rolled((4,)))
    return (
        (_("A turn begins: all five dice are rolled."), _played(game, *first)),
        (_("The 4s are locked, the other two dice re-rolled."), _played(game, *second)),
        (_("The second and last re-roll of the turn: a FUNE!"), _played(game, *third)),
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
    "three-dice": N_("the sum of all dice if at least three are the same."),
    "four-dice": N_("the sum of all dice if at least four are the same."),
    "fune": N_("all five the same."),
    "full-house": N_("three of one face and two of another."),
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
