"""States as the positions that kernels take."""

import numpy as np

from dicehall.games.hexes.rules import EMPTY, HexesState
from dicehall.games.hexes.solver.positions import (
    DICE_COUNT,
    SCORED,
    WAITING,
    Position,
    empty_board,
    put,
)


def position_of(state: HexesState) -> Position:
    """The row for a state's board and scores."""
    position = empty_board()
    for spot, number in enumerate(state.board):
        if number != EMPTY:
            put(position, spot, number)
    for spot in state.scored:
        position[SCORED + spot] = 1
        position[WAITING + state.board[spot]] -= 1
    return position


def dice_of(state: HexesState) -> Position:
    """A state's dice as an array; all of them `EMPTY` before the roll."""
    return np.array(state.dice or (EMPTY,) * DICE_COUNT, np.int8)
