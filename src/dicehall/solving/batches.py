"""Games of one kind played many at a time, compiled: what a game's module `batches` hands out."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Batch:
    """A way to play many games at once."""

    kind: str
    """How they are played, e.g. "random"."""
    play: Callable[[int], object]
    """Plays so many games."""
    games: int
    """How many are enough to be measured."""
    steps: float = 0.0
    """How many rolls and moves a game has on the average; 0 if they are not counted."""
