"""Sparkle solved: the highest expected final score, from every state within a horizon.

The tablebase keeps the value of throwing all five dice at each point of a turn; the values of a
decision are computed from those when they are asked for (see `sparkle_moves`).
"""

from dataclasses import dataclass
from itertools import pairwise
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicehall.games.sparkle.rules import EXTRA_DICE, SparkleState
from dicehall.games.sparkle.solver.horizon import HORIZONS, Horizon, Totals, TurnReport
from dicehall.games.sparkle.solver.layout import STEP, Values
from dicehall.solving.tablebases import load_tablebase, save_tablebase

TIGHT = 0.01
"""Points: what a page could show of a difference."""


@dataclass(frozen=True, slots=True)
class SparkleSolution:
    """The values of throwing five dice, turn by turn, less the total at the start of the turn."""

    horizon: Horizon
    gains: tuple[NDArray[np.floating[Any]], ...]
    """For each turn: by known total, steps of turn points, Extra Dice and waiting set."""
    at_most: float = inf
    """A score that no play of a new game exceeds on the average; unknown if infinite."""

    @property
    def value(self) -> float:
        """The expected final score of a new game."""
        return self.start_value(1, 0, EXTRA_DICE)

    @property
    def tight(self) -> bool:
        """Whether the value is as good as exact: nothing beyond the horizon can add to it."""
        return self.at_most - self.value <= TIGHT

    def reaches(self, state: SparkleState) -> bool:
        """Whether the tablebase covers this turn and total."""
        return state.number <= self.horizon.turns and state.total <= self.horizon.highest

    def start_value(self, turn: int, total: int, extra: int) -> float:
        """The expected final score at the start of a turn."""
        return float(self.start_values(turn, np.array([total]), extra)[0])

    def start_values(self, turn: int, totals: Totals, extra: int) -> Values:
        """The same for many totals; between known ones as the horizon says."""
        if turn > self.horizon.turns:
            return totals.astype(np.float64)
        known = self.horizon.totals(turn)
        totals = np.maximum(totals, known[0])
        lanes = np.searchsorted(known, totals, side="right") - 1
        gains = self.gains[turn - 1][:, :, :, 0]
        above = totals - known[lanes]
        steps = np.minimum(above // STEP, gains.shape[1] - 1)
        extra = min(extra, gains.shape[2] - 1)
        as_points = gains[lanes, steps, extra].astype(np.float64)
        values: Values = np.maximum(as_points, gains[lanes, 0, extra] + above)
        return known[lanes] + values


def lane_below(known: Totals, total: int) -> int:
    """The place of the highest known total that is not above this one."""
    return int(np.searchsorted(known, total, side="right")) - 1


def load(curve: str) -> SparkleSolution | None:
    """The solution kept on disk; None if it is not there yet."""
    horizon = HORIZONS[curve]
    tablebase, bound = load_tablebase(horizon.name), load_tablebase(horizon.bound_name)
    if tablebase is None:
        return None
    return _unpack(horizon, tablebase, inf if bound is None else float(bound[0]))


def solve(curve: str, report: TurnReport = lambda turn: None) -> SparkleSolution:
    """Solve a curve, a few minutes on one core, and keep the tablebase."""
    from dicehall.games.sparkle.solver.turns import solve_lower

    horizon = HORIZONS[curve]
    tablebase = np.empty(horizon.offsets()[-1], dtype=np.float32)
    kept = _unpack(horizon, tablebase)
    for turn, gains in solve_lower(horizon):
        _, points, extras, _ = kept.gains[turn - 1].shape
        kept.gains[turn - 1][:] = gains[:, :points, :extras]
        report(turn)
    save_tablebase(horizon.name, tablebase)
    return kept


def _unpack(
    horizon: Horizon, tablebase: NDArray[np.floating[Any]], at_most: float = inf
) -> SparkleSolution:
    offsets = horizon.offsets()
    return SparkleSolution(
        horizon,
        tuple(
            tablebase[start:stop].reshape(shape)
            for (start, stop), shape in zip(pairwise(offsets), horizon.shapes(), strict=True)
        ),
        at_most,
    )
