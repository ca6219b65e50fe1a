"""Sparkle solved: the highest expected final score from every state within a horizon.

The tablebase has the value of starting a turn, for each turn, total and number of Extra Dice. It is
small and ships with the package; the current turn is solved from it on demand (see `one_turn`).
"""

from dataclasses import dataclass
from functools import lru_cache
from math import inf
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dicehall.games.sparkle.rules import EXTRA_DICE, SparkleState
from dicehall.games.sparkle.solver.horizon import HORIZONS, Horizon, TurnReport
from dicehall.games.sparkle.solver.layout import STEP, Values
from dicehall.games.sparkle.solver.one_turn import OneTurn, first_step, narrowed, solve_one_turn
from dicehall.games.sparkle.solver.starts import KEEP_TOTALS, LowerStarts
from dicehall.solving.tablebases import load_tablebase, save_tablebase

FILE = Path(__file__).parents[1] / "starts.npz"
UNIT = 1e-4
"""In points: values are rounded to this."""


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


TIGHT = 0.01
"""In points: the smallest difference that a page could show."""
TURNS_KEPT = 16
"""How many solved turns to cache, of one to three megabytes each."""


@dataclass(frozen=True, slots=True, eq=False)
class SparkleSolution:
    """The values of starting a turn, turn by turn."""

    horizon: Horizon
    starts: Values
    """The value of starting, by turn, Extra Dice, and total in steps."""
    at_most: float = inf
    """A score that no play of a new game exceeds on average; infinite if unknown."""

    @property
    def value(self) -> float:
        """The expected final score of a new game."""
        return self.start_value(1, 0, EXTRA_DICE)

    @property
    def tight(self) -> bool:
        """Whether the value is practically exact: no play gains more than a page could show."""
        return self.at_most - self.value <= TIGHT

    def reaches(self, state: SparkleState) -> bool:
        """Whether the tablebase covers this turn and total."""
        return state.number <= self.horizon.turns and state.total <= self.horizon.highest

    def following(self, turn: int) -> LowerStarts:
        """The value of starting the next turn."""
        return LowerStarts(self.starts[turn]) if turn < self.horizon.turns else KEEP_TOTALS

    def start_value(self, turn: int, total: int, extra: int) -> float:
        """The expected final score at the start of a turn."""
        return float(self.following(turn - 1).at(np.array([total]), extra + 1)[extra, 0])

    def turn(self, state: SparkleState) -> OneTurn:
        """The current turn, solved at least from the points of this state on."""
        first = first_step(self.horizon, state.number, state.total, state.points // STEP)
        horizon = narrowed(self.horizon, state.extra)
        return _solve_one_turn(self, horizon, state.number, state.total, first)


@lru_cache(TURNS_KEPT)
def _solve_one_turn(
    solution: SparkleSolution, horizon: Horizon, number: int, total: int, first: int
) -> OneTurn:
    return solve_one_turn(horizon, number, total, first, solution.following(number))


def load(curve: str) -> SparkleSolution:
    """The solution made on this machine, or the one that ships with the package."""
    horizon = HORIZONS[curve]
    return load_solved(curve) or SparkleSolution(horizon, *read_shipped(horizon))


def load_solved(curve: str) -> SparkleSolution | None:
    """The solution made on this machine, if any."""
    horizon = HORIZONS[curve]
    starts = load_tablebase(horizon.name)
    return None if starts is None else SparkleSolution(horizon, starts, shipped_bound(horizon))


def solve(curve: str, report: TurnReport = lambda turn: None) -> SparkleSolution:
    """Solve a curve, in about a minute on one core, and store the tablebase."""
    from dicehall.games.sparkle.solver.turns import solve_lower

    horizon = HORIZONS[curve]
    starts = np.empty((horizon.turns, horizon.extra + 1, len(horizon.sums)))
    for solved in solve_lower(horizon):
        starts[solved.turn - 1] = solved.starts
        report(solved.turn)
    save_tablebase(horizon.name, starts)
    return SparkleSolution(horizon, starts, shipped_bound(horizon))
