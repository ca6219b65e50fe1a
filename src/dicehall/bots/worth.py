"""What every legal move is worth."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Worth:
    """The expected result after each legal move."""

    moves: dict[str, float]
    unit: str
    """ "points" or "win-minus-loss"."""
    exact: bool


Weigher = Callable[[Any, Any], Worth]
"""Weighs the legal moves of a decision: (game, state) -> worth."""
