"""Writes the tables of FUNE that ship with the package, solving the game if necessary.

python -m research.fune.ship
"""

import zlib

import numpy as np
from numpy.typing import NDArray

from dicehall.games.fune.solver.dice import SUMS
from dicehall.games.fune.solver.solution import fune_values
from dicehall.games.fune.tables import (
    HIGH,
    OUTLOOKS,
    SLICE_UNIT,
    VALUE_BYTES,
    VALUE_UNIT,
    VALUES,
)
from research.fune.outlook import SCALE, Outlooks, fune_outlooks

BEST = 9


def main() -> None:
    """Write both files."""
    VALUES.write_bytes(pack_values(fune_values()))
    OUTLOOKS.write_bytes(pack_outlooks(fune_outlooks()))
    for file in (VALUES, OUTLOOKS):
        print(f"{file}: {file.stat().st_size:,} bytes")


def pack_values(values: NDArray[np.float64]) -> bytes:
    """The differences between neighbouring cards, as planes of bytes."""
    by_card = [values[boxes, low : high + 1] for boxes, (low, high) in enumerate(SUMS)]
    units = np.rint(np.concatenate(by_card) / VALUE_UNIT).astype("<i4")
    steps = np.diff(units, prepend=np.zeros(1, "<i4"))
    return zlib.compress(steps.view(np.uint8).reshape(-1, VALUE_BYTES).T.tobytes(), BEST)


def pack_outlooks(outlooks: Outlooks) -> bytes:
    """The two bytes of each card's first slice, then what each slice adds to the one before."""
    units = np.rint(outlooks / SCALE / SLICE_UNIT).astype(np.int64)
    steps = np.diff(units, axis=1)
    assert steps.min() >= 0
    assert steps.max() < HIGH
    planes = np.vstack([units[:, 0] // HIGH, units[:, 0] % HIGH, steps.T])
    return zlib.compress(planes.astype(np.uint8).tobytes(), BEST)


if __name__ == "__main__":
    main()
