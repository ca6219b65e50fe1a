"""The type of a computer player: a function that chooses a legal move."""

from collections.abc import Callable
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
