"""The kernels of a sweep over Bones: they improve worths in place, box by box.

The columns of a box are called first, second and third. Each move changes one of them and leads to
a cell of another box, whose three blocks may be in another order: `locate` finds it.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicehall.games.bones.columns import number_in_order
from dicehall.games.bones.solver.blocks import Blocks
from dicehall.games.bones.solver.columns import Numbers
from dicehall.solving.kernels import kernel

Worths = NDArray[np.int16]
Number = int | np.signedinteger[Any]
"""An integer, in Python and in a kernel."""

NO_MOVE = -32768
"""Below every worth: the best move so far if none was tried yet."""
ROUNDING = 1.5 * 2**23
"""Added to a small float32, it leaves the nearest integer in the low bits, ties to even."""


place_number: Callable[[Number, Number, Number], Number] = kernel()(number_in_order)
"""The number of a position, as all readers of worths count it."""


@kernel()
def locate(
    blocks: Blocks, first: Number, second: Number, third: Number
) -> tuple[Number, Number, Number, Number]:
    """Where the box of three blocks in any order starts, and the strides along the first, second
    and third of them."""
    a, b, c = blocks.sizes[first], blocks.sizes[second], blocks.sizes[third]
    if first <= second:
        if second <= third:
            return blocks.offsets[place_number(first, second, third)], b * c, c, 1
        if first <= third:
            return blocks.offsets[place_number(first, third, second)], c * b, 1, b
        return blocks.offsets[place_number(third, first, second)], b, 1, a * b
    if first <= third:
        return blocks.offsets[place_number(second, first, third)], c, a * c, 1
    if second <= third:
        return blocks.offsets[place_number(second, third, first)], 1, c * a, a
    return blocks.offsets[place_number(third, second, first)], 1, a, b * a


@kernel(nogil=True)
def sweep(worths: Worths, blocks: Blocks, boxes: Numbers) -> Number:
    """Improve the worths one move before each box; returns the largest change."""
    fresh = np.empty(blocks.sizes.max() ** 3, np.int16)
    largest: Number = 0
    for box in boxes:
        _renew(worths, blocks, box, fresh)
        largest = max(largest, _store(worths, blocks, box, fresh))
    return largest


@kernel()
def _renew(worths: Worths, blocks: Blocks, box: Numbers, fresh: Worths) -> None:
    """The worth of every cell of a box to the seat that does not roll next."""
    first, second, third = box
    rows, columns = blocks.sizes[second], blocks.sizes[third]
    area = rows * columns
    in_second, in_third = _second_moves(blocks, box), _third_moves(blocks, box)
    best, totals = np.empty(area, np.int16), np.empty(area, np.int32)
    for index in range(blocks.sizes[first]):
        totals[:] = 0
        for face in range(len(blocks.placed)):
            best[:] = NO_MOVE
            if not blocks.full[first]:
                target = blocks.placed[face, blocks.members[blocks.starts[first] + index]]
                _move_in_first(best, worths, blocks, target, second, third)
            if not blocks.full[second]:
                _move_in_second(best, worths, in_second[face], index, columns)
            if not blocks.full[third]:
                _move_in_third(best, worths, in_third[face], index, rows)
            _add(totals, best)
        _put_negative_means(fresh[index * area : (index + 1) * area], totals, len(blocks.placed))


@kernel()
def _move_in_first(
    best: Worths, worths: Worths, blocks: Blocks, target: Number, second: Number, third: Number
) -> None:
    rows, columns = blocks.sizes[second], blocks.sizes[third]
    start, first_step, row_step, step = locate(blocks, blocks.block[target], second, third)
    start += blocks.places[target] * first_step
    if step == 1 and row_step == columns:
        _take_best(best, worths[start : start + rows * columns])
        return
    for row in range(rows):
        _take_row(best[row * columns : (row + 1) * columns], worths, start + row * row_step, step)


@kernel()
def _second_moves(blocks: Blocks, box: Numbers) -> Numbers:
    """[face, row]: where the row starts that a die in the second column leads to, the stride along
    the first column, and the stride of its cells."""
    first, second, third = box
    found = np.zeros((len(blocks.placed), blocks.sizes[second], 3), np.int64)
    if not blocks.full[second]:
        for face in range(len(blocks.placed)):
            for row in range(blocks.sizes[second]):
                target = blocks.placed[face, blocks.members[blocks.starts[second] + row]]
                start, first_step, row_step, step = locate(
                    blocks, first, blocks.block[target], third
                )
                found[face, row] = start + blocks.places[target] * row_step, first_step, step
    return found


@kernel()
def _move_in_second(
    best: Worths, worths: Worths, moves: Numbers, index: Number, columns: Number
) -> None:
    for row in range(len(moves)):
        start, step = moves[row, 0] + index * moves[row, 1], moves[row, 2]
        _take_row(best[row * columns : (row + 1) * columns], worths, start, step)


@kernel()
def _third_moves(blocks: Blocks, box: Numbers) -> Numbers:
    """[face, :, column]: the cell that a die in the third column leads to, and the strides along
    the first and second column."""
    first, second, third = box
    found = np.zeros((len(blocks.placed), 3, blocks.sizes[third]), np.int64)
    if not blocks.full[third]:
        for face in range(len(blocks.placed)):
            for column in range(blocks.sizes[third]):
                target = blocks.placed[face, blocks.members[blocks.starts[third] + column]]
                start, first_step, row_step, step = locate(
                    blocks, first, second, blocks.block[target]
                )
                found[face, :, column] = start + blocks.places[target] * step, first_step, row_step
    return found


@kernel()
def _move_in_third(
    best: Worths, worths: Worths, moves: Numbers, index: Number, rows: Number
) -> None:
    cells, row_steps = moves[0] + index * moves[1], moves[2]
    columns = len(cells)
    for row in range(rows):
        in_row = best[row * columns : (row + 1) * columns]
        for column in range(columns):
            in_row[column] = max(in_row[column], worths[cells[column]])
            cells[column] += row_steps[column]


@kernel(inline="always")  # a call takes as long as half a row
def _take_row(best: Worths, worths: Worths, start: Number, step: Number) -> None:
    if step == 1:
        _take_best(best, worths[start : start + len(best)])
        return
    for k in range(len(best)):
        best[k] = max(best[k], worths[start + k * step])


@kernel()
def _take_best(best: Worths, others: Worths) -> None:
    for k in range(len(best)):
        best[k] = max(best[k], others[k])


@kernel()
def _add(totals: NDArray[np.int32], best: Worths) -> None:
    for k in range(len(totals)):
        totals[k] += best[k]


@kernel()
def _put_negative_means(means: Worths, totals: NDArray[np.int32], faces: Number) -> None:
    """The rounded means of as many numbers as there are faces, for the other seat."""
    share, rounding = np.float32(1 / faces), np.float32(ROUNDING)
    rounded = np.empty(len(totals), np.float32)
    for k in range(len(totals)):
        rounded[k] = np.float32(totals[k]) * share + rounding
    # Reading the bits is six times as fast as casting, which the compiler does one by one.
    bits = rounded.view(np.int32)
    for k in range(len(totals)):
        means[k] = -bits[k]


@kernel()
def _store(worths: Worths, blocks: Blocks, box: Numbers, fresh: Worths) -> Number:
    """Store the new worths from the view of the seat that has just moved; returns the largest
    change."""
    swapped = blocks.swapped[box]
    start, first_step, row_step, step = locate(blocks, swapped[0], swapped[1], swapped[2])
    depth, rows, columns = blocks.sizes[box]
    largest: Number = 0
    for index in range(depth):
        for row in range(rows):
            cell, begin = (
                start + index * first_step + row * row_step,
                (index * rows + row) * columns,
            )
            largest = max(largest, _store_row(worths, fresh[begin : begin + columns], cell, step))
    return largest


@kernel()
def _store_row(worths: Worths, fresh: Worths, start: Number, step: Number) -> Number:
    largest = np.int32(0)
    if step == 1:
        row = worths[start : start + len(fresh)]
        for k in range(len(fresh)):
            largest = max(largest, abs(np.int32(fresh[k]) - np.int32(row[k])))
        row[:] = fresh
        return largest
    for k in range(len(fresh)):
        cell = start + k * step
        largest = max(largest, abs(np.int32(fresh[k]) - np.int32(worths[cell])))
        worths[cell] = fresh[k]
    return largest
