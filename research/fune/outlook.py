"""Computes the outlook of every FUNE card: the distribution of its points still to come.

An outlook assumes that the seat plays for the highest expected score. It is computed exactly and
stored as 16 equally likely slices, each by its mean. `research.fune.ship` makes the table that
players use from it.
"""

import numpy as np
from numpy.typing import NDArray

from dicehall.games.fune.cards import BOX_SETS, UPPER_SUMS
from dicehall.games.fune.rules import BONUS, BOXES
from dicehall.games.fune.solver.dice import (
    GROWN,
    ONE_LESS,
    ONE_MORE,
    POINTS,
    ROLL_CHANCES,
    SHRUNK,
    SUMS,
    Integers,
)
from dicehall.games.fune.solver.solution import ShareReport, fune_values
from dicehall.games.fune.tables import SLICES
from dicehall.solving.tablebases import load_tablebase, save_tablebase

TABLEBASE = "fune-outlooks"
SCALE = 128
"""Slices are stored in steps of 1/128 point."""

Outlooks = NDArray[np.uint16]

_WIDTHS = SUMS[:, 1] - SUMS[:, 0] + 1
_FIRST_CARDS = np.cumsum(_WIDTHS) - _WIDTHS
CARDS = int(_WIDTHS.sum())

CARD_NUMBERS: Integers = (
    _FIRST_CARDS[:, None] + np.clip(np.arange(UPPER_SUMS), SUMS[:, :1], SUMS[:, 1:]) - SUMS[:, :1]
)
"""The row of each card's outlook, by open boxes and upper sum."""


def fune_outlooks(progress: ShareReport | None = None) -> Outlooks:
    """The tablebase of `solve_outlooks`, read from the cache folder, or made and stored there."""
    outlooks = load_tablebase(TABLEBASE)
    if outlooks is None or outlooks.shape != (CARDS, SLICES):
        outlooks = solve_outlooks(progress)
        save_tablebase(TABLEBASE, outlooks)
    outlooks.flags.writeable = False
    return np.asarray(outlooks)


def solve_outlooks(progress: ShareReport | None = None) -> Outlooks:
    """Every card's slices, in steps of 1 / `SCALE` point."""
    from research.fune.outlook_kernels import slice_level, spread_box_sets

    values = fune_values()
    outlooks = np.zeros((CARDS, SLICES), np.uint16)
    open_counts = np.bitwise_count(np.arange(BOX_SETS))
    rows = np.zeros(BOX_SETS, np.int64)
    level = np.zeros((2, BONUS + 1), np.float32)
    level[[0, 1], [0, BONUS]] = 1  # full cards: without the bonus, and with it
    outlooks[:2] = np.array([[0], [BONUS * SCALE]])
    most = np.sort(POINTS.max(axis=1))[::-1]
    done = 0
    for count in range(1, len(BOXES) + 1):
        box_sets = np.flatnonzero(open_counts == count)
        rows[box_sets] = np.cumsum(_WIDTHS[box_sets]) - _WIDTHS[box_sets]
        shape = int(_WIDTHS[box_sets].sum()), 1 + BONUS + int(most[:count].sum())
        before, level = level, np.empty(shape, np.float32)
        for part in np.array_split(box_sets, 1 + len(box_sets) // 128):
            spread_box_sets(
                part, values, SUMS, before, rows, level,
                POINTS, ROLL_CHANCES, (ONE_MORE, ONE_LESS), (GROWN, SHRUNK),
            )  # fmt: skip
            done += len(part)
            if progress:
                progress(done / (BOX_SETS - 1))
        slices = np.empty((len(level), SLICES), np.uint16)
        slice_level(level, slices, SCALE)
        cards = [
            np.arange(_FIRST_CARDS[boxes], _FIRST_CARDS[boxes] + _WIDTHS[boxes])
            for boxes in box_sets
        ]
        outlooks[np.concatenate(cards)] = slices
    return outlooks
