"""Makes Sparkle's tablebases, one for each curve."""

from time import perf_counter

from dicehall.games.sparkle.solver.horizon import HORIZONS, Horizon
from dicehall.games.sparkle.solver.solution import SparkleSolution, load_solved, solve
from dicehall.solving.making import MakingReport, SolveReport
from dicehall.solving.tablebases import forget_tablebase

USUAL = "classic"
"""The curve whose value is reported."""


def make(game: str, report: MakingReport, *, again: bool = False) -> SolveReport:
    """The score that best play within the horizon reaches, and one that no play exceeds.

    The latter ships with the package: research/sparkle/upper_bound.py proves it.
    """
    began = perf_counter()
    values, details = {}, {}
    for curve, horizon in HORIZONS.items():
        if again:
            forget_tablebase(horizon.name)
        solution = load_solved(curve) or _solve(horizon, report)
        values[curve] = details[f"{curve}_at_least"] = solution.value
        details[f"{curve}_at_most"] = solution.at_most
    seconds = perf_counter() - began
    return SolveReport(values[USUAL], "points", seconds, {"exact": False, **details})


def _solve(horizon: Horizon, report: MakingReport) -> SparkleSolution:
    doing = f"{horizon.curve.capitalize()} curve"
    report(doing, 0)
    return solve(horizon.curve, lambda turn: report(doing, 1 - (turn - 1) / horizon.turns))
