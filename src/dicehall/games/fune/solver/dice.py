"""FUNE's keeps and upper sums as arrays, for the kernels."""

from math import factorial, prod

import numpy as np
from numpy.typing import NDArray

from dicehall.game.turns import D6
from dicehall.games.fune import keeps
from dicehall.games.fune.cards import sum_ranges
from dicehall.games.fune.keeps import EMPTY_KEEP, FIRST_ROLL, KEEP_INDEX, KEEPS, ROLLS
from dicehall.games.fune.rules import DICE, UPPER

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

UPPER_BOXES = len(UPPER)

STARTS = (*(KEEP_INDEX[(1,) * size] for size in range(DICE + 1)), len(KEEPS))
"""Where the keeps of each size start in `KEEPS`, and where the last ones end."""

GROWN: Integers = np.array(keeps.ONE_MORE)
"""The six keeps with one more die, by keep and face, as indices into `KEEPS`."""

SHRUNK: Integers = np.array([((fewer or [EMPTY_KEEP]) * DICE)[:DICE] for fewer in keeps.ONE_LESS])
"""The keeps with one die fewer, padded to five, as indices into `KEEPS`."""

ONE_MORE: Integers = GROWN - np.array([[STARTS[len(keep) + 1]] for keep in KEEPS[:FIRST_ROLL]])
ONE_LESS: Integers = SHRUNK - np.array([[STARTS[max(len(keep) - 1, 0)]] for keep in KEEPS])
"""The same as indices among the keeps of their size."""

POINTS: Integers = np.array(keeps.POINTS)
"""What each roll scores in each box, by box and roll."""

SUMS: Integers = np.array(sum_ranges())
"""For each set of open boxes, the lowest and highest upper sum that tables distinguish."""


def _chance(roll: tuple[int, ...]) -> float:
    orders = factorial(DICE) / prod(factorial(roll.count(face)) for face in set(roll))
    return float(orders / len(D6.faces) ** DICE)


ROLL_CHANCES: Floats = np.array([_chance(roll) for roll in ROLLS])
