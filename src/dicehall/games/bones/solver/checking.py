"""Checks a tablebase of Bones: each worth against the mean of its best moves.

Value iteration has one fixed point. A table that agrees with its own best moves everywhere, and
with the results of finished games, is that point. Random positions are a sample of everywhere.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dicehall.games.bones.rules import COLUMNS
from dicehall.games.bones.solver.columns import ColumnArrays, position_numbers
from dicehall.games.bones.solver.compact import STEPS, CompactWorths
from dicehall.games.bones.solver.tablebase import SURE, BonesTablebase

STARTS = {"knucklebones": 0.01806, "knuckles": 0.00259}
"""The value of moving first, as published in docs/strength.md."""
CLOSE = 1e-4
"""How far rounding may move a stored worth from the mean of its best moves."""
POSITIONS = 100_000
COMPACT_POSITIONS = 2_000
FINISHED = 1_000
SEED = 1

PositionRows = NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class BonesCheck:
    """The findings, and whether they are as required."""

    positions: int
    largest_difference: float
    allowed_difference: float
    finished: int
    finished_right: int
    start: float
    published_start: float

    @property
    def passed(self) -> bool:
        return (
            self.largest_difference <= self.allowed_difference
            and self.finished_right == self.finished
            and abs(self.start - self.published_start) <= self.allowed_difference
        )


def check_tablebase(tablebase: BonesTablebase, published_start: float) -> BonesCheck:
    """Check random positions, finished games and the start."""
    compact = isinstance(tablebase.worths, CompactWorths)
    random = np.random.default_rng(SEED)
    running = _draw(tablebase.classes, random, COMPACT_POSITIONS if compact else POSITIONS)
    finished = _draw(tablebase.classes, random, FINISHED, over=True)
    results = SURE * np.sign(tablebase.classes.margins[finished].sum(axis=1))
    return BonesCheck(
        len(running),
        float(np.abs(differences(tablebase, running)).max()),
        CLOSE + (1 / STEPS if compact else 0),
        len(finished),
        int((tablebase.worths[position_numbers(finished)] == results).sum()),
        tablebase.before_roll(tablebase.classes.start),
        published_start,
    )


def differences(tablebase: BonesTablebase, positions: PositionRows) -> NDArray[np.float64]:
    """How far each position's stored worth, for the seat that rolls next, is from the mean of its
    best moves."""
    classes = tablebase.classes
    bests = [
        tablebase.after_moves(positions, placed[positions]).max(axis=1) for placed in classes.placed
    ]
    stored = tablebase.worths[position_numbers(classes.swapped[positions])]
    found: NDArray[np.float64] = (stored + np.mean(bests, axis=0)) / SURE
    return found


def _draw(
    classes: ColumnArrays, random: np.random.Generator, count: int, *, over: bool = False
) -> PositionRows:
    """Random positions of running or finished games, seen by the seat that rolls next."""
    full = np.flatnonzero(classes.own == classes.height)
    positions = random.choice(full if over else classes.count, (count, COLUMNS)).astype(np.int16)
    if over:
        return positions
    ended = (classes.own[positions] == classes.height).all(axis=1)
    ended |= (classes.other[positions] == classes.height).all(axis=1)
    running: PositionRows = positions[~ended]
    return running
