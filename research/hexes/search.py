"""Searches the best placements of a round of Pocket Hexes with a beam search.

Placements that lead to the same board count once, whatever their order. The last round has at most
a few hundred boards, and the beam holds all of them.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicehall.games.hexes.network import QUEUE, SUMS, UNITS, Network
from dicehall.games.hexes.rounds import KEYS, LAST_ROUND_WIDTH
from dicehall.games.hexes.rules import EMPTY, PLACEMENTS
from dicehall.games.hexes.solver.positions import (
    DICE_COUNT,
    EMPTIES,
    SPOTS,
    WIDTH,
    Position,
    fits,
    put,
)
from dicehall.solving.kernels import kernel
from research.hexes.boards import (
    VIEWS,
    change_sums,
    settled_value,
    sum_patterns,
    take_best,
    view_keys,
)
from research.hexes.scoring import best_waiting
from research.hexes.value import value_of

LEARNING_WIDTH = 24
"""The beam width in games played for training or measuring."""


class Beam(NamedTuple):
    """Boards within a round, each with the placements that made it."""

    positions: NDArray[np.int8]
    paths: NDArray[np.int8]
    """For each board and step: the die and its hex."""
    keys: NDArray[np.int64]
    """One for each view of the board; equal boards have the same lowest key."""
    values: NDArray[np.float64]
    """The points still to come if the round ended here."""


class Children(NamedTuple):
    """The best placements found for the next step of the beam, unordered."""

    values: NDArray[np.float64]
    placements: NDArray[np.int64]
    """Rows of parent, die and hex."""
    kept: NDArray[np.int64]
    """Two numbers: how many there are and, once it is full, the index of the worst."""
    seen: NDArray[np.int64]
    """The keys of all boards visited: a hash table, 0 for free slots."""


@kernel()
def search_round(
    position: Position, dice: Position, left: int, taken: bool, network: Network, width: int
) -> tuple[float, NDArray[np.int8]]:
    """The points still to come with the best placements found, and those placements.

    `left` dice are still to be placed; `taken` says whether this round's score is used. The
    placements are rows of die and hex, `EMPTY` from the point where the game ends.
    """
    beam, endings = search_boards(position, dice, left, taken, network, width)
    best_value, best_path = -1e9, np.full((PLACEMENTS, 2), EMPTY, np.int8)
    for boards in (endings, beam):
        if len(boards.values) > 0:
            top = np.argmax(boards.values)
            if boards.values[top] > best_value:
                best_value, best_path = boards.values[top], boards.paths[top]
    return best_value, best_path


@kernel()
def search_boards(
    position: Position, dice: Position, left: int, taken: bool, network: Network, width: int
) -> tuple[Beam, Beam]:
    """The best boards found after the round's last placement, and those that ended the game."""
    rounds = max(0, (position[EMPTIES] - left + 2) // 3)
    if rounds == 0:
        width = LAST_ROUND_WIDTH
    beam = Beam(
        position.copy().reshape(1, WIDTH),
        np.full((1, PLACEMENTS, 2), EMPTY, np.int8),
        view_keys(position).reshape(1, VIEWS),
        np.full(1, settled_value(position, taken, rounds, network)),
    )
    endings = select(beam, np.zeros(1, np.bool_))
    for step in range(left):
        children = Children(
            np.empty(width, np.float64),
            np.empty((width, 3), np.int64),
            np.zeros(2, np.int64),
            np.zeros(slots_for(len(beam.keys)), np.int64),
        )
        stuck = np.zeros(len(beam.keys), np.bool_)
        for parent in range(len(beam.keys)):
            stuck[parent] = not expand(beam, parent, dice, step, taken, rounds, network, children)
            if stuck[parent]:
                open_number = max(0, best_waiting(beam.positions[parent]))
                beam.values[parent] = 0 if taken else open_number
        if stuck.any():
            endings = join(endings, select(beam, stuck))
        beam = grow(beam, children, dice, step)
    return beam, endings


@kernel()
def slots_for(boards: int) -> int:
    """The size of a hash table for all placements on this many boards: a power of two."""
    slots = 512
    while slots < 512 * boards:
        slots *= 2
    return slots


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
    network: Network,
    children: Children,
) -> bool:
    """Offer every placement on one board of the beam; returns whether there was any."""
    position = beam.positions[parent]
    hand = dice.copy()
    for earlier in range(step):
        hand[beam.paths[parent, earlier, 0]] = EMPTY
    patterns = np.empty((SPOTS, 2), np.int64)
    sums, changed = np.zeros(SUMS, np.float32), np.empty(SUMS, np.float32)
    units, waiting = np.empty(UNITS, np.float32), np.empty(QUEUE, np.int64)
    if rounds > 0:
        sum_patterns(position, rounds, network, patterns, sums)
    scratch = np.empty(WIDTH, np.int8)
    moved = False
    for die in range(DICE_COUNT):
        number = hand[die]
        if number == EMPTY or (hand[:die] == number).any():
            continue
        for spot in range(SPOTS):
            if fits(position, spot, number):
                moved = True
                if not is_new(children.seen, beam.keys, parent, spot, number):
                    continue
                scratch[:] = position
                put(scratch, spot, number)
                value = float(take_best(scratch, taken))
                if rounds > 0:
                    changed[:] = sums
                    change_sums(position, scratch, spot, patterns, network.rows, changed, waiting)
                    value += value_of(changed, rounds, network, units)
                offer(children, value, parent, die, spot)
    return moved


@kernel()
def is_new(
    seen: NDArray[np.int64], keys: NDArray[np.int64], parent: int, spot: int, number: int
) -> bool:
    """Whether a number on a hex makes a board not seen in any view; if so, record it."""
    key = keys[parent, 0] ^ KEYS[spot, number, 0]
    for view in range(1, VIEWS):
        key = min(key, keys[parent, view] ^ KEYS[spot, number, view])
    slot = key & (len(seen) - 1)
    while seen[slot] != 0:
        if seen[slot] == key:
            return False
        slot = (slot + 1) & (len(seen) - 1)
    seen[slot] = key
    return True


@kernel()
def offer(children: Children, value: float, parent: int, die: int, spot: int) -> None:
    """Keep a placement if it is among the best."""
    count, worst = children.kept
    width = len(children.values)
    if count < width:
        place = count
        children.kept[0] += 1
    elif value > children.values[worst]:
        place = worst
    else:
        return
    children.values[place] = value
    children.placements[place, 0] = parent
    children.placements[place, 1] = die
    children.placements[place, 2] = spot
    if children.kept[0] == width:
        children.kept[1] = np.argmin(children.values)


@kernel()
def grow(beam: Beam, children: Children, dice: Position, step: int) -> Beam:
    """The next step of the beam: the boards of the kept placements."""
    count = children.kept[0]
    positions = np.empty((count, WIDTH), np.int8)
    paths = np.empty((count, PLACEMENTS, 2), np.int8)
    keys = np.empty((count, VIEWS), np.int64)
    for child in range(count):
        parent, die, spot = children.placements[child]
        positions[child] = beam.positions[parent]
        paths[child] = beam.paths[parent]
        keys[child] = beam.keys[parent] ^ KEYS[spot, dice[die]]
        put(positions[child], spot, dice[die])
        paths[child, step, 0], paths[child, step, 1] = die, spot
    return Beam(positions, paths, keys, children.values[:count])
