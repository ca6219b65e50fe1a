"""How hard a puzzle is: the rating at which the levels do on it as they do."""

from random import Random
from typing import Any

from dicehall.game import AnyGame
from dicehall.players.levels import find_level
from dicehall.players.rating import Rating, expected_share

LEVELS = {"easy": 1000.0, "normal": 1300.0, "hard": 1700.0}
"""The levels that try, and the ratings that they have as solvers of puzzles: by definition, as
there are no other puzzles to compare them on."""
TRIES = 12
WEIGHT = 0.25
"""Tries of one level are alike, so each counts for less than a game."""
MEAN, SPREAD = 1400.0, 300.0
"""What is believed about a puzzle before any level has tried it."""
LOWEST, HIGHEST = 500, 2500


def success(game: AnyGame, state: Any, right: frozenset[str], seed: str) -> dict[str, float]:
    """How often each level finds one of the right moves."""
    shares = {}
    for level in LEVELS:
        choose, random = find_level(game.name, level), Random(f"{seed} {level}")
        shares[level] = sum(choose(game, state, random) in right for _ in range(TRIES)) / TRIES
    return shares


def rating_of(shares: dict[str, float]) -> int:
    """The most likely rating of a puzzle that the levels solve this often.

    >>> rating_of({"easy": 1.0, "normal": 1.0, "hard": 1.0})
    840
    >>> rating_of({"easy": 0.0, "normal": 0.0, "hard": 0.0})
    1880
    """
    return max(range(LOWEST, HIGHEST, 10), key=lambda rating: -abs(_pull(shares, rating)))


def _pull(shares: dict[str, float], rating: float) -> float:
    """The slope of the likelihood: 0 at the most likely rating."""
    found = (rating - MEAN) / SPREAD**2 * 173.7178
    for level, strength in LEVELS.items():
        expected = expected_share(Rating(strength, 0.0), Rating(rating, 0.0))
        found += TRIES * WEIGHT * (shares[level] - expected)
    return found
