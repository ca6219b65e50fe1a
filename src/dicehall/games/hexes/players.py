"""The levels of Pocket Hexes, and the value of each move.

The two upper levels and `worth` import NumPy when they are first called.
"""

from random import Random

from dicehall.games.hexes.plain import choose_by, points_and_room, points_at_once
from dicehall.games.hexes.rules import Hexes, HexesState
from dicehall.players.fortune import Swing, sampled
from dicehall.players.worth import Worth

EASY_ATTENTION = 0.5
EASY_TEMPERATURE = 1.0
NORMAL_ATTENTION = 0.95
NORMAL_TEMPERATURE = 0.5
"""How often a level considers the room that is left; and the temperature, in points, at which it
chooses plausibly."""
COMPARED = 24
"""How many other rolls the luck of a roll is compared with."""


def worth(game: Hexes, state: HexesState) -> Worth:
    """The estimated final score after each legal move."""
    from dicehall.games.hexes import learned

    return learned.worth(game, state)


def swing(game: Hexes, before: HexesState, after: HexesState, move: str) -> Swing | None:
    """The luck of a roll in points, by the network and the placements that look best in turn."""
    from dicehall.games.hexes import learned

    return sampled(game, before, after, learned.quick_value, COMPARED)


def choose_easy(game: Hexes, state: HexesState, random: Random) -> str:
    """Half of the time it sees only immediate points, not the room that a placement takes."""
    judge = points_and_room if random.random() < EASY_ATTENTION else points_at_once
    return choose_by(judge, EASY_TEMPERATURE, game, state, random)


def choose_normal(game: Hexes, state: HexesState, random: Random) -> str:
    """Weighs points and room, and seldom overlooks the latter."""
    judge = points_and_room if random.random() < NORMAL_ATTENTION else points_at_once
    return choose_by(judge, NORMAL_TEMPERATURE, game, state, random)


def choose_hard(game: Hexes, state: HexesState, random: Random) -> str:
    """Uses learned values, one placement at a time, and often ignores small differences."""
    from dicehall.games.hexes import learned

    return learned.choose_hard(game, state, random)


def choose_best(game: Hexes, state: HexesState, random: Random) -> str:
    """The best round that a wide search with the same values finds, without mistakes."""
    from dicehall.games.hexes import learned

    return learned.choose_best(game, state, random)
