"""The exact values of FUNE for one seat: the tablebase, and what each move is worth by it.

Reading needs NumPy only; the compiled solver is loaded when the tablebase has to be made.
"""

from collections.abc import Callable
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicehall.games.fune.rules import BONUS_AT, BOXES, KEEPS, REROLLS, SCORES, Card, FuneState
from dicehall.games.fune.solver.cards import (
    BOX_SETS,
    SUMS,
    UPPER_SUMS,
    counted_upper_sum,
    open_boxes,
    points_of,
)
from dicehall.games.fune.solver.dice import (
    ONE_LESS,
    ONE_MORE,
    POINTS,
    ROLL_CHANCES,
    UPPER_GAINS,
    Floats,
    Integers,
    keep_of,
    keep_values,
    roll_of,
)
from dicehall.solving.tablebases import load_tablebase, save_tablebase

TABLEBASE = "fune"
STEPS = 32

ShareReport = Callable[[float], None]
"""Told the share of the work that is done, from 0 to 1."""


def fune_values(progress: ShareReport | None = None) -> Floats:
    """The tablebase of `solve_fune`, read from the cache folder, or made and kept there."""
    values = load_tablebase(TABLEBASE)
    if values is None or values.shape != (BOX_SETS, UPPER_SUMS):
        values = solve_fune(progress=progress)
        save_tablebase(TABLEBASE, values)
    values.flags.writeable = False
    return np.asarray(values)


def solve_fune(points: Integers = POINTS, progress: ShareReport | None = None) -> Floats:
    """The points still to come with best play, bonus included, by open boxes and upper sum.

    A sum that no such card can have is not a number.
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


def after_scores(by_card: NDArray[Any], card: Card) -> NDArray[Any]:
    """The entry for the card after each confirmation, by box and roll.

    `by_card` has one for every set of open boxes and upper sum. The rows of boxes that are not open
    mean nothing.
    """
    sets = open_boxes(card) & ~(1 << np.arange(len(BOXES)))
    sums = np.minimum(counted_upper_sum(card) + UPPER_GAINS, BONUS_AT)
    entries: NDArray[Any] = by_card[sets[:, None], sums]
    return entries


def move_values(state: FuneState, scored: Floats) -> dict[str, float]:
    """What each legal move is worth, from what each confirmation is worth, by box and roll."""
    card = state.cards[state.seat]
    boxes = [box for box, points in enumerate(card) if points is None]
    roll = roll_of(state.dice)
    moves: dict[str, float] = {}
    if state.rerolls_left:
        keeps = keep_values(scored[boxes].max(axis=0), state.rerolls_left)
        for move, positions in KEEPS.items():
            kept = [state.dice[position - 1] for position in positions]
            moves[move] = float(keeps[keep_of(kept)])
    for move, box in SCORES.items():
        if box in boxes:
            moves[move] = float(scored[box, roll])
    return moves


def value_before_roll(state: FuneState, scored: Floats) -> float:
    """What a turn is worth before its first roll, from what each confirmation is worth."""
    boxes = [box for box, points in enumerate(state.cards[state.seat]) if points is None]
    return float(keep_values(scored[boxes].max(axis=0), REROLLS + 1)[keep_of(())])


def expected_scores(state: FuneState) -> dict[str, float]:
    """The expected final score of the seat to move after each legal move, with best play."""
    return move_values(state, scores_after(state))


def scores_after(state: FuneState) -> Floats:
    """The expected final score of the seat to move after each confirmation, by box and roll."""
    card = state.cards[state.seat]
    values: Floats = points_of(card) + POINTS + after_scores(cached_values(), card)
    return values


@cache
def cached_values() -> Floats:
    """The tablebase, read once."""
    return fune_values()
