"""What every placement of a round of Pocket Hexes is worth: all ways to complete it are tried.

A placement is worth the best board that a round which holds it can end with. As no chance is
between them, that is what the position is worth after it, too: the best of its next placements.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicehall.games.hexes.rules import EMPTY
from dicehall.games.hexes.solver.batch import (
    DICE_COUNT,
    EMPTIES,
    SPOTS,
    WIDTH,
    Position,
    best_waiting,
    fits,
    put,
)
from dicehall.games.hexes.solver.boards import (
    KEYS,
    change_sums,
    sum_patterns,
    take_best,
    view_keys,
)
from dicehall.games.hexes.solver.value import QUEUE, SUMS, UNITS, Network, value_of
from dicehall.solving.kernels import kernel

ILLEGAL = -1e9
SLOTS = 1 << 20


class Memory(NamedTuple):
    """What boards within a round are worth: a hash table by their lowest key, 0 where free."""

    keys: NDArray[np.int64]
    values: NDArray[np.float64]


def new_memory() -> Memory:
    """An empty one: it is good for one round, whose dice are all that a key does not tell."""
    return Memory(np.zeros(SLOTS, np.int64), np.empty(SLOTS, np.float64))


@kernel()
def weigh_placements(
    position: Position,
    dice: Position,
    left: int,
    taken: bool,
    network: Network,
    memory: Memory,
) -> NDArray[np.float64]:
    """By die and hex: the points to come if the round goes on so; `ILLEGAL` where it cannot.

    `left` dice are still to be placed; `taken` tells whether this round's score is gone.
    """
    worths = np.full((DICE_COUNT, SPOTS), ILLEGAL)
    rounds = max(0, (position[EMPTIES] - left + 2) // 3)
    keys = view_keys(position)
    same = np.flatnonzero(keys == keys[0])
    if left > 0:
        weigh(
            position, keys[same], same, dice, left, taken, rounds, network, memory, worths
        )  # fmt: skip
    for die in range(DICE_COUNT):
        for other in range(die):
            if dice[other] == dice[die]:
                worths[die] = worths[other]
    return worths


@kernel()
def weigh(
    position: Position,
    keys: NDArray[np.int64],
    views: NDArray[np.int64],
    hand: Position,
    left: int,
    taken: bool,
    rounds: int,
    network: Network,
    memory: Memory,
    worths: NDArray[np.float64],
) -> float:
    """The best of all placements; what each is worth is written to `worths`.

    `views` are those in which the round began with the same board, and `keys` the board's in them.
    """
    patterns = np.empty((SPOTS, 2), np.int64)
    sums, changed = np.zeros(SUMS, np.float32), np.empty(SUMS, np.float32)
    units, waiting = np.empty(UNITS, np.float32), np.empty(QUEUE, np.int64)
    if rounds > 0 and left == 1:
        sum_patterns(position, rounds, network, patterns, sums)
    after, after_keys = np.empty(WIDTH, np.int8), np.empty_like(keys)
    below = np.empty_like(worths)
    best, moved = 0.0, False
    for die in range(DICE_COUNT):
        number = hand[die]
        if number == EMPTY or (hand[:die] == number).any():
            continue
        hand[die] = EMPTY
        for spot in range(SPOTS):
            if not fits(position, spot, number):
                continue
            for place in range(len(views)):
                after_keys[place] = keys[place] ^ KEYS[spot, number, views[place]]
            key = after_keys.min()
            slot = find_slot(memory, key)
            if memory.keys[slot] == 0:
                memory.keys[slot] = key
                after[:] = position
                put(after, spot, number)
                if left > 1:
                    value = weigh(
                        after, after_keys, views, hand, left - 1, taken, rounds, network, memory,
                        below,
                    )  # fmt: skip
                else:
                    value = float(take_best(after, taken))
                    if rounds > 0:
                        changed[:] = sums
                        change_sums(position, after, spot, patterns, network.rows, changed, waiting)
                        value += value_of(changed, rounds, network, units)
                memory.values[slot] = value
            worths[die, spot] = memory.values[slot]
            best = max(best, worths[die, spot]) if moved else worths[die, spot]
            moved = True
        hand[die] = number
    if moved:
        return best
    return 0.0 if taken else float(max(0, best_waiting(position)))


@kernel()
def find_slot(memory: Memory, key: int) -> int:
    """Where a board is remembered, or would be."""
    slot = key & (SLOTS - 1)
    while memory.keys[slot] != 0 and memory.keys[slot] != key:
        slot = (slot + 1) & (SLOTS - 1)
    return slot
