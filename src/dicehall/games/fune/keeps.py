"""FUNE's dice regardless of position: 252 rolls, and the 462 keeps that lead to them.

A keep is a sorted tuple of 0 to 5 faces; the keeps of five dice are the rolls.
"""

from collections.abc import Sequence
from itertools import combinations_with_replacement

from dicehall.game.turns import D6
from dicehall.games.fune.rules import BOXES, DICE, points

KEEPS = [
    keep for count in range(DICE + 1) for keep in combinations_with_replacement(D6.faces, count)
]
"""All keeps, fewest dice first."""

KEEP_INDEX = {keep: index for index, keep in enumerate(KEEPS)}

EMPTY_KEEP = 0
FIRST_ROLL = next(index for index, keep in enumerate(KEEPS) if len(keep) == DICE)
"""The index of the first roll in `KEEPS`."""

ROLLS = KEEPS[FIRST_ROLL:]

ONE_MORE = [
    [KEEP_INDEX[tuple(sorted((*keep, face)))] for face in D6.faces] for keep in KEEPS[:FIRST_ROLL]
]
"""The six keeps with one more die, by keep."""

ONE_LESS = [
    sorted({KEEP_INDEX[keep[:die] + keep[die + 1 :]] for die in range(len(keep))}) for keep in KEEPS
]
"""The keeps with one die fewer, by keep."""

POINTS = [[points(box, roll) for roll in ROLLS] for box in BOXES]
"""The points of each roll in each box, by box and roll."""


def keep_values(scored: Sequence[float], rerolls: int) -> list[float]:
    """The value of each keep with this many re-rolls left, including the one it requests.

    `scored[roll]` is the value of the best confirmation of a roll.
    """
    values = _means(scored)
    for _ in range(rerolls - 1):
        values = _means(_best_rolls(values, scored))
    return values


def best_rolls(scored: Sequence[float], rerolls: int) -> list[float]:
    """The value of each roll with this many re-rolls left."""
    values = list(scored)
    for _ in range(rerolls):
        values = _best_rolls(_means(values), scored)
    return values


def keep_of(dice: Sequence[int]) -> int:
    """The index of these dice in `KEEPS`."""
    return KEEP_INDEX[tuple(sorted(dice))]


def roll_of(dice: Sequence[int]) -> int:
    """The index of these five dice in `ROLLS`."""
    return keep_of(dice) - FIRST_ROLL


def _means(rolls: Sequence[float]) -> list[float]:
    """The value of each keep when the missing dice are rolled once."""
    values = [0.0] * FIRST_ROLL + list(rolls)
    for keep in range(FIRST_ROLL - 1, -1, -1):
        one, two, three, four, five, six = ONE_MORE[keep]
        values[keep] = (
            values[one] + values[two] + values[three] + values[four] + values[five] + values[six]
        ) / 6
    return values


def _best_rolls(values: Sequence[float], scored: Sequence[float]) -> list[float]:
    """The value of each roll if it is confirmed or partly kept, whichever is better."""
    best = [*values[:FIRST_ROLL], *scored]
    for keep in range(1, len(KEEPS)):
        for fewer in ONE_LESS[keep]:
            if best[fewer] > best[keep]:
                best[keep] = best[fewer]
    return best[FIRST_ROLL:]
