"""How the weights of Pocket Hexes are learned: games against nobody, corrected backwards.

After each game every position between two rounds is moved towards what followed: a blend of the
points really scored and of what the later positions promised (TD(lambda), forward view). Each
weight has its own step, large while its corrections agree in sign (temporal coherence).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicehall.games.hexes.rules import EMPTY, PLACEMENTS
from dicehall.games.hexes.solver.batch import (
    DICE_COUNT,
    EMPTIES,
    HIGHEST,
    ROUNDS,
    SPOTS,
    WAITING,
    WIDTH,
    Position,
    put,
    roll_dice,
    take_score,
)
from dicehall.games.hexes.solver.search import search_round
from dicehall.games.hexes.solver.value import (
    CODES,
    DEMAND_STEPS,
    QUEUE,
    REACH,
    WAIT,
    Weights,
    pattern_code,
    phase_of,
    reach_counts,
    rounds_left,
)
from dicehall.solving.kernels import kernel
from dicehall.solving.random_numbers import RandomSource

ACTIVE = SPOTS + QUEUE + DEMAND_STEPS
"""How many weights are summed for one position."""


class Trace(NamedTuple):
    """One game as the learner needs it: the positions between rounds and the points after each."""

    positions: NDArray[np.int8]
    points: NDArray[np.int64]


class Learner(NamedTuple):
    """All weights as one vector, with the corrections of each so far."""

    weights: NDArray[np.float32]
    net: NDArray[np.float32]
    gross: NDArray[np.float32]
    """The same without their signs."""


def new_learner(weights: NDArray[np.float32]) -> Learner:
    """A learner that goes on from these weights."""
    return Learner(weights, np.zeros_like(weights), np.zeros_like(weights))


@kernel()
def play_game(
    position: Position, source: RandomSource, weights: Weights, width: int, trace: Trace
) -> tuple[int, int]:
    """Play a game to its end; the points it brought, and how many rounds it lasted."""
    dice = np.empty(DICE_COUNT, np.int8)
    score = 0
    played = 0
    while position[EMPTIES] > 0:
        trace.positions[played] = position
        roll_dice(dice, source)
        _, path = search_round(position, dice, PLACEMENTS, False, weights, width)
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
def learn(
    games: int,
    start: Position,
    source: RandomSource,
    learner: Learner,
    tables: Weights,
    width: int,
    rate: float,
    blend: float,
) -> NDArray[np.int64]:
    """Play and correct after each game; the scores. `tables` are views of the learner's weights."""
    scores = np.empty(games, np.int64)
    trace = Trace(np.empty((ROUNDS, WIDTH), np.int8), np.empty(ROUNDS, np.int64))
    active = np.empty(ACTIVE, np.int64)
    for game in range(games):
        scores[game], played = play_game(start.copy(), source, tables, width, trace)
        target = 0.0
        for turn in range(played - 1, -1, -1):
            target += trace.points[turn]
            count = find_active(trace.positions[turn], active)
            promise = 0.0
            for index in active[:count]:
                promise += learner.weights[index]
            correct(learner, active[:count], rate * (target - promise))
            target = blend * target + (1 - blend) * promise
    return scores


@kernel()
def find_active(position: Position, active: NDArray[np.int64]) -> int:
    """The places of the weights that are summed for a position, and how many they are.

    Hexes of code 0 are left out: their weight stays zero.
    """
    rounds = rounds_left(position)
    count = 0
    for spot in range(SPOTS):
        code = pattern_code(position, spot)
        if code > 0:
            active[count] = phase_of(rounds) * CODES + code
            count += 1
    place = 0
    for number in range(HIGHEST, EMPTY - 1, -1):
        for _ in range(QUEUE if number == EMPTY else position[WAITING + number]):
            if place < QUEUE:
                active[count] = WAIT + (rounds * QUEUE + place) * (HIGHEST + 2) + number + 1
                place += 1
                count += 1
    reach = np.empty(DEMAND_STEPS, np.int64)
    reach_counts(position, reach)
    for step in range(DEMAND_STEPS):
        active[count] = REACH + (rounds * DEMAND_STEPS + step) * (SPOTS + 1) + reach[step]
        count += 1
    return count


@kernel()
def correct(learner: Learner, active: NDArray[np.int64], error: float) -> None:
    """Move each weight that was summed by its share of an error.

    A weight steps the less the more its earlier corrections contradicted each other.
    """
    share = np.float32(error / ACTIVE)
    for index in active:
        agreement = np.float32(1)
        if learner.gross[index] > 0:
            agreement = abs(learner.net[index]) / learner.gross[index]
        learner.weights[index] += agreement * share
        learner.net[index] += share
        learner.gross[index] += abs(share)
