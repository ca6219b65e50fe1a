"""Value iteration over all positions of Bones, in place, late positions first.

A worth is the chance to win minus the chance to lose of the seat that has just moved, in 16-bit
fixed point; `blocks` says how they lie in memory.
"""

from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor

import numpy as np

from dicehall.games.bones.columns import position_count
from dicehall.games.bones.solver.blocks import Blocks
from dicehall.games.bones.solver.columns import ColumnArrays, Numbers
from dicehall.games.bones.solver.kernels import Number, Worths, locate, sweep
from dicehall.games.bones.solver.tablebase import SURE
from dicehall.solving.kernels import kernel
from dicehall.solving.resources import core_count

BOXES = 8
"""How many boxes a thread takes at a time."""
SHARE = 16
"""The positions of so many highest classes are gathered at a time."""


def start_threads() -> ThreadPoolExecutor:
    """As many threads as there are cores; kernels let them run side by side."""
    return ThreadPoolExecutor(core_count())


def first_worths(classes: ColumnArrays, blocks: Blocks) -> Worths:
    """The worths before the first sweep: finished games at their result, the others at 0."""
    worths = np.zeros(blocks.cells, np.int16)
    margins = classes.margins.astype(np.int16)
    for number, box in enumerate(blocks.boxes()):
        if blocks.is_over(box):
            first, second, third = (margins[blocks.of(block)] for block in box)
            results = np.sign(np.add.outer(np.add.outer(first, second), third))
            cells = slice(blocks.offsets[number], blocks.offsets[number + 1])
            worths[cells] = SURE * results.reshape(-1)
    return worths


def sweep_batches(
    worths: Worths, blocks: Blocks, batches: Iterable[Numbers], threads: Executor
) -> float:
    """Improve all worths, batch after batch; returns the largest change."""
    largest = 0
    for batch in batches:
        cuts = [batch[cut : cut + BOXES] for cut in range(0, len(batch), BOXES)]
        changes = threads.map(lambda boxes: sweep(worths, blocks, boxes), cuts)
        largest = max(largest, *map(int, changes))
    return largest / SURE


def gather_positions(worths: Worths, blocks: Blocks) -> Iterator[Worths]:
    """The worth of every position once, in the order of `position_number`, part by part."""
    classes = len(blocks.block)
    for start in range(0, classes, SHARE):
        end = min(start + SHARE, classes)
        part = np.empty(position_count(end) - position_count(start), np.int16)
        _gather(worths, blocks, part, start, end)
        yield part


@kernel()
def _gather(worths: Worths, blocks: Blocks, part: Worths, start: Number, end: Number) -> None:
    block, places, count = blocks.block, blocks.places, 0
    first: Number = 0
    step: Number = 0
    for high in range(start, end):
        for middle in range(high + 1):
            for low in range(middle + 1):
                if low == 0 or block[low] != block[low - 1]:
                    first, step, middle_step, high_step = locate(
                        blocks, block[low], block[middle], block[high]
                    )
                    first += places[middle] * middle_step + places[high] * high_step
                part[count] = worths[first + places[low] * step]
                count += 1
