"""The best way to place the dice of one round of Pocket Hexes: a beam over the placements.

Placements that lead to the same board count once, whatever their order. The last round has at
most a few hundred boards, and there the beam holds all of them.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicehall.games.hexes.rules import EMPTY, NEIGHBOURS, PLACEMENTS
from dicehall.games.hexes.solver.batch import (
    DICE_COUNT,
    EMPTIES,
    HIGHEST,
    SPOTS,
    WAITING,
    WIDTH,
    Position,
    best_waiting,
    fits,
    put,
)
from dicehall.games.hexes.solver.value import (
    DEMAND_STEPS,
    Weights,
    pattern_code,
    phase_of,
    position_value,
    reach_counts,
    reach_value,
    waiting_value,
)
from dicehall.solving.kernels import kernel

LAST_ROUND_WIDTH = 256
"""Three hexes and six dice make fewer boards than this at every step but the last."""


def _disc(spot: int, steps: int) -> list[int]:
    """A hex and the hexes at most so many steps away."""
    disc = {spot}
    for _ in range(steps):
        disc |= {near for one in disc for near in NEIGHBOURS[one]}
    return sorted(disc)


DISC = np.array([(_disc(spot, 2) + [0] * 19)[:19] for spot in range(SPOTS)], np.int64)
DISC_COUNTS = np.array([len(_disc(spot, 2)) for spot in range(SPOTS)], np.int64)
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
    kept: NDArray[np.int64]
    """One number: how many there are."""


@kernel()
def search_round(
    position: Position, dice: Position, left: int, taken: bool, weights: Weights, width: int
) -> tuple[float, NDArray[np.int8]]:
    """The points still to come with the best placements found, and those placements.

    `left` dice are still to be placed; `taken` tells whether this round's score is gone. The
    placements are rows of die and hex, `EMPTY` from where the game ends on the way.
    """
    beam, endings = search_boards(position, dice, left, taken, weights, width)
    best_value, best_path = -1e9, np.full((PLACEMENTS, 2), EMPTY, np.int8)
    for boards in (endings, beam):
        if len(boards.values) > 0:
            top = np.argmax(boards.values)
            if boards.values[top] > best_value:
                best_value, best_path = boards.values[top], boards.paths[top]
    return best_value, best_path


@kernel()
def search_boards(
    position: Position, dice: Position, left: int, taken: bool, weights: Weights, width: int
) -> tuple[Beam, Beam]:
    """The best boards found after the round's last placement, and those that ended the game."""
    rounds = max(0, (position[EMPTIES] - left + 2) // 3)
    if rounds == 0:
        width = LAST_ROUND_WIDTH
    beam = Beam(
        position.copy().reshape(1, WIDTH),
        np.full((1, PLACEMENTS, 2), EMPTY, np.int8),
        np.zeros(1, np.int64),
        np.full(1, settled_value(position, taken, rounds, weights)),
    )
    endings = select(beam, np.zeros(1, np.bool_))
    for step in range(left):
        children = Children(
            np.empty(width, np.float64),
            np.empty(width, np.int64),
            np.empty((width, 3), np.int64),
            np.zeros(1, np.int64),
        )
        stuck = np.zeros(len(beam.keys), np.bool_)
        for parent in range(len(beam.keys)):
            stuck[parent] = not expand(beam, parent, dice, step, taken, rounds, weights, children)
            if stuck[parent]:
                open_number = max(0, best_waiting(beam.positions[parent]))
                beam.values[parent] = 0 if taken else open_number
        if stuck.any():
            endings = join(endings, select(beam, stuck))
        beam = grow(beam, children, dice, step)
    return beam, endings


@kernel()
def select(beam: Beam, chosen: NDArray[np.bool_]) -> Beam:
    """Some boards of a beam."""
    return Beam(beam.positions[chosen], beam.paths[chosen], beam.keys[chosen], beam.values[chosen])


@kernel()
def join(one: Beam, other: Beam) -> Beam:
    """The boards of two beams."""
    return Beam(
        np.concatenate((one.positions, other.positions)),
        np.concatenate((one.paths, other.paths)),
        np.concatenate((one.keys, other.keys)),
        np.concatenate((one.values, other.values)),
    )


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
    scratch = np.empty(WIDTH, np.int8)
    moved = False
    for die in range(DICE_COUNT):
        number = hand[die]
        if number == EMPTY or (hand[:die] == number).any():
            continue
        for spot in range(SPOTS):
            if fits(position, spot, number):
                moved = True
                scratch[:] = position
                put(scratch, spot, number)
                value = float(take_best(scratch, taken))
                if rounds > 0:
                    value += changed_value(scratch, spot, patterns, rounds, weights)
                offer(children, value, beam.keys[parent] ^ KEYS[spot, number], parent, die, spot)
    return moved


@kernel()
def changed_value(
    position: Position, spot: int, patterns: NDArray[np.float32], rounds: int, weights: Weights
) -> float:
    """The value of a board with a number just put on a hex; `patterns` are from before."""
    phase = phase_of(rounds)
    value = float(patterns.sum())
    for place in range(DISC_COUNTS[spot]):
        near = DISC[spot, place]
        value += weights.pattern[phase, pattern_code(position, near)] - patterns[near]
    counts = np.empty(DEMAND_STEPS, np.int64)
    reach_counts(position, counts)
    value += waiting_value(position, rounds, weights)
    return value + reach_value(counts, rounds, weights)


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
        value += position_value(after, rounds, weights)
    return value


@kernel()
def offer(children: Children, value: float, key: int, parent: int, die: int, spot: int) -> None:
    """Keep a placement if it is among the best, and its board is not there already."""
    count = children.kept[0]
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
        children.kept[0] += 1
    children.values[place] = value
    children.keys[place] = key
    children.placements[place, 0] = parent
    children.placements[place, 1] = die
    children.placements[place, 2] = spot


@kernel()
def grow(beam: Beam, children: Children, dice: Position, step: int) -> Beam:
    """The next step of the beam: the boards of the placements that were kept."""
    count = children.kept[0]
    positions = np.empty((count, WIDTH), np.int8)
    paths = np.empty((count, PLACEMENTS, 2), np.int8)
    for child in range(count):
        parent, die, spot = children.placements[child]
        positions[child] = beam.positions[parent]
        paths[child] = beam.paths[parent]
        put(positions[child], spot, dice[die])
        paths[child, step, 0], paths[child, step, 1] = die, spot
    return Beam(positions, paths, children.keys[:count], children.values[:count])
