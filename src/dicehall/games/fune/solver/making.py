"""Makes FUNE's two tablebases: the exact values for one seat, and the outlooks for two."""

from time import perf_counter

import numpy as np

from dicehall.games.fune.cards import BOX_SETS, UPPER_SUMS
from dicehall.games.fune.solver import outlook, solution
from dicehall.games.fune.solver.dice import ONE_LESS, ONE_MORE, POINTS, ROLL_CHANCES, SUMS
from dicehall.solving.making import Made, MakingReport
from dicehall.solving.tablebases import forget_tablebase, load_tablebase

ALL_OPEN, NOTHING = -1, 0


def make(game: str, report: MakingReport, *, again: bool = False) -> Made:
    """The expected score of an empty card; `outlook_seconds` are those of the second tablebase."""
    if again:
        forget_tablebase(solution.TABLEBASE)
        forget_tablebase(outlook.TABLEBASE)
    if load_tablebase(solution.TABLEBASE) is None:
        report("Compiling", 0)
        compile_kernels()
    began = perf_counter()
    values = solution.fune_values(lambda share: report("Values for one seat", share))
    solved = perf_counter()
    outlook.fune_outlooks(lambda share: report("Outlooks for two seats", share))
    return Made(
        float(values[ALL_OPEN, NOTHING]),
        "points",
        solved - began,
        {"exact": True, "outlook_seconds": perf_counter() - solved},
    )


def compile_kernels() -> None:
    """Have the kernel ready before the clock runs: no card is solved."""
    from dicehall.games.fune.solver.kernels import solve_box_sets

    values = np.empty((BOX_SETS, UPPER_SUMS))
    first = last = np.linspace(1, BOX_SETS, 2).astype(int)[0]
    solve_box_sets(values, SUMS, first, last, POINTS, ROLL_CHANCES, ONE_MORE, ONE_LESS)
