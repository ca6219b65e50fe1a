"""The order in which a sweep over Bones takes its boxes: most dice first, in batches.

No box of a batch reads what another one writes, so that the result of a sweep is the same whatever
the number of threads.
"""

from collections import defaultdict
from dataclasses import dataclass, field

import numpy as np

from dicehall.games.bones.columns import position_number
from dicehall.games.bones.solver.blocks import Blocks, Box
from dicehall.games.bones.solver.columns import ColumnArrays, Numbers


@dataclass
class BoxBatch:
    """Boxes that are renewed side by side, and the numbers of all that they read and write."""

    boxes: list[Box] = field(default_factory=list)
    read: set[int] = field(default_factory=set)
    written: set[int] = field(default_factory=set)

    def has_room(self, read: set[int], written: int) -> bool:
        return written not in self.read and self.written.isdisjoint(read)

    def add(self, box: Box, read: set[int], written: int) -> None:
        self.boxes.append(box)
        self.read |= read
        self.written.add(written)


def plan_batches(classes: ColumnArrays, blocks: Blocks) -> list[Numbers]:
    """The boxes of all games that go on, a line each, those with most dice first."""
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
    """The numbers of the boxes into which one die leads."""
    return {
        position_number([*box[:column], target, *box[column + 1 :]])
        for column, block in enumerate(box)
        for target in after[block]
    }


def box_written(blocks: Blocks, box: Box) -> int:
    """The number of the box that is renewed: the same, as the seat sees it that has just moved."""
    return position_number([int(blocks.swapped[block]) for block in box])


def _blocks_after(blocks: Blocks, block: int) -> set[int]:
    """The blocks that one die makes of this one."""
    if blocks.full[block]:
        return set()
    return set(map(int, blocks.block[blocks.placed[:, blocks.of(block)]].flat))
