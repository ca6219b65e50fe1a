"""What every legal move is worth."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Worth:
    """The expected result after each legal move."""

    moves: dict[str, float]
    unit: str
    """ "points" or "win-minus-loss"."""
    exact: bool
