"""Pocket Hexes in batches, for the benchmark."""

import numpy as np

from dicehall.games.hexes.solver.batch import DICE_COUNT, ROUNDS, play_at_random, start_position
from dicehall.solving.batches import Batch
from dicehall.solving.random_numbers import random_source

SAMPLE = 1000
"""How many games are played to find the mean number of steps."""
LONGEST = 6 * ROUNDS
"""A round is a roll, at most three placements and a score."""


def batches(game: str) -> list[Batch]:
    """Random games."""
    return [Batch("random", _play_at_random, 100_000, _mean_steps())]


def _mean_steps() -> float:
    return _play_at_random(SAMPLE) / SAMPLE


def _play_at_random(count: int) -> int:
    """The number of steps that were taken."""
    source, log = random_source(1), np.empty((LONGEST, DICE_COUNT), np.int8)
    return sum(play_at_random(start_position(), source, log)[1] for _ in range(count))
