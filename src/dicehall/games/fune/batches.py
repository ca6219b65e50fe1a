"""FUNE in batches."""

import numpy as np

from dicehall.games.fune.solver.batch import play_at_random, play_optimally
from dicehall.games.fune.solver.throws import NOT_PLAYED
from dicehall.solving.batches import Batch

SAMPLE = 1000
"""How many games are played to find how many steps a game has."""


def batches(game: str) -> list[Batch]:
    """Random games, and those of the highest expected score."""
    courses = play_at_random(SAMPLE, seed=1, courses=SAMPLE).courses
    steps = float(np.count_nonzero(courses != NOT_PLAYED)) / SAMPLE
    return [
        Batch("random", lambda count: play_at_random(count, seed=1), 500_000, steps),
        Batch("optimal", lambda count: play_optimally(count, seed=1), 500_000),
    ]
