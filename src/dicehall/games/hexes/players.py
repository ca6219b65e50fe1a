"""The levels of Pocket Hexes, and what each of its moves is worth.

The two upper levels and `worth` load NumPy when they are first asked.
"""

from random import Random

from dicehall.games.hexes.plain import choose_by, points_and_room, points_at_once
from dicehall.games.hexes.rules import Hexes, HexesState
from dicehall.players.worth import Worth

EASY_ATTENTION = 0.5
EASY_TEMPERATURE = 1.0
NORMAL_ATTENTION = 0.95
NORMAL_TEMPERATURE = 0.5
"""How often a level thinks of the room that is left; and the temperature, in points, at which it
chooses plausibly."""


def worth(game: Hexes, state: HexesState) -> Worth:
    """The estimated final score after each legal move."""
    from dicehall.games.hexes import learned

    return learned.worth(game, state)


def choose_easy(game: Hexes, state: HexesState, random: Random) -> str:
    """Every other time sees only the points at once, not the room that a placement takes away."""
    judge = points_and_room if random.random() < EASY_ATTENTION else points_at_once
    return choose_by(judge, EASY_TEMPERATURE, game, state, random)


def choose_normal(game: Hexes, state: HexesState, random: Random) -> str:
    """Looks at points and room, and seldom overlooks the latter."""
    judge = points_and_room if random.random() < NORMAL_ATTENTION else points_at_once
    return choose_by(judge, NORMAL_TEMPERATURE, game, state, random)


def choose_hard(game: Hexes, state: HexesState, random: Random) -> str:
    """Goes by learned values, one placement at a time, and minds small differences little."""
    from dicehall.games.hexes import learned

    return learned.choose_hard(game, state, random)


def choose_best(game: Hexes, state: HexesState, random: Random) -> str:
    """The best round that a wide search by the same values finds, without mistakes."""
    from dicehall.games.hexes import learned

    return learned.choose_best(game, state, random)
