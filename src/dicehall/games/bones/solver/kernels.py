"""The kernels of a sweep over Bones: from rows of worths to better ones, in place.

A row holds the worths for two given columns and every class of the third. The first two are called
left and right; the same two seen from the other side of the table are `there`.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicehall.games.bones.solver.columns import Numbers, number_in_order
from dicehall.solving.kernels import kernel

Worths = NDArray[np.int16]
Targets = NDArray[np.uint16]
Number = int | np.signedinteger[Any]
"""A whole number; in Python and in a kernel."""

NO_MOVE = -32768
"""Below every worth: the best move where there is none. Fills the last row."""
ROUNDING = 1.5 * 2**23
"""Added to a small float32, it leaves the nearest whole number in the low bits, even on a tie."""


place_number: Callable[[Number, Number, Number], Number] = kernel()(number_in_order)
"""The place of a position among all, as every reader of worths counts it."""


class Columns(NamedTuple):
    """What the kernels need of the classes of columns."""

    placed: Targets
    """placed[face - 1, class]: the class after that die, if there is room."""
    swapped: Targets
    """The class as the other seat sees it."""
    own_full: NDArray[np.bool_]
    bounds: Numbers
    """A line for each number of dice, most first: the first class, the first of them whose own
    column is full, and the end."""


@kernel()
def row_number(first: Number, second: Number) -> Number:
    """The row of two columns, in any order."""
    low, high = min(first, second), max(first, second)
    return high * (high + 1) // 2 + low


@kernel(nogil=True)
def sweep(worths: Worths, columns: Columns, lefts: Numbers, rights: Numbers) -> Number:
    """Improve the rows of every task; returns the largest change."""
    largest: Number = 0
    for task in range(len(lefts)):
        left, right = lefts[task], rights[task]
        change = _settle(worths, columns, left, right)
        largest = max(largest, change)
        right_there = np.int64(columns.swapped[right])
        if columns.swapped[left] != left and right_there != right:
            change = _settle(worths, columns, left, right_there)
            largest = max(largest, change)
    return largest


@kernel()
def _settle(worths: Worths, columns: Columns, left: Number, right: Number) -> Number:
    """Improve the row of two columns and their row there, from many dice in the third to few."""
    left_there, right_there = np.int64(columns.swapped[left]), np.int64(columns.swapped[right])
    here, there = row_number(left, right), row_number(left_there, right_there)
    after = _rows_after(columns, left, right)
    after_there = _rows_after(columns, left_there, right_there)
    full = columns.own_full[left] and columns.own_full[right]
    full_there = columns.own_full[left_there] and columns.own_full[right_there]
    largest: Number = 0
    for part in columns.bounds:
        change = _improve(worths, columns, here, there, after, full, full_there, part)
        largest = max(largest, change)
        if here != there:
            change = _improve(worths, columns, there, here, after_there, full_there, full, part)
            largest = max(largest, change)
    return largest


@kernel()
def _rows_after(columns: Columns, left: Number, right: Number) -> Numbers:
    """The rows after each face was placed in the left column, and in the right one."""
    faces, classes = columns.placed.shape
    rows = np.full((2, faces), classes * (classes + 1) // 2)
    for face in range(faces):
        if not columns.own_full[left]:
            rows[0, face] = row_number(np.int64(columns.placed[face, left]), right)
        if not columns.own_full[right]:
            rows[1, face] = row_number(left, np.int64(columns.placed[face, right]))
    return rows


@kernel()
def _improve(
    worths: Worths,
    columns: Columns,
    here: Number,
    there: Number,
    after: Numbers,
    full: bool,
    full_there: bool,
    part: Numbers,
) -> Number:
    """Renew a part of the row `there` from the moves of the seat that sees it as `here`."""
    start, opened, end = part
    means = _mean_best(worths, worths[here], after, columns.placed, part)
    row, order = worths[there], columns.swapped[start:end]
    if full:  # The seat to move has no room at all: the game is over, and its worth stays.
        for k in range(opened - start, end - start):
            means[k] = row[order[k]]
    stop = opened if full_there else end  # Likewise for the seat that has just moved.
    return _store(row[start:stop], means, order, start)


@kernel()
def _mean_best(
    worths: Worths, row: Worths, after: Numbers, placed: Targets, part: Numbers
) -> Worths:
    """For each class of the third column, the mean of the best moves, seen from the other seat."""
    start, opened, end = part
    # Slices that start at 0: only then does the compiler see that no index is negative.
    totals = np.zeros(end - start, np.int32)
    open_totals, full_totals = totals[: opened - start], totals[opened - start :]
    in_third = np.empty(opened - start, np.int16)
    faces = placed.shape[0]
    for face in range(faces):
        target = placed[face, start:opened]
        for k in range(len(in_third)):
            in_third[k] = row[target[k]]
        in_left, in_right = worths[after[0, face]], worths[after[1, face]]
        _add_best_of_three(open_totals, in_left[start:opened], in_right[start:opened], in_third)
        _add_best_of_two(full_totals, in_left[opened:end], in_right[opened:end])
    return _negative_means(totals, faces)


@kernel()
def _negative_means(totals: NDArray[np.int32], faces: Number) -> Worths:
    """The rounded means of as many numbers as there are faces, for the other seat."""
    share, rounding = np.float32(1 / faces), np.float32(ROUNDING)
    rounded, means = np.empty(len(totals), np.float32), np.empty(len(totals), np.int16)
    for k in range(len(totals)):
        rounded[k] = np.float32(totals[k]) * share + rounding
    # Reading the bits is six times as fast as casting, which the compiler does one by one.
    bits = rounded.view(np.int32)
    for k in range(len(totals)):
        means[k] = -bits[k]
    return means


@kernel()
def _add_best_of_three(
    totals: NDArray[np.int32], first: Worths, second: Worths, third: Worths
) -> None:
    for k in range(len(totals)):
        totals[k] += max(max(first[k], second[k]), third[k])


@kernel()
def _add_best_of_two(totals: NDArray[np.int32], first: Worths, second: Worths) -> None:
    for k in range(len(totals)):
        totals[k] += max(first[k], second[k])


@kernel()
def _store(row: Worths, means: Worths, order: Targets, start: Number) -> Number:
    """Put the means in the order of the other side; returns the largest change."""
    ordered = np.empty(len(row), np.int16)
    for k in range(len(row)):
        ordered[k] = means[order[k] - start]
    largest = np.int32(0)
    for k in range(len(row)):
        largest = max(largest, abs(np.int32(ordered[k]) - np.int32(row[k])))
    row[:] = ordered
    return largest
