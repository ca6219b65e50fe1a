"""Sparkle solved within narrow horizons, in memory."""

from operator import attrgetter

import numpy as np

from dicehall.games.sparkle.solver.horizon import Horizon
from dicehall.games.sparkle.solver.solution import SparkleSolution
from dicehall.games.sparkle.solver.turns import solve_lower


def solved(horizon: Horizon) -> SparkleSolution:
    """The solution of a horizon."""
    turns = sorted(solve_lower(horizon), key=attrgetter("turn"))
    return SparkleSolution(horizon, np.stack([turn.starts for turn in turns]))
