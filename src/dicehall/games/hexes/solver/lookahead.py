"""A stronger choice in Pocket Hexes: the best boards of a round, compared by playing on from them.

Every board meets the same dice, so that luck cancels in the comparison, and the same dice come
again when the next placement of the round is chosen, so that a plan is kept unless a better one
is found.
"""

import numpy as np
from numpy.typing import NDArray

from dicehall.games.hexes.rules import EMPTY, PLACEMENTS
from dicehall.games.hexes.solver.batch import DICE_COUNT, EMPTIES, Position, put, roll_dice
from dicehall.games.hexes.solver.search import search_boards, search_round, take_best
from dicehall.games.hexes.solver.value import Weights, position_value, rounds_left
from dicehall.solving.kernels import kernel
from dicehall.solving.random_numbers import RandomSource


@kernel()
def plan_round(
    position: Position,
    dice: Position,
    left: int,
    taken: bool,
    weights: Weights,
    width: int,
    boards: int,
    samples: int,
    depth: int,
) -> NDArray[np.int8]:
    """The placements that lead to the best board: rows of die and hex.

    A beam of `width` finds the boards; the best `boards` of them are played on `samples` times
    for `depth` rounds with a beam of two, and then valued by the weights.
    """
    beam, endings = search_boards(position, dice, left, taken, weights, width)
    best_value, best_path = -1e9, np.full((PLACEMENTS, 2), EMPTY, np.int8)
    if len(endings.values) > 0:
        top = np.argmax(endings.values)
        best_value, best_path = endings.values[top], endings.paths[top]
    order = np.argsort(-beam.values)[:boards]
    for place in order:
        after = beam.positions[place].copy()
        value = beam.values[place]
        if after[EMPTIES] > 0 and len(order) > 1:
            value = float(take_best(after, taken))
            value += mean_outcome(after, weights, samples, depth)
        if value > best_value:
            best_value, best_path = value, beam.paths[place]
    return best_path


@kernel()
def mean_outcome(position: Position, weights: Weights, samples: int, depth: int) -> float:
    """The mean of the points that follow when a position is played on, from fixed dice."""
    source = np.empty(1, np.uint64)
    total = 0.0
    for sample in range(samples):
        source[0] = np.uint64(0x9E3779B97F4A7C15) * np.uint64(2 * sample + 1)
        total += play_on(position.copy(), source, weights, depth)
    return total / samples


@kernel()
def play_on(position: Position, source: RandomSource, weights: Weights, depth: int) -> float:
    """Play some rounds; the points they bring and what the position then promises."""
    dice = np.empty(DICE_COUNT, np.int8)
    points = 0.0
    for _ in range(depth):
        if position[EMPTIES] == 0:
            return points
        roll_dice(dice, source)
        _, path = search_round(position, dice, PLACEMENTS, False, weights, 2)
        for step in range(PLACEMENTS):
            if path[step, 0] != EMPTY:
                put(position, path[step, 1], dice[path[step, 0]])
        points += take_best(position, False)
        if path[PLACEMENTS - 1, 0] == EMPTY:
            return points
    return points + position_value(position, rounds_left(position), weights)
