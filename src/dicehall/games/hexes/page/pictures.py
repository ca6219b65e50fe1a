"""Pictures of Pocket Hexes: a game in progress for the home page, and examples of the rules."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from dicehall.game_page.history import History
from dicehall.game_page.scene import Scene
from dicehall.games.hexes.rules import EMPTY, HEXES, Hexes, HexesState
from dicehall.words.language import _

UNDER_WAY = (
    "b3 14, c3 11, c4 7, d3 6, d4 4, d5 3, d6 8, d7 17, e3 8, e4 6, e5 1, e6 3, e7 9,"
    " f4 5, f5 3, g4 9, g5 0"
)
RING = "e5 6, d4 9, d5 6, e4 12, f4 8, f5 7"
"""A 6 in the centre with one neighbour missing, on e6."""


@dataclass(frozen=True)
class PlacementPicture(Scene):
    """A picture of where a number can go: on one hex, or on all legal ones."""

    number: int = EMPTY
    spot: int | None = None


def sample(game: Hexes) -> Scene:
    """A game in progress: one number scored, one that can be, and the hexes for an 8."""
    state = replace(_position(game, UNDER_WAY), scored=frozenset({HEXES.index("d4")}))
    return _trial(game, state, 8)


def examples(game: Hexes) -> Sequence[tuple[str, Scene]]:
    """The pictures of the rules, in the order of explanation."""
    few = _position(game, "e5 1, d5 3, e6 7")
    ring = _position(game, RING)
    return (
        (
            _("The 6 is completely surrounded by other numbers: you can score 6 points."),
            Scene.still(game, _position(game, f"{RING}, e6 11")),
        ),
        (
            _("The 6 cannot be placed here: it is not next to an existing number."),
            _trial(game, few, 6, "g6"),
        ),
        (
            _("The 6 cannot be placed here: it is smaller than the 7."),
            _trial(game, few, 6, "d6"),
        ),
        (
            _(
                "The 4 touches another number and is at least as big as all its "
                "neighbours: it fits."
            ),
            _trial(game, few, 4, "d4"),
        ),
        (
            _("Scoring: the 6 is surrounded by five other numbers. One hex is still empty."),
            Scene.still(game, ring),
        ),
        (
            _("After a 7 has been placed in the empty hex, you can score the 6."),
            Scene.still(game, _position(game, f"{RING}, e6 7")),
        ),
    )


def _position(game: Hexes, board: str) -> HexesState:
    """A state with the board written as "e5 1, e6 7"."""
    numbers = dict(pair.split() for pair in board.split(", "))
    filled = tuple(int(numbers.get(name, EMPTY)) for name in HEXES)
    return replace(game.start(), board=filled)


def _trial(game: Hexes, state: HexesState, number: int, name: str = "") -> Scene:
    spot = HEXES.index(name) if name else None
    nobody = ("",)
    return PlacementPicture(
        History(game, state), nobody, nobody, (), running=False, number=number, spot=spot
    )
