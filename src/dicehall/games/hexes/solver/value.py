"""What a Pocket Hexes position promises: learned weights summed over small local patterns.

A position is valued between two rounds: how many points are still to come. Each hex adds the
weight of its own pattern, which looks at most two hexes far and is the same in all twelve
symmetric views of the board; the numbers that wait to be scored, and the number of hexes that
would take a given number, add theirs.
"""

from math import prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicehall.games.hexes.rules import EMPTY
from dicehall.games.hexes.solver.batch import (
    EMPTIES,
    GAPS,
    HIGHEST,
    IS_INNER,
    NEAR,
    NEAR_COUNTS,
    ROUNDS,
    SPOTS,
    TOP,
    WAITING,
    Position,
)
from dicehall.solving.kernels import kernel

PHASES = 10
DEMANDS = np.array([0, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 12, 13, 13, 14, 14, 15, 15])
"""By the highest number around an empty hex, plus one: how much it demands, in 16 steps."""
DEMAND_STEPS = 16
KINDS_OF_EMPTY = 3
EMPTY_CODES = KINDS_OF_EMPTY * DEMAND_STEPS * 7 * DEMAND_STEPS
LIVE_CODES = (HIGHEST + 1) * 6 * DEMAND_STEPS
CODES = 1 + EMPTY_CODES + LIVE_CODES
"""Code 0 is a hex that has nothing more to give."""
QUEUE = 6
"""How many of the numbers that wait to be scored are looked at, highest first."""


class Weights(NamedTuple):
    """The learned numbers, in points."""

    pattern: NDArray[np.float32]
    """By phase and pattern code."""
    waiting: NDArray[np.float32]
    """By rounds left, place in the queue and number, plus one."""
    reach: NDArray[np.float32]
    """By rounds left, demand step and how many empty hexes demand at most so much."""


SHAPES = (
    (PHASES, CODES),
    (ROUNDS + 1, QUEUE, HIGHEST + 2),
    (ROUNDS + 1, DEMAND_STEPS, SPOTS + 1),
)
_SIZES = [prod(shape) for shape in SHAPES]
WAIT, REACH, WEIGHT_COUNT = (sum(_SIZES[:tables]) for tables in range(1, 4))
"""Where the second and third table begin among all weights, and how many there are."""


def tables_of(weights: NDArray[np.float32]) -> Weights:
    """The tables as views of one vector of all weights."""
    parts = np.split(weights, (WAIT, REACH))
    return Weights(*(part.reshape(shape) for part, shape in zip(parts, SHAPES, strict=True)))


@kernel()
def rounds_left(position: Position) -> int:
    """How many rounds the empty hexes last."""
    return int(position[EMPTIES] + 2) // 3


@kernel()
def phase_of(rounds: int) -> int:
    """Which of the tables of patterns holds so many rounds before the end."""
    return (rounds - 1) // 2


@kernel()
def pattern_code(position: Position, spot: int) -> int:
    """The pattern of one hex: itself, its gaps, and what the gaps demand."""
    number = position[spot]
    gaps = position[GAPS + spot]
    if number != EMPTY and (gaps == 0 or not IS_INNER[spot]):
        return 0
    hardest = 0
    for place in range(NEAR_COUNTS[spot]):
        near = NEAR[spot, place]
        if position[near] == EMPTY:
            hardest = max(hardest, DEMANDS[position[TOP + near] + 1])
    if number == EMPTY:
        kind = min(6 - NEAR_COUNTS[spot], 3) * 2 // 3
        demand = DEMANDS[position[TOP + spot] + 1]
        return int(1 + ((kind * DEMAND_STEPS + demand) * 7 + gaps) * DEMAND_STEPS + hardest)
    return int(1 + EMPTY_CODES + (number * 6 + gaps - 1) * DEMAND_STEPS + hardest)


@kernel()
def waiting_value(position: Position, rounds: int, weights: Weights) -> float:
    """What the numbers that wait to be scored add."""
    value = 0.0
    place = 0
    for number in range(HIGHEST, -1, -1):
        for _ in range(position[WAITING + number]):
            if place < QUEUE:
                value += weights.waiting[rounds, place, number + 1]
                place += 1
    while place < QUEUE:
        value += weights.waiting[rounds, place, 0]
        place += 1
    return value


@kernel()
def reach_counts(position: Position, counts: NDArray[np.int64]) -> None:
    """For each demand step, how many empty hexes demand at most so much; step 0: no neighbour."""
    counts[:] = 0
    for spot in range(SPOTS):
        if position[spot] == EMPTY:
            counts[DEMANDS[position[TOP + spot] + 1]] += 1
    for step in range(2, DEMAND_STEPS):
        counts[step] += counts[step - 1]


@kernel()
def reach_value(counts: NDArray[np.int64], rounds: int, weights: Weights) -> float:
    """What the choice of hexes for each number adds."""
    value = 0.0
    for step in range(DEMAND_STEPS):
        value += weights.reach[rounds, step, counts[step]]
    return value


@kernel()
def position_value(position: Position, rounds: int, weights: Weights) -> float:
    """How many points are still to come when the next of so many rounds begins."""
    if rounds == 0:
        return 0.0
    value = 0.0
    for spot in range(SPOTS):
        value += weights.pattern[phase_of(rounds), pattern_code(position, spot)]
    counts = np.empty(DEMAND_STEPS, np.int64)
    reach_counts(position, counts)
    value += waiting_value(position, rounds, weights)
    return value + reach_value(counts, rounds, weights)
