"""Boards of Pocket Hexes within a round: their keys, and incremental updates after a placement."""

import numpy as np
from numpy.typing import NDArray

from dicehall.games.hexes.network import ROUND_ROWS, Network
from dicehall.games.hexes.rounds import KEYS
from dicehall.games.hexes.rules import EMPTY, NEIGHBOURS
from dicehall.games.hexes.solver.positions import (
    GAPS,
    NEAR,
    NEAR_COUNTS,
    SPOTS,
    TOP,
    WAITING,
    Position,
)
from dicehall.games.hexes.symmetries import SYMMETRIES
from dicehall.solving.kernels import kernel
from research.hexes.scoring import best_waiting
from research.hexes.value import (
    add_row,
    pattern_rows,
    position_value,
    replace_row,
    waiting_rows,
)


def _disc(spot: int, steps: int) -> list[int]:
    """A hex and all hexes at most this many steps away."""
    disc = {spot}
    for _ in range(steps):
        disc |= {near for one in disc for near in NEIGHBOURS[one]}
    return sorted(disc)


VIEWS = len(SYMMETRIES)
DISC = np.array([(_disc(spot, 2) + [0] * 19)[:19] for spot in range(SPOTS)], np.int64)
DISC_COUNTS = np.array([len(_disc(spot, 2)) for spot in range(SPOTS)], np.int64)
AROUND = np.array([sum(1 << near for near in around) for around in NEIGHBOURS], np.uint64)
"""The hexes around each hex as bits."""


@kernel()
def view_keys(position: Position) -> NDArray[np.int64]:
    """The keys of a board in all views."""
    keys = np.zeros(VIEWS, np.int64)
    for spot in range(SPOTS):
        if position[spot] != EMPTY:
            keys ^= KEYS[spot, position[spot]]
    return keys


@kernel()
def take_best(position: Position, taken: bool) -> int:
    """Remove the highest waiting number from the queue, unless this round's score is used."""
    number = EMPTY if taken else best_waiting(position)
    if number == EMPTY:
        return 0
    position[WAITING + number] -= 1
    return number


@kernel()
def settled_value(position: Position, taken: bool, rounds: int, network: Network) -> float:
    """The points still to come after the last placement of a round."""
    after = position.copy()
    value = float(take_best(after, taken))
    if rounds > 0:
        value += position_value(after, rounds, network)
    return value


@kernel()
def sum_patterns(
    position: Position,
    rounds: int,
    network: Network,
    patterns: NDArray[np.int64],
    sums: NDArray[np.float32],
) -> None:
    """Write the patterns of all hexes, and add their rows and that of the rounds left."""
    add_row(sums, network.rows, ROUND_ROWS + rounds)
    for spot in range(SPOTS):
        own, closing = pattern_rows(position, spot)
        patterns[spot, 0], patterns[spot, 1] = own, closing
        add_row(sums, network.rows, own)
        add_row(sums, network.rows, closing)


@kernel()
def change_sums(
    before: Position,
    after: Position,
    spot: int,
    patterns: NDArray[np.int64],
    rows: NDArray[np.float32],
    sums: NDArray[np.float32],
    waiting: NDArray[np.int64],
) -> None:
    """Update the sums of a board for a number placed on a hex; `patterns` are from before.

    A hex two steps away changes only if one between them does.
    """
    change_pattern(after, spot, patterns, rows, sums)
    touched = np.uint64(0)
    for place in range(NEAR_COUNTS[spot]):
        near = NEAR[spot, place]
        change_pattern(after, near, patterns, rows, sums)
        if after[near] == EMPTY:
            looks_different = after[TOP + near] != before[TOP + near]
        else:
            looks_different = after[GAPS + near] == 1
        if looks_different:
            touched |= AROUND[near]
    touched &= ~(AROUND[spot] | (np.uint64(1) << np.uint64(spot)))
    for place in range(DISC_COUNTS[spot]):
        far = DISC[spot, place]
        if touched >> np.uint64(far) & np.uint64(1):
            change_pattern(after, far, patterns, rows, sums)
    for place in range(waiting_rows(after, waiting)):
        add_row(sums, rows, waiting[place])


@kernel()
def change_pattern(
    position: Position,
    spot: int,
    patterns: NDArray[np.int64],
    rows: NDArray[np.float32],
    sums: NDArray[np.float32],
) -> None:
    """Replace the rows of a hex by its current ones."""
    own, closing = pattern_rows(position, spot)
    if own != patterns[spot, 0]:
        replace_row(sums, rows, patterns[spot, 0], own)
    if closing != patterns[spot, 1]:
        replace_row(sums, rows, patterns[spot, 1], closing)
