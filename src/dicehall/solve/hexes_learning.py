"""How the weights of Pocket Hexes are learned: games against nobody, corrected backwards.

After each game every position between two rounds is moved towards what followed: a blend of the
points really scored and of what the later positions promised (TD(lambda), forward view). Each
weight has its own step, large while its corrections agree in sign (temporal coherence).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicehall.solve.hexes_batch import (
    DICE_COUNT,
    EMPTIES,
    EMPTY,
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
from dicehall.solve.hexes_search import PLACEMENTS, search_round
from dicehall.solve.hexes_value import (
    DEMAND_STEPS,
    QUEUE,
    Weights,
    pattern_code,
    phase_of,
    position_value,
    reach_counts,
    rounds_left,
)
from dicehall.solve.kernels import kernel

ACTIVE = SPOTS + QUEUE + DEMAND_STEPS
"""How many weights are summed for one position."""


class Trace(NamedTuple):
    """One game as the learner needs it: the positions between rounds and the points after each."""

    positions: NDArray[np.int8]
    points: NDArray[np.int64]


class Steps(NamedTuple):
    """For one table of weights: the corrections so far, with and without their signs."""

    net: NDArray[np.float32]
    gross: NDArray[np.float32]


@kernel()
def play_game(
    position: Position, source: NDArray[np.uint64], weights: Weights, width: int, trace: Trace
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
    source: NDArray[np.uint64],
    weights: Weights,
    steps: tuple[Steps, Steps, Steps],
    width: int,
    rate: float,
    blend: float,
) -> NDArray[np.int64]:
    """Play and correct after each game; the scores."""
    scores = np.empty(games, np.int64)
    trace = Trace(np.empty((ROUNDS, WIDTH), np.int8), np.empty(ROUNDS, np.int64))
    for game in range(games):
        scores[game], played = play_game(start.copy(), source, weights, width, trace)
        target = 0.0
        for turn in range(played - 1, -1, -1):
            position = trace.positions[turn]
            target += trace.points[turn]
            promise = position_value(position, weights)
            correct(position, target - promise, weights, steps, rate)
            target = blend * target + (1 - blend) * promise
    return scores


@kernel()
def correct(
    position: Position,
    error: float,
    weights: Weights,
    steps: tuple[Steps, Steps, Steps],
    rate: float,
) -> None:
    """Move every weight that was summed for a position by its share of the error."""
    share = np.float32(error * rate / ACTIVE)
    rounds = rounds_left(position)
    phase = phase_of(rounds)
    for spot in range(SPOTS):
        code = pattern_code(position, spot)
        if code > 0:
            nudge(weights.pattern[phase], steps[0].net[phase], steps[0].gross[phase], code, share)
    place = 0
    net, gross = steps[1].net[rounds], steps[1].gross[rounds]
    for number in range(HIGHEST, -1, -1):
        for _ in range(position[WAITING + number]):
            if place < QUEUE:
                nudge(weights.waiting[rounds, place], net[place], gross[place], number + 1, share)
                place += 1
    while place < QUEUE:
        nudge(weights.waiting[rounds, place], net[place], gross[place], 0, share)
        place += 1
    counts = np.empty(DEMAND_STEPS, np.int64)
    reach_counts(position, counts)
    net, gross = steps[2].net[rounds], steps[2].gross[rounds]
    for step in range(DEMAND_STEPS):
        nudge(weights.reach[rounds, step], net[step], gross[step], counts[step], share)


@kernel()
def nudge(
    row: NDArray[np.float32],
    net: NDArray[np.float32],
    gross: NDArray[np.float32],
    index: int,
    share: float,
) -> None:
    """Correct one weight, the less the more its earlier corrections contradicted each other."""
    agreement = np.float32(1)
    if gross[index] > 0:
        agreement = abs(net[index]) / gross[index]
    row[index] += agreement * share
    net[index] += share
    gross[index] += abs(share)


def blank_steps(weights: Weights) -> tuple[Steps, Steps, Steps]:
    """Steps for weights that have not been corrected yet."""
    pattern, waiting, reach = (Steps(np.zeros_like(t), np.zeros_like(t)) for t in weights)
    return pattern, waiting, reach
