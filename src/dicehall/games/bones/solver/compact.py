"""A small file format for the worths of Bones, to share with others. Needs NumPy but not Numba.

Each worth is rounded to one of 255 steps. The cells of a box (see `blocks`) that share their first
column form a slab: each cell is stored as its difference from what its left and upper neighbours
predict, and the slab is deflated. A lookup inflates one slab.
"""

import zlib
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicehall.games.bones.columns import number_in_order, position_count
from dicehall.games.bones.solver.blocks import Blocks, make_blocks
from dicehall.games.bones.solver.columns import ColumnArrays, Numbers

STEPS = 127
"""The step of a certain win."""
SLABS_IN_MEMORY = 4096
OFFSET = np.dtype("<i8")


class CompactWorths:
    """Reads worths like an array of all of them, one or many at a time, slab by slab."""

    def __init__(self, classes: ColumnArrays, array: NDArray[np.uint8], sure: int) -> None:
        self._blocks, self._array = make_blocks(classes), array
        self._firsts = slab_firsts(self._blocks)
        self._offsets = array[: OFFSET.itemsize * (self._firsts[-1] + 1)].view(OFFSET)
        self._values = np.rint(np.arange(-STEPS, STEPS + 1) * (sure / STEPS)).astype(np.int16)
        columns = np.arange(classes.count)
        self._highs = number_in_order(0, 0, columns)
        self._middles = number_in_order(0, columns, 0)
        self.shape = (position_count(classes.count),)
        self._slab = lru_cache(SLABS_IN_MEMORY)(self._inflate)

    def __getitem__(self, numbers: Any) -> Any:
        if np.ndim(numbers) == 0:
            return self._worth(int(numbers))
        return np.array([self._worth(int(number)) for number in numbers], np.int16)

    def _worth(self, number: int) -> np.int16:
        box, first, row, column = self._cell(number)
        return np.int16(self._values[int(self._slab(box, first)[row, column]) + STEPS])

    def _cell(self, number: int) -> tuple[tuple[int, int, int], int, int, int]:
        """The box of a position, and its index there."""
        high = int(np.searchsorted(self._highs, number, "right")) - 1
        number -= int(self._highs[high])
        middle = int(np.searchsorted(self._middles, number, "right")) - 1
        low = number - int(self._middles[middle])
        block, places = self._blocks.block, self._blocks.places
        (a, i), (b, j), (c, k) = sorted(
            (int(block[column]), int(places[column])) for column in (low, middle, high)
        )
        return (a, b, c), i, j, k

    def _inflate(self, box: tuple[int, int, int], first: int) -> NDArray[np.int8]:
        slab = int(self._firsts[number_in_order(*box)]) + first
        packed = self._array[self._offsets[slab] : self._offsets[slab + 1]]
        rows, columns = self._blocks.sizes[list(box[1:])]
        differences = np.frombuffer(zlib.decompress(packed.tobytes(), wbits=-15), np.uint8).reshape(
            rows, columns
        )
        steps = differences.cumsum(0, np.uint8).cumsum(1, np.uint8)
        return steps.view(np.int8)


def slab_firsts(blocks: Blocks) -> Numbers:
    """The number of the first slab of each box, and finally the total."""
    return np.array([0, *(blocks.sizes[first] for first, _, _ in blocks.boxes())]).cumsum()


def is_compact(array: NDArray[Any], classes: ColumnArrays) -> bool:
    """Whether an array looks like one that `CompactWorths` reads."""
    slabs = int(slab_firsts(make_blocks(classes))[-1])
    head = OFFSET.itemsize * (slabs + 1)
    if array.dtype != np.uint8 or array.ndim != 1 or array.size < head:
        return False
    offsets = array[:head].view(OFFSET)
    return bool(offsets[0] == head and offsets[-1] == array.size)
