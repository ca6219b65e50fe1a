"""FUNE's cards as the tablebases count them: a set of open boxes and an upper sum. NumPy only."""

import numpy as np

from dicehall.games.fune.rules import BONUS_AT, BOXES, DICE, UPPER, Card, upper_sum
from dicehall.games.fune.solver.dice import Integers

BOX_SETS = 1 << len(BOXES)
"""A set of open boxes is a number: bit b is set while box b is open."""

UPPER_SUMS = BONUS_AT + 1
"""Upper sums count from 0 to 63; 63 stands for all that earn the bonus (FUNE 6)."""


def open_boxes(card: Card) -> int:
    """A card's set of open boxes."""
    return sum(1 << box for box, points in enumerate(card) if points is None)


def counted_upper_sum(card: Card) -> int:
    """A card's upper sum, at most 63."""
    return min(upper_sum(card), BONUS_AT)


def points_of(card: Card) -> int:
    """The points in a card's boxes, without the bonus."""
    return sum(points or 0 for points in card)


def _sums_that_matter() -> Integers:
    most = np.array([DICE * (box + 1) if box < len(UPPER) else 0 for box in range(len(BOXES))])
    is_open = np.arange(BOX_SETS)[:, None] >> np.arange(len(BOXES)) & 1
    lowest = np.maximum(BONUS_AT - is_open @ most - 1, 0)
    highest = np.minimum((1 - is_open) @ most, BONUS_AT)
    return np.stack([lowest, highest], axis=1)


SUMS = _sums_that_matter()
"""For each set of open boxes the lowest and the highest upper sum that tablebases must tell apart.

Higher sums cannot be reached. Lower ones are as far from the bonus as the lowest: too far.
"""
