"""The Sparkle tablebases that ship with the package, rounded and compressed.

research/sparkle/ship.py writes them.
"""

from math import inf
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dicehall.games.sparkle.solver.horizon import Horizon
from dicehall.games.sparkle.solver.layout import Values

FILE = Path(__file__).parents[1] / "starts.npz"
UNIT = 1e-4
"""In points: values are rounded to this."""
PLANES = 4
"""The bytes per number; all lowest bytes come first, then all second ones, which compresses
best."""


def read_shipped(horizon: Horizon, path: Path = FILE) -> tuple[Values, float]:
    """The values of starting a turn, and a score that no play exceeds on average."""
    with np.load(path) as arrays:
        return _unpack(horizon, arrays[horizon.name]), float(arrays[horizon.bound_name])


def shipped_bound(horizon: Horizon) -> float:
    """A score that no play exceeds on average; infinite for a horizon that is not shipped."""
    with np.load(FILE) as arrays:
        return float(arrays[horizon.bound_name]) if horizon.bound_name in arrays else inf


def _unpack(horizon: Horizon, planes: NDArray[np.uint8]) -> Values:
    steps = np.ascontiguousarray(planes.T).view("<i4")
    shape = (horizon.turns, horizon.extra + 1, len(horizon.sums))
    starts: Values = np.cumsum(steps.reshape(shape), axis=-1) * UNIT + horizon.sums
    return starts
