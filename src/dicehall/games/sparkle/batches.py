"""Sparkle in batches."""

import numpy as np

from dicehall.games.sparkle.solver.batch import best_games, random_games
from dicehall.games.sparkle.solver.solution import load
from dicehall.solving.batches import Batch

CURVE = "classic"
SAMPLE = 200
"""Games in which the steps are counted."""
NO_ROLL = -1


def batches(game: str) -> list[Batch]:
    """Random games, and those of the highest expected score."""
    solution = load(CURVE)
    return [
        Batch("random", lambda count: random_games(CURVE, count, 1), 300_000, _mean_steps()),
        Batch("optimal", lambda count: best_games(solution, count, 1), 20_000),
    ]


def _mean_steps() -> float:
    """A step of the log is a roll and a move."""
    rolls = 0
    for seed in range(SAMPLE):
        log = np.full((1000, 2), NO_ROLL)
        random_games(CURVE, 1, seed, log)
        rolls += int(np.count_nonzero(log[:, 0] != NO_ROLL))
    return 2 * rolls / SAMPLE
