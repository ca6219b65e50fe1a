"""FUNE's dice without their positions: 252 rolls, and the lattice of 462 keeps that leads to them.

A keep is a sorted tuple of 0 to 5 faces; the keeps of five dice are the rolls. NumPy only.
"""

from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray

from dicehall.game.turns import D6
from dicehall.games.fune.rules import BOXES, DICE, UPPER, points

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

KEEPS = [
    keep for count in range(DICE + 1) for keep in combinations_with_replacement(D6.faces, count)
]
"""Every keep, fewest dice first, so that the keeps of one size stand together."""

KEEP_INDEX = {keep: index for index, keep in enumerate(KEEPS)}

SIZES = tuple(
    slice(start, start + count)
    for start, count in zip((0, 1, 7, 28, 84, 210), (1, 6, 21, 56, 126, 252), strict=True)
)
"""Where the keeps of 0 to 5 dice stand in `KEEPS`."""

ROLLS = KEEPS[SIZES[DICE]]
FIRST_ROLL = SIZES[DICE].start
"""Where the rolls begin in `KEEPS`."""

UPPER_BOXES = len(UPPER)


def _one_more(keep: tuple[int, ...]) -> list[int]:
    """Where each of the six keeps with one die more stands among those of its size."""
    start = SIZES[len(keep) + 1].start
    return [KEEP_INDEX[tuple(sorted((*keep, face)))] - start for face in D6.faces]


def _one_less(keep: tuple[int, ...]) -> list[int]:
    """Where the keeps with one die fewer stand among those of their size, padded to five."""
    if not keep:
        return [0] * DICE
    start = SIZES[len(keep) - 1].start
    fewer = {KEEP_INDEX[keep[:die] + keep[die + 1 :]] - start for die in range(len(keep))}
    return (sorted(fewer) * DICE)[:DICE]


def _chance(roll: tuple[int, ...]) -> float:
    orders = factorial(DICE) / prod(factorial(roll.count(face)) for face in set(roll))
    return float(orders / len(D6.faces) ** DICE)


def _sub_keeps(roll: tuple[int, ...]) -> list[int]:
    """Every way to keep some of a roll, once for each set of positions."""
    return [KEEP_INDEX[keep] for count in range(DICE + 1) for keep in combinations(roll, count)]


ONE_MORE: Integers = np.array([_one_more(keep) for keep in KEEPS[: SIZES[DICE].start]])
ONE_LESS: Integers = np.array([_one_less(keep) for keep in KEEPS])
ROLL_CHANCES: Floats = np.array([_chance(roll) for roll in ROLLS])
POINTS: Integers = np.array([[points(box, roll) for roll in ROLLS] for box in BOXES])
"""What each roll is worth in each box, by box and roll."""

UPPER_GAINS: Integers = np.where(np.arange(len(BOXES))[:, None] < UPPER_BOXES, POINTS, 0)
"""What each roll adds to the upper sum in each box."""

SUB_KEEPS: Integers = np.array([_sub_keeps(roll) for roll in ROLLS])


def _keep_chances() -> Floats:
    """The chance of each roll from each keep: the mean of the six keeps with one die more."""
    chances = np.zeros((len(KEEPS), len(ROLLS)))
    chances[SIZES[DICE]] = np.eye(len(ROLLS))
    for fewer, more in zip(SIZES[-2::-1], SIZES[:0:-1], strict=True):
        chances[fewer] = chances[more][ONE_MORE[fewer]].mean(axis=1)
    return chances


KEEP_CHANCES = _keep_chances()


def keep_values(scored: Floats, rerolls: int) -> Floats:
    """What each keep is worth with this many re-rolls left, the one it asks for included.

    `scored[roll]` is what the best confirmation of a roll is worth.
    """
    values: Floats = KEEP_CHANCES @ scored
    for _ in range(rerolls - 1):
        values = KEEP_CHANCES @ np.maximum(scored, values[SUB_KEEPS].max(axis=1))
    return values


def keep_of(dice: Sequence[int]) -> int:
    """Where the keep of these dice stands in `KEEPS`."""
    return KEEP_INDEX[tuple(sorted(dice))]


def roll_of(dice: Sequence[int]) -> int:
    """Where these five dice stand in `ROLLS`."""
    return keep_of(dice) - SIZES[DICE].start
