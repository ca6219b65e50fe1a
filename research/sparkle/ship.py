"""Writes the Sparkle tablebases that ship with the package, solving the game if necessary.

    python -m research.sparkle.ship

The upper bounds are computed as well, which takes some minutes.
"""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dicehall.games.sparkle.solver.horizon import HORIZONS, Horizon
from dicehall.games.sparkle.solver.layout import Values
from dicehall.games.sparkle.solver.solution import FILE, UNIT, load_solved, solve
from research.sparkle.upper_bound import upper_bound

PLANES = 4
"""The bytes per number; all lowest bytes come first, then all second ones, which compresses
best."""


def main() -> None:
    """Write the file and print its size."""
    solved = {
        horizon: ((load_solved(curve) or solve(curve)).starts, upper_bound(horizon))
        for curve, horizon in HORIZONS.items()
    }
    write_shipped(FILE, solved)
    print(f"{FILE}: {FILE.stat().st_size:,} bytes")


def write_shipped(path: Path, solved: dict[Horizon, tuple[Values, float]]) -> None:
    """Write the values of starting a turn, and the upper bounds, for `shipped.read_shipped`."""
    arrays: dict[str, NDArray[np.generic]] = {}
    for horizon, (starts, at_most) in solved.items():
        arrays[horizon.name] = _pack(horizon, starts)
        arrays[horizon.bound_name] = np.array(at_most)
    np.savez_compressed(path, allow_pickle=False, **arrays)


def _pack(horizon: Horizon, starts: Values) -> NDArray[np.uint8]:
    """What each total adds to the gain of the total before, as planes of bytes."""
    gains = np.rint((starts - horizon.sums) / UNIT).astype("<i4")
    steps = np.diff(gains, axis=-1, prepend=np.zeros((*gains.shape[:-1], 1), dtype="<i4"))
    return np.ascontiguousarray(steps.reshape(-1).view(np.uint8).reshape(-1, PLANES).T)


if __name__ == "__main__":
    main()
