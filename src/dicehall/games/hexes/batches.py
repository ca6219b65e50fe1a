"""Pocket Hexes in batches."""

import numpy as np

from dicehall.games.hexes.network import shipped
from dicehall.games.hexes.solver.batch import (
    DICE_COUNT,
    ROUNDS,
    play_at_random,
    start_position,
)
from dicehall.games.hexes.solver.learning import new_trace, play_game
from dicehall.games.hexes.solver.search import LEARNING_WIDTH
from dicehall.solving.batches import Batch
from dicehall.solving.random_numbers import random_source

SAMPLE = 1000
"""How many games are played to find how many steps a game has."""
LONGEST = 6 * ROUNDS
"""A round is a roll, at most three placements and a score."""


def batches(game: str) -> list[Batch]:
    """Random games, and good ones, each round planned once."""
    return [
        Batch("random", _play_at_random, 100_000, _mean_steps()),
        Batch("best", _play_best, 30),
    ]


def _mean_steps() -> float:
    return _play_at_random(SAMPLE) / SAMPLE


def _play_at_random(count: int) -> int:
    """How many steps were taken."""
    source, log = random_source(1), np.empty((LONGEST, DICE_COUNT), np.int8)
    return sum(play_at_random(start_position(), source, log)[1] for _ in range(count))


def _play_best(count: int) -> None:
    source, trace = random_source(1), new_trace()
    for _ in range(count):
        play_game(start_position(), source, shipped().network, LEARNING_WIDTH, trace)
