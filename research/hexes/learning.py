"""Training the network of Pocket Hexes on games that it plays alone.

Batches of games are played with the current network. The target of every position between two
rounds is a blend of the points scored afterwards and of the values predicted for later positions
(TD(lambda), forward view). The network is fitted to the positions of the latest batches by Adam.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicehall.games.hexes.network import POINTS, ROUND_ROWS, SUMS, UNITS, Network
from dicehall.games.hexes.rules import EMPTY, PLACEMENTS
from dicehall.games.hexes.solver.positions import (
    DICE_COUNT,
    EMPTIES,
    ROUNDS,
    WIDTH,
    Position,
    put,
    roll_dice,
)
from dicehall.solving.kernels import kernel
from dicehall.solving.random_numbers import RandomSource, draw
from research.hexes.scoring import take_score
from research.hexes.search import search_round
from research.hexes.value import (
    MOST_ACTIVE,
    WEIGHT_COUNT,
    active_rows,
    add_row,
    network_of,
    position_value,
    rounds_left,
)

MINIBATCH = 256
MEAN_DECAY, SQUARE_DECAY = np.float32(0.9), np.float32(0.999)


class Trace(NamedTuple):
    """One game: the positions between rounds and the points scored in the round after each."""

    positions: NDArray[np.int8]
    points: NDArray[np.int64]


class Lessons(NamedTuple):
    """Training examples: the rows that are summed for a position, and its target."""

    rows: NDArray[np.int32]
    counts: NDArray[np.int64]
    rounds: NDArray[np.int64]
    targets: NDArray[np.float64]


class Learner(NamedTuple):
    """All weights as one vector, with Adam's moving averages of their gradients."""

    weights: NDArray[np.float32]
    means: NDArray[np.float32]
    squares: NDArray[np.float32]


def new_trace() -> Trace:
    """Empty arrays for one game."""
    return Trace(np.empty((ROUNDS, WIDTH), np.int8), np.empty(ROUNDS, np.int64))


def new_lessons(count: int) -> Lessons:
    """Empty arrays for `count` positions."""
    return Lessons(
        np.empty((count, MOST_ACTIVE), np.int32),
        np.zeros(count, np.int64),
        np.empty(count, np.int64),
        np.empty(count, np.float64),
    )


def new_learner(seed: int) -> Learner:
    """An untrained learner: patterns start at zero, other weights with small random numbers."""
    random = np.random.default_rng(seed)
    weights = np.zeros(WEIGHT_COUNT, np.float32)
    network = network_of(weights)
    network.rows[ROUND_ROWS:] = random.normal(0, 0.5, SUMS)
    network.inner[:] = random.normal(0, SUMS**-0.5, network.inner.shape)
    network.outer[:] = random.normal(0, UNITS**-0.5, UNITS)
    network.direct[:] = random.normal(0, SUMS**-0.5, SUMS)
    return Learner(weights, np.zeros_like(weights), np.zeros_like(weights))


@kernel()
def play_game(
    position: Position, source: RandomSource, network: Network, width: int, trace: Trace
) -> tuple[int, int]:
    """Play a game to its end; returns its points and the number of rounds."""
    dice = np.empty(DICE_COUNT, np.int8)
    score = 0
    played = 0
    while position[EMPTIES] > 0:
        trace.positions[played] = position
        roll_dice(dice, source)
        _, path = search_round(position, dice, PLACEMENTS, False, network, width)
        for step in range(PLACEMENTS):
            if path[step, 0] != EMPTY:
                put(position, path[step, 1], dice[path[step, 0]])
        spot = take_score(position)
        trace.points[played] = 0 if spot == EMPTY else position[spot]
        score += trace.points[played]
        played += 1
        if path[PLACEMENTS - 1, 0] == EMPTY:
            break
    return score, played


@kernel()
def play_lessons(
    games: int,
    start: Position,
    source: RandomSource,
    network: Network,
    width: int,
    blend: float,
    lessons: Lessons,
    trace: Trace,
) -> NDArray[np.int64]:
    """Play games and record their positions, one game every `ROUNDS` lines; returns the scores."""
    scores = np.empty(games, np.int64)
    rows = np.empty(MOST_ACTIVE, np.int64)
    lessons.counts[:] = 0
    for game in range(games):
        scores[game], played = play_game(start.copy(), source, network, width, trace)
        target = 0.0
        for turn in range(played - 1, -1, -1):
            line = game * ROUNDS + turn
            position = trace.positions[turn]
            count = active_rows(position, rows)
            target += trace.points[turn]
            lessons.rows[line, :count] = rows[:count]
            lessons.counts[line] = count
            lessons.rounds[line] = rounds_left(position)
            lessons.targets[line] = target
            promise = position_value(position, rounds_left(position), network)
            target = blend * target + (1 - blend) * promise
    return scores


@kernel()
def study(
    lessons: Lessons,
    source: RandomSource,
    steps: int,
    rate: float,
    learner: Learner,
    network: Network,
    gradient: NDArray[np.float32],
    slopes: Network,
) -> float:
    """Take `steps` steps on random lessons; returns the root mean square error.

    `network` and `slopes` are views of the learner's weights and of `gradient`.
    """
    squares = 0.0
    studied = 0
    for _ in range(steps):
        gradient[:] = 0
        for _ in range(MINIBATCH):
            line = draw(source, len(lessons.counts))
            count = lessons.counts[line]
            if count > 0:
                rows = lessons.rows[line, :count]
                error = find_slopes(
                    rows, lessons.rounds[line], lessons.targets[line], network, slopes
                )
                squares += error * error
                studied += 1
        step_down(learner, gradient, np.float32(rate))
    return float(np.sqrt(squares / max(1, studied)))


@kernel(fastmath=True)
def find_slopes(
    rows: NDArray[np.int32], rounds: int, target: float, network: Network, slopes: Network
) -> float:
    """Add the gradient of half the squared error of one lesson; returns the error in points."""
    sums = np.zeros(SUMS, np.float32)
    for row in rows:
        add_row(sums, network.rows, row)
    positive = np.maximum(sums, np.float32(0))
    units = network.inner_bias[rounds].copy()
    for place in range(SUMS):
        for unit in range(UNITS):
            units[unit] += positive[place] * network.inner[place, unit]
    value = network.outer_bias[rounds]
    for place in range(SUMS):
        value += network.direct[rounds, place] * sums[place]
    unit_slopes = np.zeros(UNITS, np.float32)
    for unit in range(UNITS):
        value += network.outer[rounds, unit] * max(units[unit], np.float32(0))
    error = np.float32(value - target / POINTS)
    slopes.outer_bias[rounds] += error
    for unit in range(UNITS):
        if units[unit] > 0:
            slopes.outer[rounds, unit] += error * units[unit]
            unit_slopes[unit] = error * network.outer[rounds, unit]
            slopes.inner_bias[rounds, unit] += unit_slopes[unit]
    sum_slopes = error * network.direct[rounds]
    for place in range(SUMS):
        slopes.direct[rounds, place] += error * sums[place]
        if sums[place] > 0:
            for unit in range(UNITS):
                slopes.inner[place, unit] += positive[place] * unit_slopes[unit]
                sum_slopes[place] += network.inner[place, unit] * unit_slopes[unit]
    for row in rows:
        for place in range(SUMS):
            slopes.rows[row, place] += sum_slopes[place]
    return float(error * POINTS)


@kernel(fastmath=True)
def step_down(learner: Learner, gradient: NDArray[np.float32], rate: np.float32) -> None:
    """One step of Adam."""
    for index in range(len(gradient)):
        slope = gradient[index] / np.float32(MINIBATCH)
        mean = MEAN_DECAY * learner.means[index] + (np.float32(1) - MEAN_DECAY) * slope
        square = (
            SQUARE_DECAY * learner.squares[index] + (np.float32(1) - SQUARE_DECAY) * slope * slope
        )
        learner.means[index], learner.squares[index] = mean, square
        learner.weights[index] -= rate * mean / (np.sqrt(square) + np.float32(2e-3))
