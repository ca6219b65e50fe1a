"""Value iteration over all positions of Bones, in place, late positions first.

The worths are kept in rows: one row for two columns i <= j, and in it one number for every class of
the third. Each position so stands in three rows; in return, moves in the two columns of a row read
other rows from end to end. A worth is the chance to win minus the chance to lose of the seat that
has just moved, in 16-bit fixed point.
"""

from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from dicehall.games.bones.solver.columns import ColumnClasses, Numbers, position_count
from dicehall.games.bones.solver.kernels import (
    NO_MOVE,
    Columns,
    Number,
    Worths,
    place_number,
    row_number,
    sweep,
)
from dicehall.games.bones.solver.order import Stage
from dicehall.games.bones.solver.tablebase import SURE
from dicehall.solving.kernels import kernel
from dicehall.solving.resources import core_count

TASKS = 256
"""How many tasks a thread takes at a time."""
SHARE = 16
"""Of how many classes' rows a thread takes care at a time, where all rows are copied."""


def start_threads() -> ThreadPoolExecutor:
    """As many threads as there are cores; kernels let them run side by side."""
    return ThreadPoolExecutor(core_count())


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


def first_worths(classes: ColumnClasses, threads: Executor) -> Worths:
    """The rows before the first sweep: finished games at their result, the others at 0."""
    worths = np.empty((row_count(classes.count), classes.count), np.int16)
    worths[-1] = NO_MOVE
    own_full, other_full = classes.own == classes.height, classes.other == classes.height

    def fill(share: tuple[int, int]) -> None:
        _fill_results(worths, classes.margins, own_full, other_full, *share)

    list(threads.map(fill, _shares(classes.count)))
    return worths


def sweep_stage(worths: Worths, columns: Columns, stage: Stage, threads: Executor) -> float:
    """Improve the worths of a stage, batch after batch; returns the largest change."""
    largest = 0.0
    for start, end in pairwise(stage.starts):
        cuts = [slice(cut, min(cut + TASKS, end)) for cut in range(start, end, TASKS)]
        changes = threads.map(
            lambda cut: sweep(worths, columns, stage.lefts[cut], stage.rights[cut]), cuts
        )
        largest = max(largest, float(max(changes)) / SURE)
    return largest


def gather_positions(worths: Worths) -> Iterator[Worths]:
    """The worth of every position once, in the order of `position_number`, part by part."""
    for start, end in _shares(worths.shape[1]):
        part = np.empty(position_count(end) - position_count(start), np.int16)
        _gather(worths, part, start, end)
        yield part


def spread_positions(worths: Worths, positions: Worths, threads: Executor) -> None:
    """Put the worth of every position in each of its rows."""
    list(threads.map(lambda share: _spread(worths, positions, *share), _shares(worths.shape[1])))


def _shares(classes: int) -> Iterator[tuple[int, int]]:
    return ((start, min(start + SHARE, classes)) for start in range(0, classes, SHARE))


def _bounds(classes: ColumnClasses) -> Numbers:
    dice, height = classes.own + classes.other, classes.height
    lines = []
    for count in range(2 * height, -1, -1):
        start, end = np.searchsorted(dice, [count, count + 1])
        lines.append((start, start + np.searchsorted(classes.own[start:end], height), end))
    return np.array(lines)


@kernel(nogil=True)
def _fill_results(
    worths: Worths,
    margins: Numbers,
    own_full: NDArray[np.bool_],
    other_full: NDArray[np.bool_],
    start: Number,
    end: Number,
) -> None:
    for j in range(start, end):
        for i in range(j + 1):
            row = worths[row_number(i, j)]
            own, other = own_full[i] and own_full[j], other_full[i] and other_full[j]
            margin = margins[i] + margins[j]
            for k in range(len(row)):
                over = (own and own_full[k]) or (other and other_full[k])
                row[k] = SURE * np.sign(margin + margins[k]) if over else 0


@kernel()
def _gather(worths: Worths, part: Worths, start: Number, end: Number) -> None:
    before = place_number(0, 0, start)
    for high in range(start, end):
        for middle in range(high + 1):
            first, row = place_number(0, middle, high) - before, worths[row_number(middle, high)]
            part[first : first + middle + 1] = row[: middle + 1]


@kernel(nogil=True)
def _spread(worths: Worths, positions: Worths, start: Number, end: Number) -> None:
    for j in range(start, end):
        for i in range(j + 1):
            row, first = worths[row_number(i, j)], place_number(0, i, j)
            row[: i + 1] = positions[first : first + i + 1]
            for k in range(i + 1, j):
                row[k] = positions[place_number(i, k, j)]
            for k in range(j, len(row)):
                row[k] = positions[place_number(i, j, k)]
