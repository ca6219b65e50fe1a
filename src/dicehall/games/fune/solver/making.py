"""Makes FUNE's tablebase: the exact values for one seat."""

from time import perf_counter

import numpy as np

from dicehall.games.fune.cards import BOX_SETS, UPPER_SUMS
from dicehall.games.fune.solver import solution
from dicehall.games.fune.solver.dice import ONE_LESS, ONE_MORE, POINTS, ROLL_CHANCES, SUMS
from dicehall.solving.making import MakingReport, SolveReport
from dicehall.solving.tablebases import forget_tablebase, load_tablebase

ALL_OPEN, NOTHING = -1, 0


def make(game: str, report: MakingReport, *, again: bool = False) -> SolveReport:
    """The expected score of an empty card."""
    if again:
        forget_tablebase(solution.TABLEBASE)
    if load_tablebase(solution.TABLEBASE) is None:
        report("Compiling", 0)
        compile_kernels()
    began = perf_counter()
    values = solution.fune_values(lambda share: report("Values for one seat", share))
    seconds = perf_counter() - began
    return SolveReport(float(values[ALL_OPEN, NOTHING]), "points", seconds, {"exact": True})


def compile_kernels() -> None:
    """Compile the kernel before time is measured; no card is solved."""
    from dicehall.games.fune.solver.kernels import solve_box_sets

    values = np.empty((BOX_SETS, UPPER_SUMS))
    first = last = np.linspace(1, BOX_SETS, 2).astype(int)[0]
    solve_box_sets(values, SUMS, first, last, POINTS, ROLL_CHANCES, ONE_MORE, ONE_LESS)
