"""What a Pocket Hexes position promises: a small network over the patterns of its hexes.

A position is valued between two rounds: how many points are still to come. Each hex has a pattern,
which looks at most two hexes far, and an empty one has a second: what it would surround. The rows
of all patterns, of the numbers that wait to be scored and of the rounds that are left are added
up; two small layers make one number of the sums. Patterns are the same in all twelve views of the
board, and their shipped rows are multiples of `STEP`, which floats add exactly in any order: so
positions that are the same but for a turn or a mirror have the same value to the last bit.
"""

from math import prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicehall.games.hexes.rules import EMPTY
from dicehall.games.hexes.solver.batch import (
    CLOSING,
    EMPTIES,
    GAPS,
    HIGHEST,
    IS_INNER,
    NEAR,
    NEAR_COUNTS,
    ROUNDS,
    SPOTS,
    TOP,
    WAITING,
    Position,
)
from dicehall.solving.kernels import kernel

DEMANDS = np.array([0, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 12, 13, 13, 14, 14, 15, 15])
"""By the highest number around an empty hex, plus one: how much it demands, in 16 steps."""
DEMAND_STEPS = 16
KINDS_OF_EMPTY = 3
CLOSING_GAPS = 3
QUEUE = 6
"""How many of the numbers that wait to be scored are looked at, highest first."""

NOTHING = 0
"""The row of what has nothing more to give; it stays zero."""
EMPTY_ROWS = 1
LIVE_ROWS = EMPTY_ROWS + KINDS_OF_EMPTY * DEMAND_STEPS * 7 * DEMAND_STEPS
CLOSING_ROWS = LIVE_ROWS + (HIGHEST + 1) * 6 * DEMAND_STEPS
WAITING_ROWS = CLOSING_ROWS + (HIGHEST + 1) * CLOSING_GAPS * DEMAND_STEPS
ROUND_ROWS = WAITING_ROWS + QUEUE * (HIGHEST + 1)
ROW_COUNT = ROUND_ROWS + ROUNDS + 1
"""Where each kind of row begins, and how many there are."""
MOST_ACTIVE = 2 * SPOTS + QUEUE + 1
"""How many rows are summed for one position at most."""

SUMS = 32
UNITS = 16
POINTS = 32.0
"""Points to one unit of the network's output."""
STEP = 2.0**-9


class Network(NamedTuple):
    """The learned numbers. All but the rows and the inner layer differ by rounds left."""

    rows: NDArray[np.float32]
    inner: NDArray[np.float32]
    """From sums, where they are positive, to units."""
    inner_bias: NDArray[np.float32]
    direct: NDArray[np.float32]
    """From sums to the value."""
    outer: NDArray[np.float32]
    """From units, where they are positive, to the value."""
    outer_bias: NDArray[np.float32]


SHAPES = (
    (ROW_COUNT, SUMS),
    (SUMS, UNITS),
    (ROUNDS + 1, UNITS),
    (ROUNDS + 1, SUMS),
    (ROUNDS + 1, UNITS),
    (ROUNDS + 1,),
)
_SIZES = [prod(shape) for shape in SHAPES]
WEIGHT_COUNT = sum(_SIZES)


def network_of(weights: NDArray[np.float32]) -> Network:
    """The layers as views of one vector of all weights."""
    parts = np.split(weights, np.cumsum(_SIZES)[:-1])
    return Network(*(part.reshape(shape) for part, shape in zip(parts, SHAPES, strict=True)))


@kernel()
def rounds_left(position: Position) -> int:
    """How many rounds the empty hexes last."""
    return int(position[EMPTIES] + 2) // 3


@kernel()
def pattern_rows(position: Position, spot: int) -> tuple[int, int]:
    """The rows of one hex: itself, its gaps and what those demand; and what it would surround."""
    number = position[spot]
    gaps = position[GAPS + spot]
    if number != EMPTY and (gaps == 0 or not IS_INNER[spot]):
        return NOTHING, NOTHING
    hardest = closing = EMPTY
    for place in range(NEAR_COUNTS[spot]):
        near = NEAR[spot, place]
        hardest = max(hardest, position[TOP + near])
        closing = max(closing, position[CLOSING + near])
    demands = DEMANDS[hardest + 1]
    if number != EMPTY:
        return LIVE_ROWS + (number * 6 + gaps - 1) * DEMAND_STEPS + demands, NOTHING
    kind = min(6 - NEAR_COUNTS[spot], 3) * 2 // 3
    demand = DEMANDS[position[TOP + spot] + 1]
    own = EMPTY_ROWS + ((kind * DEMAND_STEPS + demand) * 7 + gaps) * DEMAND_STEPS + demands
    if closing == EMPTY:
        return own, NOTHING
    few = min(gaps, CLOSING_GAPS - 1)
    return own, CLOSING_ROWS + (closing * CLOSING_GAPS + few) * DEMAND_STEPS + demand


@kernel()
def waiting_rows(position: Position, rows: NDArray[np.int64]) -> int:
    """Write the rows of the numbers that wait to be scored, the highest first; how many."""
    place = 0
    for number in range(HIGHEST, -1, -1):
        for _ in range(position[WAITING + number]):
            if place < QUEUE:
                rows[place] = WAITING_ROWS + place * (HIGHEST + 1) + number
                place += 1
    return place


@kernel()
def active_rows(position: Position, rows: NDArray[np.int64]) -> int:
    """Write all rows that are summed for a position; how many."""
    count = 0
    for spot in range(SPOTS):
        for row in pattern_rows(position, spot):
            if row != NOTHING:
                rows[count] = row
                count += 1
    count += waiting_rows(position, rows[count:])
    rows[count] = ROUND_ROWS + rounds_left(position)
    return count + 1


@kernel(fastmath=True)
def add_row(sums: NDArray[np.float32], rows: NDArray[np.float32], row: int) -> None:
    """Add a row to the sums."""
    for place in range(SUMS):
        sums[place] += rows[row, place]


@kernel(fastmath=True)
def replace_row(sums: NDArray[np.float32], rows: NDArray[np.float32], old: int, new: int) -> None:
    """Take one row from the sums and add another."""
    for place in range(SUMS):
        sums[place] += rows[new, place] - rows[old, place]


@kernel(fastmath=True)
def value_of(
    sums: NDArray[np.float32], rounds: int, network: Network, units: NDArray[np.float32]
) -> float:
    """The points that the sums of a position's rows promise; `units` is room to work in."""
    value = network.outer_bias[rounds]
    for unit in range(UNITS):
        units[unit] = network.inner_bias[rounds, unit]
    for place in range(SUMS):
        value += network.direct[rounds, place] * sums[place]
        positive = max(sums[place], np.float32(0))
        for unit in range(UNITS):
            units[unit] += positive * network.inner[place, unit]
    for unit in range(UNITS):
        value += network.outer[rounds, unit] * max(units[unit], np.float32(0))
    return float(POINTS * value)


@kernel()
def position_value(position: Position, rounds: int, network: Network) -> float:
    """How many points are still to come when the next of so many rounds begins."""
    if rounds == 0:
        return 0.0
    rows = np.empty(MOST_ACTIVE, np.int64)
    sums = np.zeros(SUMS, np.float32)
    for row in rows[: active_rows(position, rows)]:
        add_row(sums, network.rows, row)
    return value_of(sums, rounds, network, np.empty(UNITS, np.float32))
