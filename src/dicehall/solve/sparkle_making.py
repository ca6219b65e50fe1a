"""Makes Sparkle's tables, one for each curve, and checks how far they may be from exact."""

from time import perf_counter

from dicehall.solve.making import Made, Report
from dicehall.solve.sparkle import Solution, load, solve
from dicehall.solve.sparkle_horizon import HORIZONS, Horizon
from dicehall.solve.tables import forget_table

USUAL = "classic"
"""The curve whose value is given."""
MOST_EXTRA = 40
"""Up to how many Extra Dice the ceiling is worked out; beyond that it is estimated upward."""


def make(game: str, report: Report, *, again: bool = False) -> Made:
    """The expected score of best play within the horizon, and a score that no play exceeds."""
    began = perf_counter()
    made, details = {}, {}
    for curve, horizon in HORIZONS.items():
        if again:
            forget_table(horizon.name)
        solution = load(curve) or _solve(horizon, report)
        made[curve] = solution.value
        details[f"{curve}_at_least"] = solution.value
    solved = perf_counter() - began
    return Made(made[USUAL], "points", solved, {"exact": False, **details})


def _solve(horizon: Horizon, report: Report) -> Solution:
    title = f"{horizon.curve.capitalize()} curve"
    report(title, 0)
    return solve(horizon.curve, lambda turn: report(title, 1 - (turn - 1) / horizon.turns))
