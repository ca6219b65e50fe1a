"""Sparkle solved: the highest expected final score, from every state within a horizon.

The tablebase knows what it is worth to start a turn, for each turn, total and number of Extra Dice.
It is small and comes with the package; a turn that is played is solved from it when somebody asks
(see `one_turn`).
"""

from dataclasses import dataclass
from functools import lru_cache
from math import inf

import numpy as np

from dicehall.games.sparkle.rules import EXTRA_DICE, SparkleState
from dicehall.games.sparkle.solver.horizon import HORIZONS, Horizon, TurnReport
from dicehall.games.sparkle.solver.layout import STEP, Values
from dicehall.games.sparkle.solver.one_turn import (
    OneTurn,
    first_step,
    narrowed,
    solve_one_turn,
)
from dicehall.games.sparkle.solver.shipped import read_shipped, shipped_bound
from dicehall.games.sparkle.solver.starts import KEEP_TOTALS, LowerStarts
from dicehall.solving.tablebases import load_tablebase, save_tablebase

TIGHT = 0.01
"""Points: what a page could show of a difference."""
TURNS_KEPT = 16
"""Solved turns that are kept in memory, of one to three megabytes each."""


@dataclass(frozen=True, slots=True, eq=False)
class SparkleSolution:
    """The values of starting a turn, turn by turn."""

    horizon: Horizon
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
        return float(self.following(turn - 1).at(np.array([total]), extra + 1)[extra, 0])

    def turn(self, state: SparkleState) -> OneTurn:
        """The turn that is being played, solved at least from the points of this state on."""
        first = first_step(self.horizon, state.number, state.total, state.points // STEP)
        horizon = narrowed(self.horizon, state.extra)
        return _solve_one_turn(self, horizon, state.number, state.total, first)


@lru_cache(TURNS_KEPT)
def _solve_one_turn(
    solution: SparkleSolution, horizon: Horizon, number: int, total: int, first: int
) -> OneTurn:
    return solve_one_turn(horizon, number, total, first, solution.following(number))


def load(curve: str) -> SparkleSolution:
    """The solution made on this machine, or else the one that comes with the package."""
    horizon = HORIZONS[curve]
    return load_solved(curve) or SparkleSolution(horizon, *read_shipped(horizon))


def load_solved(curve: str) -> SparkleSolution | None:
    """The solution made on this machine, if any."""
    horizon = HORIZONS[curve]
    starts = load_tablebase(horizon.name)
    return None if starts is None else SparkleSolution(horizon, starts, shipped_bound(horizon))


def solve(curve: str, report: TurnReport = lambda turn: None) -> SparkleSolution:
    """Solve a curve, about a minute on one core, and keep the tablebase."""
    from dicehall.games.sparkle.solver.turns import solve_lower

    horizon = HORIZONS[curve]
    starts = np.empty((horizon.turns, horizon.extra + 1, len(horizon.sums)))
    for solved in solve_lower(horizon):
        starts[solved.turn - 1] = solved.starts
        report(solved.turn)
    save_tablebase(horizon.name, starts)
    return SparkleSolution(horizon, starts, shipped_bound(horizon))
