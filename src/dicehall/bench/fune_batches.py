"""FUNE in batches."""

import numpy as np

from dicehall.bench.batches import Batch
from dicehall.solve.fune_batch import play_at_random, play_optimally
from dicehall.solve.fune_throws import NOT_PLAYED

SAMPLE = 1000
"""Games in which the steps are counted."""


def batches(game: str) -> list[Batch]:
    """Random games, and those of the highest expected score."""
    courses = play_at_random(SAMPLE, seed=1, courses=SAMPLE).courses
    steps = float(np.count_nonzero(courses != NOT_PLAYED)) / SAMPLE
    return [
        Batch("random", lambda count: play_at_random(count, seed=1), 500_000, steps),
        Batch("optimal", lambda count: play_optimally(count, seed=1), 500_000),
    ]
