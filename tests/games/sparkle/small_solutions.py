"""Sparkle solved within narrow horizons, in memory."""

import numpy as np

from dicehall.games.sparkle.solver.horizon import Horizon
from dicehall.games.sparkle.solver.solution import SparkleSolution
from dicehall.games.sparkle.solver.turns import solve_lower


def solved(horizon: Horizon) -> SparkleSolution:
    """A solution of which everything is kept."""
    turns = sorted(solve_lower(horizon))
    return SparkleSolution(
        horizon,
        tuple(turn.gains for turn in turns),
        np.stack([turn.starts for turn in turns]),
    )
