"""Sparkle solved: the highest expected final score, from every state within a horizon.

The tablebase keeps the value of throwing all five dice at each point of a turn; the values of a
decision are computed from those when they are asked for (see `moves`).
"""

from dataclasses import dataclass
from itertools import pairwise
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicehall.games.sparkle.rules import EXTRA_DICE, SparkleState
from dicehall.games.sparkle.solver.between import lane_below, reach_beyond
from dicehall.games.sparkle.solver.horizon import HORIZONS, Horizon, Totals, TurnReport
from dicehall.games.sparkle.solver.layout import STEP, Values
from dicehall.games.sparkle.solver.starts import KEEP_TOTALS, LowerStarts, fizzles_at
from dicehall.solving.tablebases import load_tablebase, save_tablebase

TIGHT = 0.01
"""Points: what a page could show of a difference."""

Gains = NDArray[np.floating[Any]]


@dataclass(frozen=True, slots=True)
class SparkleSolution:
    """The values of throwing five dice and of starting a turn, turn by turn."""

    horizon: Horizon
    gains: tuple[Gains, ...]
    """For each turn, what five dice are worth less the known total at its start: by that total,
    steps of turn points, Extra Dice and waiting set."""
    starts: Values
    """What it is worth to start, by turn, Extra Dice, and total in steps."""
    at_most: float = inf
    """A score that no play of a new game exceeds on the average; unknown if infinite."""

    @property
    def value(self) -> float:
        """The expected final score of a new game."""
        return self.start_value(1, 0, EXTRA_DICE)

    @property
    def tight(self) -> bool:
        """Whether the value is as good as exact: no play adds more to it than a page shows."""
        return self.at_most - self.value <= TIGHT

    def reaches(self, state: SparkleState) -> bool:
        """Whether the tablebase covers this turn and total."""
        return state.number <= self.horizon.turns and state.total <= self.horizon.highest

    def following(self, turn: int) -> LowerStarts:
        """What the turn after this one is worth at its start."""
        return LowerStarts(self.starts[turn]) if turn < self.horizon.turns else KEEP_TOTALS

    def start_value(self, turn: int, total: int, extra: int) -> float:
        """The expected final score at the start of a turn."""
        return float(self.start_values(turn, np.array([total]), extra)[0])

    def start_values(self, turn: int, totals: Totals, extra: int) -> Values:
        """The same for many totals."""
        values: Values = self.following(turn - 1).at(totals, extra + 1)[extra]
        return values

    def five_dice(self, turn: int, total: int, extra: int) -> Values:
        """What five dice are worth less this total: by steps of points, Extra Dice up to `extra`,
        and waiting set; between known totals as `between` says."""
        known = self.horizon.totals(turn)
        below = int(lane_below(known, np.array([total]))[0])
        values = self._five_dice(turn, below, total, extra)
        lower, asked = max(0, below - 1), self.horizon.threshold(turn)
        if total == known[below] or known[lower] < asked <= known[below] or lower == below:
            return values
        totals = np.array([known[lower], known[below], total])
        fizzles = fizzles_at(self.horizon, turn, totals, self.following(turn))[:, : extra + 2]
        reach = reach_beyond(fizzles[1] - fizzles[0], fizzles[2] - fizzles[1])[-1]
        further = self._five_dice(turn, lower, total, extra)
        shared = values[: len(further)]
        drawn: Values = shared + reach * (shared - further[: len(shared)])
        return drawn

    def _five_dice(self, turn: int, lane: int, total: int, extra: int) -> Values:
        """By the plan for a known total that is not higher than this one."""
        above = total - int(self.horizon.totals(turn)[lane])
        gains = self.gains[turn - 1][lane, above // STEP :, : extra + 1]
        return gains.astype(np.float64) - above


def load(curve: str) -> SparkleSolution | None:
    """The solution kept on disk; None if it is not there yet."""
    horizon = HORIZONS[curve]
    gains, starts = load_tablebase(horizon.name), load_tablebase(horizon.starts_name)
    if gains is None or starts is None:
        return None
    bound = load_tablebase(horizon.bound_name)
    return _unpack(horizon, gains, starts, inf if bound is None else float(bound[0]))


def solve(curve: str, report: TurnReport = lambda turn: None) -> SparkleSolution:
    """Solve a curve, less than a minute on one core, and keep the tablebase."""
    from dicehall.games.sparkle.solver.turns import solve_lower

    horizon = HORIZONS[curve]
    gains = np.empty(horizon.offsets()[-1], dtype=np.float32)
    starts = np.empty((horizon.turns, horizon.extra + 1, len(horizon.sums)))
    kept = _unpack(horizon, gains, starts)
    for solved in solve_lower(horizon):
        _, points, extras, _ = kept.gains[solved.turn - 1].shape
        kept.gains[solved.turn - 1][:] = solved.gains[:, :points, :extras]
        starts[solved.turn - 1] = solved.starts
        report(solved.turn)
    save_tablebase(horizon.name, gains)
    save_tablebase(horizon.starts_name, starts)
    return kept


def _unpack(
    horizon: Horizon, gains: Gains, starts: Values, at_most: float = inf
) -> SparkleSolution:
    shapes = zip(pairwise(horizon.offsets()), horizon.shapes(), strict=True)
    turns = tuple(gains[start:stop].reshape(shape) for (start, stop), shape in shapes)
    return SparkleSolution(horizon, turns, starts, at_most)
