"""The best way to place the dice of one round of Pocket Hexes: a beam over the placements.

Placements that lead to the same board count once, whatever their order. The last round has at
most a few hundred boards, and there the beam holds all of them.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicehall.solve.hexes_batch import (
    DICE_COUNT,
    EMPTIES,
    EMPTY,
    HIGHEST,
    NEAR,
    NEAR_COUNTS,
    SPOTS,
    WAITING,
    WIDTH,
    Position,
    best_waiting,
    fits,
    put,
)
from dicehall.solve.hexes_value import (
    DEMAND_STEPS,
    Weights,
    pattern_code,
    phase_of,
    reach_counts,
    reach_value,
    waiting_value,
)
from dicehall.solve.kernels import kernel

PLACEMENTS = 3
LAST_ROUND_WIDTH = 256
"""Three hexes and six dice make fewer boards than this at every step but the last."""


def _discs() -> list[list[int]]:
    """For each hex, itself and the hexes at most two steps away."""
    discs = []
    for spot in range(SPOTS):
        disc = {spot}
        for _ in range(2):
            disc |= {int(near) for one in disc for near in NEAR[one, : NEAR_COUNTS[one]]}
        discs.append(sorted(disc))
    return discs


DISC = np.array([(disc + [0] * 19)[:19] for disc in _discs()], np.int64)
DISC_COUNTS = np.array([len(disc) for disc in _discs()], np.int64)
KEYS = np.random.default_rng(61).integers(1, 1 << 62, (SPOTS, HIGHEST + 1), np.int64)
"""What each number on each hex adds, by exclusive or, to the key of a board."""


class Beam(NamedTuple):
    """Boards within a round, each with the placements that made it."""

    positions: NDArray[np.int8]
    paths: NDArray[np.int8]
    """For each board and step: the die and its hex."""
    keys: NDArray[np.int64]
    values: NDArray[np.float64]
    """The points still to come, should the round end here."""


class Children(NamedTuple):
    """The best placements found for the next step of the beam, in no order."""

    values: NDArray[np.float64]
    keys: NDArray[np.int64]
    placements: NDArray[np.int64]
    """Rows of parent, die and hex."""
    count: NDArray[np.int64]


@kernel()
def search_round(
    position: Position, dice: Position, left: int, taken: bool, weights: Weights, width: int
) -> tuple[float, NDArray[np.int8]]:
    """The points still to come with the best placements found, and those placements.

    `left` dice are still to be placed; `taken` tells whether this round's score is gone. The
    placements are rows of die and hex, `EMPTY` from where the game ends on the way.
    """
    rounds = max(0, (position[EMPTIES] - left + 2) // 3)
    if rounds == 0:
        width = LAST_ROUND_WIDTH
    beam = Beam(
        position.copy().reshape(1, WIDTH),
        np.full((1, PLACEMENTS, 2), EMPTY, np.int8),
        np.zeros(1, np.int64),
        np.zeros(1, np.float64),
    )
    best_value, best_path = -1e9, beam.paths[0]
    for step in range(left):
        children = Children(
            np.empty(width, np.float64),
            np.empty(width, np.int64),
            np.empty((width, 3), np.int64),
            np.zeros(1, np.int64),
        )
        for parent in range(len(beam.keys)):
            if not expand(beam, parent, dice, step, taken, rounds, weights, children):
                ending = 0 if taken else max(0, best_waiting(beam.positions[parent]))
                if ending > best_value:
                    best_value, best_path = float(ending), beam.paths[parent]
        if children.count[0] == 0:
            return best_value, best_path
        beam = grow(beam, children, dice, step)
    if left == 0:
        return settled_value(position, taken, rounds, weights), best_path
    top = np.argmax(beam.values)
    if beam.values[top] > best_value:
        best_value, best_path = beam.values[top], beam.paths[top]
    return best_value, best_path


@kernel()
def expand(
    beam: Beam,
    parent: int,
    dice: Position,
    step: int,
    taken: bool,
    rounds: int,
    weights: Weights,
    children: Children,
) -> bool:
    """Offer every placement on one board of the beam; whether there was any."""
    position = beam.positions[parent]
    hand = dice.copy()
    for earlier in range(step):
        hand[beam.paths[parent, earlier, 0]] = EMPTY
    patterns = np.zeros(SPOTS, np.float32)
    if rounds > 0:
        for spot in range(SPOTS):
            patterns[spot] = weights.pattern[phase_of(rounds), pattern_code(position, spot)]
    total = patterns.sum()
    scratch = np.empty(WIDTH, np.int8)
    counts = np.empty(DEMAND_STEPS, np.int64)
    moved = False
    for die in range(DICE_COUNT):
        number = hand[die]
        if number == EMPTY or (hand[:die] == number).any():
            continue
        for spot in range(SPOTS):
            if not fits(position, spot, number):
                continue
            moved = True
            scratch[:] = position
            put(scratch, spot, number)
            value = take_best(scratch, taken)
            if rounds > 0:
                value += total + pattern_change(scratch, spot, patterns, rounds, weights)
                value += waiting_value(scratch, rounds, weights)
                reach_counts(scratch, counts)
                value += reach_value(counts, rounds, weights)
            offer(children, value, beam.keys[parent] ^ KEYS[spot, number], parent, die, spot)
    return moved


@kernel()
def pattern_change(
    position: Position, spot: int, patterns: NDArray[np.float32], rounds: int, weights: Weights
) -> float:
    """What a number just put on a hex changes in the sum of the patterns."""
    phase = phase_of(rounds)
    change = np.float32(0)
    for place in range(DISC_COUNTS[spot]):
        near = DISC[spot, place]
        change += weights.pattern[phase, pattern_code(position, near)] - patterns[near]
    return change


@kernel()
def take_best(position: Position, taken: bool) -> int:
    """Take the highest waiting number off the queue, unless this round's score is gone."""
    number = EMPTY if taken else best_waiting(position)
    if number == EMPTY:
        return 0
    position[WAITING + number] -= 1
    return number


@kernel()
def settled_value(position: Position, taken: bool, rounds: int, weights: Weights) -> float:
    """The points still to come after the last placement of a round."""
    after = position.copy()
    value = float(take_best(after, taken))
    if rounds > 0:
        for spot in range(SPOTS):
            value += weights.pattern[phase_of(rounds), pattern_code(after, spot)]
        counts = np.empty(DEMAND_STEPS, np.int64)
        reach_counts(after, counts)
        value += waiting_value(after, rounds, weights) + reach_value(counts, rounds, weights)
    return value


@kernel()
def offer(children: Children, value: float, key: int, parent: int, die: int, spot: int) -> None:
    """Keep a placement if it is among the best, and its board is not there already."""
    count = children.count[0]
    width = len(children.values)
    place = count
    if count == width:
        place = np.argmin(children.values)
        if value <= children.values[place]:
            return
    for other in range(count):
        if children.keys[other] == key:
            return
    if count < width:
        children.count[0] += 1
    children.values[place] = value
    children.keys[place] = key
    children.placements[place, 0] = parent
    children.placements[place, 1] = die
    children.placements[place, 2] = spot


@kernel()
def grow(beam: Beam, children: Children, dice: Position, step: int) -> Beam:
    """The next step of the beam: the boards of the placements that were kept."""
    count = children.count[0]
    positions = np.empty((count, WIDTH), np.int8)
    paths = np.empty((count, PLACEMENTS, 2), np.int8)
    for child in range(count):
        parent, die, spot = children.placements[child]
        positions[child] = beam.positions[parent]
        paths[child] = beam.paths[parent]
        put(positions[child], spot, dice[die])
        paths[child, step, 0], paths[child, step, 1] = die, spot
    return Beam(positions, paths, children.keys[:count], children.values[:count])
