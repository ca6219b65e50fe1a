"""The exact values of FUNE for one seat, as a tablebase."""

from collections.abc import Callable
from itertools import pairwise

import numpy as np

from dicehall.games.fune.cards import BOX_SETS, UPPER_SUMS
from dicehall.games.fune.solver.dice import (
    ONE_LESS,
    ONE_MORE,
    POINTS,
    ROLL_CHANCES,
    SUMS,
    Floats,
    Integers,
)
from dicehall.solving.tablebases import load_tablebase, save_tablebase

TABLEBASE = "fune"
STEPS = 32

ShareReport = Callable[[float], None]
"""Called with the share done, from 0 to 1."""


def fune_values(progress: ShareReport | None = None) -> Floats:
    """The tablebase of `solve_fune`, read from the cache folder, or made and stored there."""
    values = load_tablebase(TABLEBASE)
    if values is None or values.shape != (BOX_SETS, UPPER_SUMS):
        values = solve_fune(progress=progress)
        save_tablebase(TABLEBASE, values)
    values.flags.writeable = False
    return np.asarray(values)


def solve_fune(points: Integers = POINTS, progress: ShareReport | None = None) -> Floats:
    """The points still to come with best play, bonus included, by open boxes and upper sum.

    NaN for a sum that no such card can have.
    """
    from dicehall.games.fune.solver.kernels import first_row, solve_box_sets

    values = np.empty((BOX_SETS, UPPER_SUMS))
    values[0] = first_row()
    bounds = np.linspace(1, BOX_SETS, STEPS + 1).astype(int)
    for step, (first, last) in enumerate(pairwise(bounds), start=1):
        solve_box_sets(values, SUMS, first, last, points, ROLL_CHANCES, ONE_MORE, ONE_LESS)
        if progress:
            progress(step / STEPS)
    return values
