"""The tablebases of Sparkle that come with the package, small by rounding and by differences."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dicehall.games.sparkle.solver.horizon import Horizon
from dicehall.games.sparkle.solver.layout import Values

FILE = Path(__file__).parents[1] / "starts.npz"
UNIT = 1e-4
"""Points: what values are rounded to."""
PLANES = 4
"""The bytes of a number; first all lowest ones, then all second ones: that packs best."""


def read_shipped(horizon: Horizon, path: Path = FILE) -> tuple[Values, float]:
    """What starting a turn is worth, and a score that no play exceeds on the average."""
    with np.load(path) as arrays:
        return _unpack(horizon, arrays[horizon.name]), float(arrays[horizon.bound_name])


def write_shipped(path: Path, solved: dict[Horizon, tuple[Values, float]]) -> None:
    """Write the file that the package brings."""
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


def _unpack(horizon: Horizon, planes: NDArray[np.uint8]) -> Values:
    steps = np.ascontiguousarray(planes.T).view("<i4")
    shape = (horizon.turns, horizon.extra + 1, len(horizon.sums))
    starts: Values = np.cumsum(steps.reshape(shape), axis=-1) * UNIT + horizon.sums
    return starts
