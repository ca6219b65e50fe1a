"""The type of a computer player: a function that chooses a legal move."""

from collections.abc import Callable, Mapping
from math import exp
from random import Random
from typing import Any

from dicehall.game import AnyGame, Decide

Chooser = Callable[[Any, Any, Random], str]
"""Chooses a legal move: (game, state, random source) -> move. Keeps no memory between moves."""


def choose_at_random(game: AnyGame, state: Any, random: Random) -> str:
    """Choose any legal move with equal probability."""
    turn = game.turn(state)
    assert isinstance(turn, Decide)
    return random.choice(turn.moves)


def choose_plausibly(likings: Mapping[str, float], temperature: float, random: Random) -> str:
    """Choose with human-like mistakes, small ones often and absurd ones hardly ever: with a
    probability proportional to exp(liking / temperature).

    A move liked less by one temperature is chosen a third as often; by three temperatures, a
    twentieth as often.

    >>> choose_plausibly({"good": 3.0, "absurd": -30.0}, 1.0, Random(1))
    'good'
    """
    best = max(likings.values())
    weights = [exp((liking - best) / temperature) for liking in likings.values()]
    return random.choices(list(likings), weights)[0]
