"""How small a tablebase of Bones could be: some ways to pack it, tried on a sample of its boxes.

    python -m research.bones.measure_compact knucklebones

Needs the tablebase (`dicehall solve knucklebones`). Each way packs the same random boxes (see
games.bones.solver.blocks), drawn by their size, and what they take together gives the size of the
whole. *entropy* is what no coder of single numbers goes below; *deflated* is what zlib makes of
a box.

worths, 16 bits    exact: each worth less what its neighbours to the left and above foretell
worths, 255 steps  what `dicehall solve --compact` writes, but for its smaller pieces
best moves         for each of the six faces the column to choose, two bits each: it plays exactly,
                   but tells no worth, so neither a hint nor a review nor the odds

The columns of a position are in order in all of them, a sixth of what would be else. There is no
other symmetry to use: the same grids are worth something else to the other seat, whose turn it is.
At last, if the compact form is on this machine: how long a look-up takes in it.
"""

import argparse
import zlib
from itertools import product
from time import process_time

import numpy as np
from numpy.typing import NDArray

from dicehall.games.bones.solver.blocks import Blocks, Box, make_blocks
from dicehall.games.bones.solver.columns import position_numbers
from dicehall.games.bones.solver.compact import STEPS
from dicehall.games.bones.solver.tablebase import (
    NO_COLUMN,
    SURE,
    BonesTablebase,
    open_compact,
    open_tablebase,
)

Codes = NDArray[np.integer]
"""What is written for the cells of a box."""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("scoring", choices=("knucklebones", "knuckles"))
    parser.add_argument("--boxes", type=int, default=100)
    parser.add_argument("--lookups", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    tablebase, random = open_tablebase(options.scoring), np.random.default_rng(options.seed)
    if tablebase is None:
        raise SystemExit(f"first: dicehall solve {options.scoring}")
    report_sizes(tablebase, options.boxes, random)
    compact = open_compact(options.scoring)
    if compact is not None:
        report_lookups(compact, options.lookups, random)


def report_sizes(tablebase: BonesTablebase, count: int, random: np.random.Generator) -> None:
    """Print what each way would take for the whole tablebase."""
    blocks = make_blocks(tablebase.classes)
    boxes, cells = list(blocks.boxes()), np.diff(blocks.offsets)
    entropies, deflated = dict[str, list[float]](), dict[str, list[float]]()
    for number in random.choice(len(boxes), count, p=cells / cells.sum()):
        for way, codes in packings(tablebase, blocks, boxes[number]).items():
            entropies.setdefault(way, []).append(entropy(codes))
            deflated.setdefault(way, []).append(
                8 * len(zlib.compress(codes.tobytes(), 9)) / cells[number]
            )
    print(f"{tablebase.classes.scoring}: {tablebase.worths.shape[0]:,} worths of 16 bits")
    for way in entropies:
        print(
            f"  {way:18} entropy {gigabytes(float(np.mean(entropies[way])), blocks)}, "
            f"deflated {gigabytes(float(np.mean(deflated[way])), blocks)}"
        )


def packings(tablebase: BonesTablebase, blocks: Blocks, box: Box) -> dict[str, Codes]:
    """What each way writes for the cells of a box."""
    shape = tuple(blocks.sizes[list(box)])
    cells = np.array(list(product(*map(blocks.of, box))), np.int16)
    worths = np.asarray(tablebase.worths[position_numbers(cells)]).reshape(shape)
    steps = np.rint(worths * (STEPS / SURE)).astype(np.int8)
    return {
        "worths, 16 bits": differences(worths.view(np.uint16)),
        "worths, 255 steps": differences(steps.view(np.uint8)),
        "best moves": best_moves(tablebase, cells),
    }


def differences(values: Codes) -> Codes:
    """Each number less what its neighbours foretell: left plus above minus between."""
    found = values.copy()
    found[:, 1:] -= values[:, :-1]
    found[:, :, 1:] -= values[:, :, :-1]
    found[:, 1:, 1:] += values[:, :-1, :-1]
    return found


def best_moves(tablebase: BonesTablebase, positions: NDArray[np.int16]) -> Codes:
    """The columns to choose, two bits a face; the lowest of equals, 3 if all are full."""
    chosen = []
    for placed in tablebase.classes.placed:
        worths = tablebase.after_moves(positions, placed[positions])
        chosen.append(np.where(worths.max(axis=1) == NO_COLUMN, 3, worths.argmax(axis=1)))
    shifts = np.arange(0, 2 * len(chosen), 2)[:, None]
    packed: Codes = np.bitwise_or.reduce(np.stack(chosen) << shifts).astype(np.uint16)
    return packed


def entropy(codes: Codes) -> float:
    """Bits a code, if each is written by how often it occurs."""
    _, counts = np.unique(codes, return_counts=True)
    shares = counts / counts.sum()
    return float(-(shares * np.log2(shares)).sum())


def gigabytes(bits: float, blocks: Blocks) -> str:
    return f"{bits:5.2f} bits a cell = {bits * blocks.cells / 8e9:.2f} GB"


def report_lookups(compact: BonesTablebase, count: int, random: np.random.Generator) -> None:
    """Print what single look-ups at random places take."""
    numbers = random.integers(0, compact.worths.shape[0], count)
    took = np.empty(count)
    for place, number in enumerate(numbers):
        began = process_time()
        compact.worths[number]
        took[place] = process_time() - began
    print(
        f"  a look-up in the compact form: median {1e3 * np.median(took):.3f} ms, "
        f"99 of 100 under {1e3 * np.percentile(took, 99):.3f} ms"
    )


if __name__ == "__main__":
    main()
