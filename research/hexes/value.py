"""The network of Pocket Hexes for one position at a time, compiled for search and training.

Players use `games.hexes.network`, which works on arrays of boards; the tests compare the two.
"""

from math import prod

import numpy as np
from numpy.typing import NDArray

from dicehall.games.hexes.network import (
    CLOSING_GAPS,
    CLOSING_ROWS,
    DEMAND_STEPS,
    DEMANDS,
    EMPTY_ROWS,
    LIVE_ROWS,
    NOTHING,
    POINTS,
    QUEUE,
    ROUND_ROWS,
    SUMS,
    UNITS,
    WAITING_ROWS,
    Network,
)
from dicehall.games.hexes.rules import EMPTY
from dicehall.games.hexes.solver.positions import (
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

ROW_COUNT = ROUND_ROWS + ROUNDS + 1
MOST_ACTIVE = 2 * SPOTS + QUEUE + 1
"""The most rows summed for one position."""

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
    """How many rounds the empty hexes allow."""
    return int(position[EMPTIES] + 2) // 3


@kernel()
def pattern_rows(position: Position, spot: int) -> tuple[int, int]:
    """The rows of one hex: itself with its gaps, and what it would surround."""
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
    """Write the rows of the numbers waiting to be scored, highest first; returns their count."""
    place = 0
    for number in range(HIGHEST, -1, -1):
        for _ in range(position[WAITING + number]):
            if place < QUEUE:
                rows[place] = WAITING_ROWS + place * (HIGHEST + 1) + number
                place += 1
    return place


@kernel()
def active_rows(position: Position, rows: NDArray[np.int64]) -> int:
    """Write all rows that are summed for a position; returns their count."""
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
    """The points predicted from the sums of a position's rows; `units` is scratch space."""
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
    """The predicted points still to come with this many rounds left."""
    if rounds == 0:
        return 0.0
    rows = np.empty(MOST_ACTIVE, np.int64)
    sums = np.zeros(SUMS, np.float32)
    for row in rows[: active_rows(position, rows)]:
        add_row(sums, network.rows, row)
    return value_of(sums, rounds, network, np.empty(UNITS, np.float32))
