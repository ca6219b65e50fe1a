"""The levels of Pocket Hexes, and what each of its moves is worth.

The two upper levels and `worth` load compiled code when they are first asked.
"""

from random import Random

from dicehall.games.hexes.plain import choose_by, points_and_room, points_at_once
from dicehall.games.hexes.rules import Hexes, HexesState
from dicehall.players.worth import Worth


def worth(game: Hexes, state: HexesState) -> Worth:
    """The estimated final score after each legal move."""
    from dicehall.games.hexes import learned

    return learned.worth(game, state)


def choose_easy(game: Hexes, state: HexesState, random: Random) -> str:
    """Takes the points that a placement makes at once."""
    return choose_by(points_at_once, game, state, random)


def choose_normal(game: Hexes, state: HexesState, random: Random) -> str:
    """Looks at the room that a placement takes away, too."""
    return choose_by(points_and_room, game, state, random)


def choose_hard(game: Hexes, state: HexesState, random: Random) -> str:
    """The best placement by the learned values."""
    from dicehall.games.hexes import learned

    return learned.choose_hard(game, state, random)


def choose_best(game: Hexes, state: HexesState, random: Random) -> str:
    """Searches the whole round, and plays it out."""
    from dicehall.games.hexes import learned

    return learned.choose_best(game, state, random)
