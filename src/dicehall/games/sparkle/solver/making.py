"""Makes Sparkle's tablebases, one for each curve, and bounds how far they may be from exact."""

from time import perf_counter

import numpy as np

from dicehall.games.sparkle.solver.horizon import HORIZONS, Horizon
from dicehall.games.sparkle.solver.solution import SparkleSolution, load_solved, solve
from dicehall.solving.making import Made, MakingReport
from dicehall.solving.tablebases import forget_tablebase, load_tablebase, save_tablebase

USUAL = "classic"
"""The curve whose value is given."""


def make(game: str, report: MakingReport, *, again: bool = False) -> Made:
    """The score that best play within the horizon reaches, and one that no play exceeds."""
    began = perf_counter()
    values, details = {}, {}
    for curve, horizon in HORIZONS.items():
        if again:
            forget_tablebase(horizon.name)
            forget_tablebase(horizon.bound_name)
        values[curve] = (load_solved(curve) or _solve(horizon, report)).value
        details[f"{curve}_at_least"] = values[curve]
        details[f"{curve}_at_most"] = _bound(horizon, report)
    seconds = perf_counter() - began
    return Made(values[USUAL], "points", seconds, {"exact": False, **details})


def _solve(horizon: Horizon, report: MakingReport) -> SparkleSolution:
    doing = f"{horizon.curve.capitalize()} curve"
    report(doing, 0)
    return solve(horizon.curve, lambda turn: report(doing, 1 - (turn - 1) / horizon.turns))


def _bound(horizon: Horizon, report: MakingReport) -> float:
    """A score that no seat exceeds on the average; worked out once and kept."""
    kept = load_tablebase(horizon.bound_name)
    if kept is None:
        kept = np.array([_solve_bound(horizon, report)])
        save_tablebase(horizon.bound_name, kept)
    return float(kept[0])


def _solve_bound(horizon: Horizon, report: MakingReport) -> float:
    from dicehall.games.sparkle.solver.turns import flat_layout, solve_upper
    from dicehall.games.sparkle.solver.unhindered import unhindered

    doing = f"{horizon.curve.capitalize()} curve, bound"
    report(doing, 0)
    above = unhindered(horizon.game, flat_layout(), horizon.turns)
    return solve_upper(horizon, above, lambda turn: report(doing, 1 - (turn - 1) / horizon.turns))
