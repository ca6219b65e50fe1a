"""Compiled kernels for FUNE's outlooks: the distribution of a card's points still to come.

The seat plays for the highest expected score. Distributions are exact and are computed from full
cards to empty ones, one more open box at a time. Only solvers import this module.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicehall.games.fune.keeps import EMPTY_KEEP, FIRST_ROLL
from dicehall.games.fune.solver.dice import UPPER_BOXES, Floats, Integers
from dicehall.games.fune.solver.kernels import (
    BOX_COUNT,
    LANES,
    look_ahead,
    solve_turn,
)
from dicehall.solving.kernels import kernel
from research.fune.playing import best_box, one_die_less

MOST_POINTS_OF_A_BOX = 50

PointChances = NDArray[np.float32]


@kernel()
def spread_box_sets(
    box_sets: Integers,
    values: Floats,
    sums: Integers,
    before: PointChances,
    rows: Integers,
    level: PointChances,
    points: Integers,
    chances: Floats,
    steps: tuple[Integers, Integers],
    keeps: tuple[Integers, Integers],
) -> None:
    """Fill `level[card, points to come]` from the distributions `before`, with one box fewer.

    `rows[boxes]` is where the cards with these open boxes start, in `before` or in `level`.
    """
    lattices = np.empty((3, len(keeps[1]), LANES))
    outcomes = np.empty((BOX_COUNT, MOST_POINTS_OF_A_BOX + 1))
    for boxes in box_sets:
        after = look_ahead(values, boxes)
        lowest, highest = sums[boxes]
        for start in range(lowest, highest + 1, LANES):
            solve_turn(lattices, after[:, start:], boxes, points, steps)
            for upper in range(start, min(start + LANES, highest + 1)):
                lane = lattices[:, :, upper - start].copy()
                rolls = _last_rolls(lane, chances, keeps)
                outcomes[:] = 0
                for roll in range(len(rolls)):
                    box = best_box(after, boxes, upper, points[:, roll])
                    outcomes[box, points[box, roll]] += rolls[roll]
                _mix(
                    level[rows[boxes] + upper - lowest], outcomes, boxes, upper, before, rows, sums
                )


@kernel()
def _last_rolls(lattices: Floats, chances: Floats, keeps: tuple[Integers, Integers]) -> Floats:
    """The probability of each roll to be the one confirmed."""
    grown, shrunk = keeps
    last = np.zeros(len(chances))
    kept = np.zeros(len(shrunk))
    kept[FIRST_ROLL:] += chances
    for rerolls in (2, 1):
        for keep in range(len(kept) - 1, EMPTY_KEEP, -1):
            if kept[keep] == 0:
                continue
            values = lattices[rerolls]
            if keep >= FIRST_ROLL and values[keep] == lattices[0, keep]:
                last[keep - FIRST_ROLL] += kept[keep]
                kept[keep] = 0
            fewer = one_die_less(values, keep, shrunk)
            if fewer != keep:
                kept[fewer] += kept[keep]
                kept[keep] = 0
        for keep in range(FIRST_ROLL):
            if kept[keep] > 0:
                for face in range(grown.shape[1]):
                    kept[grown[keep, face]] += kept[keep] / 6
                kept[keep] = 0
    return last + kept[FIRST_ROLL:]


@kernel()
def _mix(
    mixed: PointChances,
    outcomes: Floats,
    boxes: int,
    upper: int,
    before: PointChances,
    rows: Integers,
    sums: Integers,
) -> None:
    """The distribution of a turn's points plus those after it."""
    mixed[:] = 0
    for box in range(BOX_COUNT):
        for points in range(MOST_POINTS_OF_A_BOX + 1):
            chance = np.float32(outcomes[box, points])
            if chance > 0:
                fewer = boxes ^ (1 << box)
                reached = upper + points if box < UPPER_BOXES else upper
                reached = min(max(reached, sums[fewer, 0]), sums[fewer, 1])
                later = before[rows[fewer] + reached - sums[fewer, 0]]
                for more in range(min(len(later), len(mixed) - points)):
                    mixed[points + more] += chance * later[more]


@kernel()
def slice_level(level: PointChances, slices: NDArray[Any], scale: int) -> None:
    """Cut each distribution into equally likely slices, stored as their means."""
    count = slices.shape[1]
    for card in range(len(level)):
        left, total, done = 1.0 / count, 0.0, 0
        for points in range(level.shape[1]):
            chance = float(level[card, points])
            while chance >= left and done < count - 1:
                slices[card, done] = round((total + left * points) * count * scale)
                chance -= left
                left, total, done = 1.0 / count, 0.0, done + 1
            left -= chance
            total += chance * points
        # Rounding may leave the last slice a little more or less than its share.
        slices[card, done] = round(total / (1.0 / count - left) * scale)
