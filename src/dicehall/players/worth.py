"""What every legal move is worth."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from dicehall.game import AnyGame

POINTS = "points"
"""The expected final score."""

WIN_MINUS_LOSS = "win-minus-loss"
"""The chance to win minus the chance to lose, to the seat that moves."""


@dataclass(frozen=True, slots=True)
class Worth:
    """The expected result after each legal move."""

    moves: dict[str, float]
    unit: str
    """`POINTS` or `WIN_MINUS_LOSS`."""
    exact: bool
    error: float | None = None
    """The standard error of an estimate, None if unknown; 0 if the values are exact."""

    def __post_init__(self) -> None:
        if self.exact and self.error is None:
            object.__setattr__(self, "error", 0.0)

    @property
    def best(self) -> str:
        """The move of the highest worth; the first among equals."""
        return max(self.moves, key=self.moves.__getitem__)


Weigher = Callable[[Any, Any], Worth]
"""Computes the worth of the legal moves of a decision: (game, state) -> worth."""


def unit_of(game: AnyGame) -> str:
    """The unit of a game: points for one seat, win minus loss for two."""
    return POINTS if game.seats == 1 else WIN_MINUS_LOSS
