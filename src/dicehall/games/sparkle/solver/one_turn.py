"""Solves one turn of Sparkle for a given starting total.

A turn depends only on the values of starting the next turn, which the tablebase has. So the current
turn is solved on demand, with NumPy, in some tenths of a second. `kernels` solves many totals at
once for the tablebase.

A state of the turn is a *cell*: the steps of points so far, and the Extra Dice left. Points only
rise and Extra Dice only fall, so the cells on one diagonal (more points, fewer dice) are
independent. They are solved together, with an array column for each number of Extra Dice.
"""

from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicehall.games.sparkle.solver.horizon import Horizon
from dicehall.games.sparkle.solver.layout import (
    FIVES,
    HIGHEST_BANK,
    MOST_TO_END,
    STEP,
    THROWS,
    Indices,
    Values,
    layout,
)
from dicehall.games.sparkle.solver.starts import NEVER, Starts, ends_at, fizzles_at

ROOM = 280
"""How many steps of points beyond the threshold a bank, even of a heap, still leads to a solved
throw. Players with spare Extra Dice go for heaps, so a smaller room would be noticeable."""
LEVELS = 4
"""Numbers of Extra Dice are solved in multiples of this."""


class OneTurn(NamedTuple):
    """The worth of everything in a turn, from `first` steps of points on."""

    first: int
    throws: Values
    """Of every throw, by steps of points, Extra Dice, and number in `THROWS`."""
    ends: Values
    """Of ending the turn, by steps of points and Extra Dice; minus infinity if not allowed."""
    fizzles: Values
    """Of accepting a fizzle, by Extra Dice."""


def narrowed(horizon: Horizon, extra: int) -> Horizon:
    """The part of the horizon that a seat with these Extra Dice needs: a throw may gain one."""
    levels = -(-(extra + 2) // LEVELS) * LEVELS
    return replace(horizon, extra=min(horizon.extra, levels - 1))


def first_step(horizon: Horizon, turn: int, total: int, steps: int) -> int:
    """The first step to solve for a seat with this many steps: 0 unless it is far above."""
    missing = max(0, horizon.threshold(turn) - total) // STEP
    return 0 if steps < missing + ROOM else steps - steps % ROOM


def solve_one_turn(
    horizon: Horizon, turn: int, total: int, first: int, following: Starts
) -> OneTurn:
    """Solve a turn from `first` steps of points on; beyond the last step, everything is worth a
    fizzle."""
    lowest = total + STEP * first
    missing = max(0, horizon.threshold(turn) - lowest) // STEP
    steps = missing + ROOM + HIGHEST_BANK
    sums = lowest + STEP * np.arange(steps + MOST_TO_END)
    ends = ends_at(horizon, turn, sums, following)
    fizzles = fizzles_at(horizon, turn, np.array([total]), following)[0]
    return OneTurn(first, _solve_cells(ends, fizzles), ends, fizzles)


@dataclass(frozen=True, slots=True)
class _Dice:
    """The lists of `Layout` as rows of equal length; short ones repeat their last number, or use
    the number after the last hand where a sum must not change."""

    scoring: int
    rolls: int
    hands: int
    points: Indices
    """Of each bank: its steps of points, the next throw, and whether it can end the turn."""
    next_throws: Indices
    may_end: NDArray[np.bool_]
    banks: Indices
    bank_starts: Indices
    roll_keeps: Indices
    """For each roll, the hands with one die fewer."""
    kept: tuple[tuple[Indices, Indices], ...]
    """The hands that a re-roll can leave, by missing dice from 5 to 1, and those with one fewer."""
    partial: tuple[tuple[slice, Indices, Values], ...]
    """By missing dice from 1 on: the hands, those with one more die, and one over their number."""
    throws: Indices
    fives: slice
    fizzles: Indices
    fizzle_starts: Indices
    chances: Values


MOST_MISSING = 5


@cache
def _dice() -> _Dice:
    dice = layout()
    none = len(dice.hands)
    misses = dice.misses
    shrunk = dice.shrunk.padded(MOST_MISSING, none).astype(np.int32)
    grown = dice.grown.padded(6, none).astype(np.int32)
    shares = 1 / np.diff(dice.grown.starts)[:, None]
    kept = np.unique(dice.keeps.items)
    by_missing = [kept[misses[kept] == missing] for missing in range(MOST_MISSING, 0, -1)]
    partial = []
    for missing in range(1, MOST_MISSING + 1):
        hands = np.flatnonzero(misses == missing)
        rows = slice(int(hands[0]), int(hands[-1]) + 1)
        own = slice(rows.start - dice.rolls, rows.stop - dice.rolls)
        partial.append((rows, grown[own].T.copy(), shares[own]))
    points, next_throws, may_end = dice.after_rows.astype(np.int32).T
    five = dice.throws[THROWS.index(FIVES[0])]
    return _Dice(
        scoring=dice.scoring,
        rolls=dice.rolls,
        hands=none,
        points=points,
        next_throws=next_throws,
        may_end=may_end.astype(bool),
        banks=dice.banks.items,
        bank_starts=dice.banks.starts[:-1],
        roll_keeps=shrunk[: dice.rolls].T.copy(),
        kept=tuple((hands.astype(np.int32), shrunk[hands].T.copy()) for hands in by_missing),
        partial=tuple(partial),
        throws=dice.throws,
        fives=slice(int(five), int(five) + len(FIVES)),
        fizzles=dice.fizzles.items,
        fizzle_starts=dice.fizzles.starts[:-1],
        chances=dice.chances[:, None],
    )


def _solve_cells(ends: Values, fizzles: Values) -> Values:
    """The worth of every throw, by steps of points, Extra Dice and number in `THROWS`.

    `ends` is the worth of ending by steps of points and Extra Dice, `fizzles` that of a fizzle by
    Extra Dice after it. Column e of diagonal d is the cell d - e steps below the highest.
    """
    dice = _dice()
    steps, levels = len(ends) - MOST_TO_END, ends.shape[1]
    columns = np.arange(levels)
    # By steps below the highest; `HIGHEST_BANK` of them lie beyond the last that is solved.
    throws = np.zeros((HIGHEST_BANK + steps + levels, levels, len(THROWS)))
    throws[:HIGHEST_BANK] = fizzles[:levels, None]
    recent: list[Values] = []  # the hands of the last diagonals, newest first
    best_keeps = np.full((dice.rolls, levels + 1), NEVER)
    for diagonal in range(steps + levels - 1):
        below = diagonal - columns
        hands = np.empty((dice.hands + 1, levels))
        hands[dice.hands] = 0.0
        banked = _weigh_banks(dice, throws, ends, below)
        best_banks = np.maximum.reduceat(banked[dice.banks], dice.bank_starts, axis=0)
        fizzled = np.maximum(best_keeps[dice.scoring :], fizzles)
        np.maximum(best_banks, best_keeps[: dice.scoring, :levels], out=hands[: dice.scoring])
        hands[dice.scoring : dice.rolls] = fizzled[:, :levels]
        for rows, (first, *others), share in dice.partial:
            total = hands.take(first, axis=0)
            for more in others:
                total += hands.take(more, axis=0)
            np.multiply(total, share, out=hands[rows])
        recent = [hands, *recent[: MOST_MISSING - 1]]
        best_keeps = _weigh_keeps(dice, recent)
        # A fizzle of five dice gains an Extra Die (Sparkle 11).
        gained = np.maximum(best_keeps[dice.scoring :, 1:], fizzles[1:]) - fizzled[:, :levels]
        gifts = gained[dice.fizzles - dice.scoring] * dice.chances
        hands[dice.fives] += np.add.reduceat(gifts, dice.fizzle_starts, axis=0)
        solved = columns[(below >= 0) & (below < steps)]
        throws[HIGHEST_BANK + below[solved], solved] = hands[dice.throws][:, solved].T
    return throws[HIGHEST_BANK : HIGHEST_BANK + steps][::-1]


def _weigh_banks(dice: _Dice, throws: Values, ends: Values, below: NDArray[np.int64]) -> Values:
    """The worth of each bank: roll on, or end if that is better and allowed."""
    columns = np.arange(len(below))
    reached = below - dice.points[:, None]
    banked: Values = throws[HIGHEST_BANK + reached, columns, dice.next_throws[:, None]]
    highest = len(ends) - 1 - MOST_TO_END
    ending = ends[np.clip(highest - reached[dice.may_end], 0, len(ends) - 1), columns]
    banked[dice.may_end] = np.maximum(banked[dice.may_end], ending)
    return banked


def _weigh_keeps(dice: _Dice, recent: list[Values]) -> Values:
    """The best re-roll of each roll, with one more Extra Die in each column than in `recent`."""
    levels = recent[0].shape[1]
    kept = np.full((dice.hands + 1, levels + 1), NEVER)
    for missing, (hands, fewer) in zip(range(MOST_MISSING, 0, -1), dice.kept, strict=True):
        best = _best_of(kept, fewer)
        if missing <= min(len(recent), levels):
            paid = recent[missing - 1].take(hands, axis=0)[:, : levels + 1 - missing]
            np.maximum(best[:, missing:], paid, out=best[:, missing:])
        kept[hands] = best
    return _best_of(kept, dice.roll_keeps)


def _best_of(values: Values, lists: Indices) -> Values:
    """The highest of the rows that each entry of the lists names."""
    best: Values = values.take(lists[0], axis=0)
    for more in lists[1:]:
        np.maximum(best, values.take(more, axis=0), out=best)
    return best
