"""Value iteration over all positions of Bones, in place, late positions first.

The worths are kept in rows: one row for two columns i <= j, and in it one number for every class of
the third. Each position so stands in three rows; in return, moves in the two columns of a row read
other rows from end to end. A worth is the chance to win minus the chance to lose of the seat that
has just moved, in 16-bit fixed point.
"""

import numpy as np
from numba import prange
from numpy.typing import NDArray

from dicehall.solve.bones_columns import ColumnClasses, position_count
from dicehall.solve.bones_kernels import (
    NO_MOVE,
    Columns,
    Number,
    Numbers,
    Worths,
    row_number,
    sweep,
)
from dicehall.solve.bones_order import Stage
from dicehall.solve.bones_table import SURE
from dicehall.solve.kernels import kernel


def row_count(classes: int) -> int:
    """How many rows there are, with the last one, which stands for moves that are not there."""
    return classes * (classes + 1) // 2 + 1


def kernel_columns(classes: ColumnClasses) -> Columns:
    """The classes of columns as the kernels want them."""
    return Columns(
        classes.placed.view(np.uint16),
        classes.swapped.view(np.uint16),
        classes.own == classes.height,
        _bounds(classes),
    )


def first_worths(classes: ColumnClasses) -> Worths:
    """The rows before the first sweep: finished games at their result, the others at 0."""
    worths = np.empty((row_count(classes.count), classes.count), np.int16)
    own_full, other_full = classes.own == classes.height, classes.other == classes.height
    _fill_results(worths, classes.margins, own_full, other_full)
    return worths


def sweep_stage(worths: Worths, columns: Columns, stage: Stage) -> float:
    """Improve the worths of a stage; returns the largest change."""
    return float(sweep(worths, columns, stage.lefts, stage.rights, stage.starts)) / SURE


def gather_positions(worths: Worths) -> Worths:
    """The worth of every position once, in the order of `position_number`."""
    positions = np.empty(position_count(worths.shape[1]), np.int16)
    _gather(worths, positions)
    return positions


def spread_positions(worths: Worths, positions: Worths) -> None:
    """Put the worth of every position in each of its rows, and fill the last row."""
    _spread(worths, positions)


def _bounds(classes: ColumnClasses) -> Numbers:
    dice, height = classes.own + classes.other, classes.height
    lines = []
    for count in range(2 * height, -1, -1):
        start, end = np.searchsorted(dice, [count, count + 1])
        lines.append((start, start + np.searchsorted(classes.own[start:end], height), end))
    return np.array(lines)


@kernel(parallel=True)
def _fill_results(
    worths: Worths,
    margins: Numbers,
    own_full: NDArray[np.bool_],
    other_full: NDArray[np.bool_],
) -> None:
    classes = worths.shape[1]
    worths[-1, :] = NO_MOVE
    for j in prange(classes):
        for i in range(np.int64(j) + 1):
            row = worths[row_number(i, np.int64(j))]
            own, other = own_full[i] and own_full[j], other_full[i] and other_full[j]
            margin = margins[i] + margins[j]
            for k in range(classes):
                over = (own and own_full[k]) or (other and other_full[k])
                row[k] = SURE * np.sign(margin + margins[k]) if over else 0


@kernel(parallel=True)
def _gather(worths: Worths, positions: Worths) -> None:
    for task in prange(worths.shape[1]):
        high = np.int64(task)
        for middle in range(high + 1):
            start, row = _place(0, middle, high), worths[row_number(middle, high)]
            positions[start : start + middle + 1] = row[: middle + 1]


@kernel(parallel=True)
def _spread(worths: Worths, positions: Worths) -> None:
    worths[-1, :] = NO_MOVE
    classes = worths.shape[1]
    for task in prange(classes):
        j = np.int64(task)
        for i in range(j + 1):
            row, start = worths[row_number(i, j)], _place(0, i, j)
            row[: i + 1] = positions[start : start + i + 1]
            for k in range(i + 1, j):
                row[k] = positions[_place(i, k, j)]
            for k in range(j, classes):
                row[k] = positions[_place(i, j, k)]


@kernel()
def _place(low: Number, middle: Number, high: Number) -> Number:
    return high * (high + 1) * (high + 2) // 6 + middle * (middle + 1) // 2 + low
