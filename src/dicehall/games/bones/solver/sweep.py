"""Value iteration over all positions of Bones, in place, late positions first.

A worth is the chance to win minus the chance to lose for the seat that has just moved, in 16-bit
fixed point; `blocks` describes the memory layout. A sweep updates the boxes with the most dice
first, in batches. No box of a batch reads what another writes, so any number of threads gives the
same result.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np

from dicehall.games.bones.columns import position_count, position_number
from dicehall.games.bones.solver.blocks import Blocks, Box
from dicehall.games.bones.solver.columns import ColumnArrays, Numbers
from dicehall.games.bones.solver.kernels import Number, Worths, locate, sweep
from dicehall.games.bones.solver.tablebase import SURE
from dicehall.solving.kernels import kernel
from dicehall.solving.resources import core_count

BOXES = 8
"""How many boxes a thread takes at a time."""
SHARE = 16
"""The positions of this many highest classes are gathered at a time."""


@dataclass
class BoxBatch:
    """Boxes that are updated in parallel, and the numbers of all boxes they read and write."""

    boxes: list[Box] = field(default_factory=list)
    read: set[int] = field(default_factory=set)
    written: set[int] = field(default_factory=set)

    def has_room(self, read: set[int], written: int) -> bool:
        return written not in self.read and self.written.isdisjoint(read)

    def add(self, box: Box, read: set[int], written: int) -> None:
        self.boxes.append(box)
        self.read |= read
        self.written.add(written)


def start_threads() -> ThreadPoolExecutor:
    """One thread per core; kernels release the GIL."""
    return ThreadPoolExecutor(core_count())


def first_worths(classes: ColumnArrays, blocks: Blocks) -> Worths:
    """The worths before the first sweep: finished games at their result, others at 0."""
    worths = np.zeros(blocks.cells, np.int16)
    margins = classes.margins.astype(np.int16)
    for number, box in enumerate(blocks.boxes()):
        if blocks.is_over(box):
            first, second, third = (margins[blocks.of(block)] for block in box)
            results = np.sign(np.add.outer(np.add.outer(first, second), third))
            cells = slice(blocks.offsets[number], blocks.offsets[number + 1])
            worths[cells] = SURE * results.reshape(-1)
    return worths


def plan_batches(classes: ColumnArrays, blocks: Blocks) -> list[Numbers]:
    """The boxes of all unfinished games, one row each, those with the most dice first."""
    dice = (classes.own + classes.other)[blocks.members[blocks.starts[:-1]]]
    batches: dict[int, list[BoxBatch]] = defaultdict(list)
    after = [_blocks_after(blocks, block) for block in range(len(blocks.sizes))]
    for box in blocks.boxes():
        if not blocks.is_over(box):
            read, written = boxes_read(box, after), box_written(blocks, box)
            level = batches[int(dice[list(box)].sum())]
            batch = next((batch for batch in level if batch.has_room(read, written)), None)
            if batch is None:
                level.append(batch := BoxBatch())
            batch.add(box, read - {written}, written)
    return [np.array(batch.boxes) for total in sorted(batches)[::-1] for batch in batches[total]]


def boxes_read(box: Box, after: list[set[int]]) -> set[int]:
    """The numbers of the boxes that one die leads to."""
    return {
        position_number([*box[:column], target, *box[column + 1 :]])
        for column, block in enumerate(box)
        for target in after[block]
    }


def box_written(blocks: Blocks, box: Box) -> int:
    """The number of the box to be updated: the same one, seen by the seat that has just moved."""
    return position_number([int(blocks.swapped[block]) for block in box])


def sweep_batches(
    worths: Worths, blocks: Blocks, batches: Iterable[Numbers], threads: Executor
) -> float:
    """Improve all worths, batch by batch; returns the largest change."""
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


def _blocks_after(blocks: Blocks, block: int) -> set[int]:
    """The blocks that one die can turn this one into."""
    if blocks.full[block]:
        return set()
    return set(map(int, blocks.block[blocks.placed[:, blocks.of(block)]].flat))


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
