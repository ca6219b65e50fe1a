"""The vector engine of Knuckles and Knucklebones.

Grids are int8[match, seat, column, slot], slots from the middle of the table outward, 0 if empty.
"""

from itertools import product

import numpy as np
from numpy.typing import NDArray

from dicehall.games.bones.rules import COLUMNS, FACES, HEIGHT, Bones
from dicehall.solving.kernels import kernel
from dicehall.solving.random_numbers import below, following
from dicehall.solving.vector import Moves, VectorArrays, VectorEngine

Grids = NDArray[np.int8]
ColumnScores = NDArray[np.int16]
"""What a column is worth, indexed by its three slots."""

SLOTS = COLUMNS * HEIGHT
DIE = 2 * SLOTS
"""Index of the die in an observation; the next number says whether it is the viewer's turn."""


class BonesEngine:
    """The grids of all matches."""

    def __init__(self, game: Bones, matches: int) -> None:
        self._grids: Grids = np.zeros((matches, 2, COLUMNS, HEIGHT), np.int8)
        self._scores = column_scores(game)

    def begin(self, arrays: VectorArrays) -> None:
        _begin_all(self._grids, arrays)

    def step(self, moves: Moves, arrays: VectorArrays, most_moves: int) -> None:
        _step(self._grids, moves, arrays, most_moves, self._scores)


def vector_engine(game: Bones, matches: int) -> VectorEngine | None:
    """The engine of the full-size game; smaller grids have none."""
    return BonesEngine(game, matches) if game.is_whole else None


def column_scores(game: Bones) -> ColumnScores:
    """The rules' scores of all columns, also of those with gaps."""
    slots = product(range(FACES + 1), repeat=HEIGHT)
    scores = [game.column_score(tuple(filter(None, dice))) for dice in slots]
    return np.array(scores, np.int16).reshape((FACES + 1,) * HEIGHT)


@kernel()
def _begin_all(grids: Grids, arrays: VectorArrays) -> None:
    for row in range(len(grids)):
        grids[row] = 0
        arrays.seats[row] = 0
        arrays.sources[row, 0] = following(arrays.sources[row, 0])
        arrays.observations[row] = 0
        arrays.observations[row, DIE] = 1 + below(arrays.sources[row, 0], FACES)
        arrays.observations[row, DIE + 1] = 1
        arrays.masks[row] = 1


@kernel()
def _step(
    grids: Grids, moves: Moves, arrays: VectorArrays, most_moves: int, scores: ColumnScores
) -> None:
    """One long loop over plain arrays: slicing out single rows, and calls that take all arrays,
    would double the time."""
    sources, steps, seats, rewards = arrays.sources, arrays.steps, arrays.seats, arrays.rewards
    observations, finals, masks = arrays.observations, arrays.finals, arrays.masks
    terminated, truncated, refused = arrays.terminated, arrays.truncated, arrays.refused
    for row in range(len(moves)):
        column, mover = moves[row], int(seats[row])
        legal = 0 <= column < COLUMNS and masks[row, column] == 1
        over = False
        steps[row] += 1
        rewards[row] = 0.0
        refused[row] = not legal
        if legal:
            _place(grids, row, mover, column, observations[row, DIE])
            over = _is_full(grids, row, mover)
            if over:
                rewards[row] = np.sign(_margin(grids, row, mover, scores))
            seats[row] = 1 - mover
        terminated[row] = over
        truncated[row] = not over and steps[row] >= most_moves
        if over or truncated[row]:
            if legal:
                _observe(grids, row, mover, finals)
                finals[row, DIE], finals[row, DIE + 1] = 0, 0
            else:
                finals[row] = observations[row]
            grids[row] = 0
            seats[row] = 0
            steps[row] = 0
        elif not legal:
            continue
        seat = int(seats[row])
        sources[row, 0] = following(sources[row, 0])
        _observe(grids, row, seat, observations)
        observations[row, DIE] = 1 + below(sources[row, 0], FACES)
        observations[row, DIE + 1] = 1
        for free in range(COLUMNS):
            masks[row, free] = grids[row, seat, free, HEIGHT - 1] == 0


@kernel()
def _place(grids: Grids, row: int, seat: int, column: int, die: int) -> None:
    """Put a die in a column that has room (Bones 2), and knock out its equals (Bones 3)."""
    slot = 0
    while grids[row, seat, column, slot]:
        slot += 1
    grids[row, seat, column, slot] = die
    kept = 0
    for slot in range(HEIGHT):
        value = grids[row, 1 - seat, column, slot]
        grids[row, 1 - seat, column, slot] = 0
        if value != die:
            grids[row, 1 - seat, column, kept] = value
            kept += value > 0


@kernel()
def _observe(grids: Grids, row: int, seat: int, observations: NDArray[np.int32]) -> None:
    """Both grids as a seat sees them, its own first."""
    for column in range(COLUMNS):
        for slot in range(HEIGHT):
            index = column * HEIGHT + slot
            observations[row, index] = grids[row, seat, column, slot]
            observations[row, SLOTS + index] = grids[row, 1 - seat, column, slot]


@kernel()
def _is_full(grids: Grids, row: int, seat: int) -> bool:
    full = 0
    for column in range(COLUMNS):
        full += grids[row, seat, column, HEIGHT - 1] > 0
    return full == COLUMNS


@kernel()
def _margin(grids: Grids, row: int, seat: int, scores: ColumnScores) -> int:
    """A seat's score minus the other's."""
    total = 0
    for column in range(COLUMNS):
        own, other = grids[row, seat, column], grids[row, 1 - seat, column]
        total += scores[own[0], own[1], own[2]] - scores[other[0], other[1], other[2]]
    return total
