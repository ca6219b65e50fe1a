"""The memory layout of worths while Bones is solved: boxes of three blocks of columns.

A block is a number of column classes with the same dice counts on both sides. Three blocks in order
form a box: the worths of all their triples, the last column running fastest. A position has one
cell, or several equal ones if two of its columns are in one block. Blocks with fuller own columns
come later, so the fastest column is mostly full: no move changes it, and moves in the other two
read adjacent worths.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicehall.games.bones.solver.columns import ColumnArrays, Numbers

BLOCK = 64
"""The most classes in a block, chosen so that boxes read across it fit in a core's cache."""

Box = tuple[int, int, int]
"""Three blocks, in order."""


class Blocks(NamedTuple):
    """The blocks of all classes, as arrays for the kernels."""

    placed: Numbers
    """placed[face - 1, class]: the class after that die, if there is room."""
    block: Numbers
    """The block of each class."""
    places: Numbers
    """Its index in that block; a class and its mirror image have the same one."""
    members: Numbers
    """The classes of block b, in order, are members[starts[b] : starts[b + 1]]."""
    starts: Numbers
    sizes: Numbers
    swapped: Numbers
    """The block from the opponent's point of view."""
    full: NDArray[np.bool_]
    """Whether the own column is full."""
    offsets: Numbers
    """Where each box starts, in the order of `boxes`, and finally where the last one ends."""

    @property
    def cells(self) -> int:
        return int(self.offsets[-1])

    def boxes(self) -> Iterator[Box]:
        """All boxes, in memory order."""
        return _boxes(len(self.sizes))

    def of(self, block: int) -> Numbers:
        """The classes of a block."""
        return self.members[self.starts[block] : self.starts[block + 1]]

    def is_over(self, box: Box) -> bool:
        """Whether a grid is full: all three columns, on one side or the other."""
        columns = list(box)
        return bool(self.full[columns].all() or self.full[self.swapped[columns]].all())


def make_blocks(classes: ColumnArrays) -> Blocks:
    """Split the classes into blocks, and lay out their boxes."""
    parts = sorted(_parts(classes), key=lambda part: _key(classes, part[0]))
    sizes = np.array([len(part) for part in parts])
    block, places = np.empty(classes.count, np.int64), np.empty(classes.count, np.int64)
    for number, part in enumerate(parts):
        block[part], places[part] = number, np.arange(len(part))
    firsts = np.array([part[0] for part in parts])
    return Blocks(
        classes.placed.astype(np.int64),
        block,
        places,
        members=np.concatenate(parts),
        starts=np.concatenate([[0], sizes.cumsum()]),
        sizes=sizes,
        swapped=block[classes.swapped[firsts]],
        full=classes.own[firsts] == classes.height,
        offsets=np.array([0, *(sizes[list(box)].prod() for box in _boxes(len(sizes)))]).cumsum(),
    )


def _boxes(blocks: int) -> Iterator[Box]:
    """All boxes of this many blocks, in the order of `position_number`.

    >>> list(_boxes(2))
    [(0, 0, 0), (0, 0, 1), (0, 1, 1), (1, 1, 1)]
    """
    return (
        (low, middle, high)
        for high in range(blocks)
        for middle in range(high + 1)
        for low in range(middle + 1)
    )


def _parts(classes: ColumnArrays) -> Iterator[Numbers]:
    """The classes in parts of one kind, each followed by its mirror image."""
    kinds: dict[tuple[int, int], list[int]] = defaultdict(list)
    for number, swapped in enumerate(classes.swapped):
        if number == swapped:
            yield np.array([number])
        elif number < swapped:
            kinds[int(classes.own[number]), int(classes.other[number])].append(number)
    for numbers in kinds.values():
        for part in np.array_split(np.array(numbers), -(-len(numbers) // BLOCK)):
            yield part
            yield classes.swapped[part].astype(np.int64)


def _key(classes: ColumnArrays, number: int) -> tuple[int, int, int]:
    return int(classes.own[number]), -int(classes.other[number]), number
