"""Writes the compact form of a Bones tablebase, which `compact` reads."""

import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dicehall.games.bones.solver.blocks import Blocks, make_blocks
from dicehall.games.bones.solver.columns import Numbers
from dicehall.games.bones.solver.compact import OFFSET, STEPS
from dicehall.games.bones.solver.kernels import Number, Worths, place_number
from dicehall.games.bones.solver.tablebase import SURE, BonesTablebase
from dicehall.solving.kernels import kernel
from dicehall.solving.tablebases import write_parts

Differences = NDArray[np.uint8]


def write_tablebase(
    tablebase: BonesTablebase, path: Path, progress: Callable[[float], None] = lambda _: None
) -> int:
    """Write a tablebase in compact form; returns the number of bytes."""
    blocks = make_blocks(tablebase.classes)
    slabs: list[bytes] = []
    for number, box in enumerate(blocks.boxes()):
        slabs += map(
            _deflate, _box_differences(np.asarray(tablebase.worths), blocks, np.array(box))
        )
        progress(float(blocks.offsets[number + 1] / blocks.cells))
    head = OFFSET.itemsize * (len(slabs) + 1)
    offsets = np.cumsum([head, *map(len, slabs)]).astype(OFFSET)
    parts = (np.frombuffer(part, np.uint8) for part in (offsets.tobytes(), *slabs))
    write_parts(path, np.dtype(np.uint8), (int(offsets[-1]),), parts)
    return path.stat().st_size


def _deflate(slab: Differences) -> bytes:
    # Differences have few values and runs of zeros but no patterns: longer searches gain nothing.
    packer = zlib.compressobj(9, strategy=zlib.Z_RLE, wbits=-15)
    return packer.compress(slab.tobytes()) + packer.flush()


@kernel()
def _box_differences(worths: Worths, blocks: Blocks, box: Numbers) -> NDArray[np.uint8]:
    """Each cell's step minus the prediction: left plus above minus above left."""
    depth, rows, columns = blocks.sizes[box]
    found = np.empty((depth, rows, columns), np.uint8)
    steps = np.empty((rows, columns), np.uint8)
    for index in range(depth):
        _fill_steps(steps, worths, blocks, box, index)
        found[index] = steps
        found[index, 1:] -= steps[:-1]
        found[index, :, 1:] -= steps[:, :-1]
        found[index, 1:, 1:] += steps[:-1, :-1]
    return found


@kernel()
def _fill_steps(
    steps: NDArray[np.uint8], worths: Worths, blocks: Blocks, box: Numbers, index: Number
) -> None:
    starts, members = blocks.starts[box], blocks.members
    first = members[starts[0] + index]
    for row in range(steps.shape[0]):
        second = members[starts[1] + row]
        low, high = min(first, second), max(first, second)
        for column in range(steps.shape[1]):
            third = members[starts[2] + column]
            bottom, top = min(low, third), max(high, third)
            worth = worths[place_number(bottom, low + high + third - bottom - top, top)]
            steps[row, column] = np.uint8(np.int64(np.rint(worth * (STEPS / SURE))))
