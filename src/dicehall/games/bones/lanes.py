"""Knucklebones and Knuckles in lanes: many matches stepped at once, seat by seat."""

import numpy as np
from numpy.typing import NDArray

from dicehall.games.bones.rules import COLUMNS, FACES, HEIGHT, Bones
from dicehall.games.bones.solver.batch import Grids, margin, set_worths
from dicehall.games.bones.solver.columns import Numbers
from dicehall.solving.kernels import kernel
from dicehall.solving.lanes import LaneArrays, Lanes, Moves
from dicehall.solving.random_numbers import below, following

SLOTS = COLUMNS * HEIGHT
DIE = 2 * SLOTS
"""Where the die in the hand stands in an observation; after it stands whether it is one's own
turn."""


class BonesLanes:
    """Grids, dice and counts of every lane."""

    def __init__(self, game: Bones, lanes: int) -> None:
        self._grids: Grids = np.zeros((lanes, 2, COLUMNS, HEIGHT), np.int8)
        self._worths = set_worths(game.scoring)

    def begin(self, arrays: LaneArrays) -> None:
        _begin_all(self._grids, arrays)

    def step(self, moves: Moves, arrays: LaneArrays, most_moves: int) -> None:
        _step(self._grids, moves, arrays, most_moves, self._worths)


def lanes(game: Bones, count: int) -> Lanes | None:
    """Lanes of the whole game; smaller grids have none."""
    return BonesLanes(game, count) if game.is_whole else None


@kernel()
def _begin_all(grids: Grids, arrays: LaneArrays) -> None:
    for lane in range(len(grids)):
        grids[lane] = 0
        arrays.seats[lane] = 0
        arrays.sources[lane, 0] = following(arrays.sources[lane, 0])
        arrays.observations[lane] = 0
        arrays.observations[lane, DIE] = 1 + below(arrays.sources[lane, 0], FACES)
        arrays.observations[lane, DIE + 1] = 1
        arrays.masks[lane] = 1


@kernel()
def _step(grids: Grids, moves: Moves, arrays: LaneArrays, most_moves: int, worths: Numbers) -> None:
    """One long loop over plain arrays: views of single lanes, and calls with all arrays, would
    take as long as the rest of it."""
    sources, steps, seats, rewards = arrays.sources, arrays.steps, arrays.seats, arrays.rewards
    observations, finals, masks = arrays.observations, arrays.finals, arrays.masks
    terminated, truncated, refused = arrays.terminated, arrays.truncated, arrays.refused
    for lane in range(len(moves)):
        column, mover = moves[lane], int(seats[lane])
        legal = 0 <= column < COLUMNS and masks[lane, column] == 1
        over = False
        steps[lane] += 1
        rewards[lane] = 0.0
        refused[lane] = not legal
        if legal:
            die = observations[lane, DIE]
            _place(grids, lane, mover, column, die)
            over = _is_full(grids, lane, mover)
            if over:
                rewards[lane] = np.sign(margin(grids[lane], mover, worths))
            seats[lane] = 1 - mover
        terminated[lane] = over
        truncated[lane] = not over and steps[lane] >= most_moves
        if over or truncated[lane]:
            if legal:
                _look(grids, lane, mover, finals)
                finals[lane, DIE], finals[lane, DIE + 1] = 0, 0
            else:
                finals[lane] = observations[lane]
            grids[lane] = 0
            seats[lane] = 0
            steps[lane] = 0
        elif not legal:
            continue
        seat = int(seats[lane])
        sources[lane, 0] = following(sources[lane, 0])
        _look(grids, lane, seat, observations)
        observations[lane, DIE] = 1 + below(sources[lane, 0], FACES)
        observations[lane, DIE + 1] = 1
        for free in range(COLUMNS):
            masks[lane, free] = grids[lane, seat, free, HEIGHT - 1] == 0


@kernel()
def _place(grids: Grids, lane: int, seat: int, column: int, die: int) -> None:
    """Put a die in a column that has room (Bones 2), and knock out its equals (Bones 3)."""
    slot = 0
    while grids[lane, seat, column, slot]:
        slot += 1
    grids[lane, seat, column, slot] = die
    kept = 0
    for slot in range(HEIGHT):
        value = grids[lane, 1 - seat, column, slot]
        grids[lane, 1 - seat, column, slot] = 0
        if value != die:
            grids[lane, 1 - seat, column, kept] = value
            kept += value > 0


@kernel()
def _look(grids: Grids, lane: int, seat: int, observations: NDArray[np.int32]) -> None:
    """Both grids as a seat sees them, its own first."""
    for column in range(COLUMNS):
        for slot in range(HEIGHT):
            at = column * HEIGHT + slot
            observations[lane, at] = grids[lane, seat, column, slot]
            observations[lane, SLOTS + at] = grids[lane, 1 - seat, column, slot]


@kernel()
def _is_full(grids: Grids, lane: int, seat: int) -> bool:
    full = 0
    for column in range(COLUMNS):
        full += grids[lane, seat, column, HEIGHT - 1] > 0
    return full == COLUMNS
