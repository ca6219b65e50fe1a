"""Pocket Hexes in lanes: many matches stepped at once."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicehall.games.hexes.numbers import MOVES
from dicehall.games.hexes.rules import EMPTY, INNER, PLACEMENTS, Hexes
from dicehall.games.hexes.solver.batch import (
    DICE_COUNT,
    EMPTIES,
    GAPS,
    SCORED,
    SPOTS,
    WAITING,
    Position,
    fits,
    put,
    roll_dice,
    start_position,
)
from dicehall.solving.kernels import kernel
from dicehall.solving.lanes import LaneArrays, Lanes, Moves, settle, take_up

INNERS = np.array(INNER)
SCORE = DICE_COUNT * SPOTS
ROLL, FINISH = MOVES.index("roll"), MOVES.index("finish")
"""Where the moves of each kind begin among all moves."""
START = start_position()
PLACED, TAKEN, ROUND, FINISHED = range(4)
"""The columns of `HexesTables.counts`: placements and scores of this round, which it is, and
whether the seat has finished."""


class HexesTables(NamedTuple):
    """Boards, dice and counts of every lane."""

    boards: Position
    dice: Position
    counts: NDArray[np.int8]


class HexesLanes:
    """The matches of all lanes."""

    def __init__(self, lanes: int) -> None:
        self._tables = HexesTables(
            np.zeros((lanes, len(START)), np.int8),
            np.zeros((lanes, DICE_COUNT), np.int8),
            np.zeros((lanes, FINISHED + 1), np.int8),
        )

    def begin(self, arrays: LaneArrays) -> None:
        _begin_all(self._tables, arrays, START)

    def step(self, moves: Moves, arrays: LaneArrays, most_moves: int) -> None:
        _step(self._tables, moves, arrays, most_moves, START)


def lanes(game: Hexes, count: int) -> Lanes:
    """Lanes of the one game there is."""
    return HexesLanes(count)


@kernel()
def _begin_all(tables: HexesTables, arrays: LaneArrays, start: Position) -> None:
    for lane in range(len(tables.boards)):
        _begin(tables, arrays, lane, start)


@kernel()
def _begin(tables: HexesTables, arrays: LaneArrays, lane: int, start: Position) -> None:
    tables.boards[lane] = start
    tables.counts[lane] = 0
    _next_round(tables, lane)
    roll_dice(tables.dice[lane], arrays.sources[lane])
    _ask(tables, arrays, lane)


@kernel()
def _next_round(tables: HexesTables, lane: int) -> None:
    """Before the roll of the next round."""
    tables.dice[lane] = EMPTY
    tables.counts[lane, PLACED], tables.counts[lane, TAKEN] = 0, 0
    tables.counts[lane, ROUND] += 1


@kernel()
def _ask(tables: HexesTables, arrays: LaneArrays, lane: int) -> bool:
    """Show the board and the legal moves; whether there are any (Hexes 7 and 8)."""
    board, counts, mask = tables.boards[lane], tables.counts[lane], arrays.masks[lane]
    _look(tables, lane, True, arrays.observations[lane])
    forward = False
    for die in range(DICE_COUNT):
        number = tables.dice[lane, die]
        for spot in range(SPOTS):
            legal = counts[PLACED] < PLACEMENTS and fits(board, spot, number)
            mask[die * SPOTS + spot] = legal
            forward = forward or legal
    mask[ROLL] = counts[PLACED] == PLACEMENTS and board[EMPTIES] > 0
    forward = forward or mask[ROLL] == 1
    scores = False
    for place in range(len(INNERS)):
        spot = INNERS[place]
        surrounded = board[spot] != EMPTY and board[GAPS + spot] == 0
        legal = surrounded and board[SCORED + spot] == 0 and counts[TAKEN] == 0
        mask[SCORE + place] = legal
        scores = scores or legal
    mask[FINISH] = scores and not forward
    return bool(scores or forward)


@kernel()
def _look(tables: HexesTables, lane: int, rolled: bool, observation: NDArray[np.int32]) -> None:
    board, counts = tables.boards[lane], tables.counts[lane]
    for spot in range(SPOTS):
        observation[spot] = board[spot]
    place = SPOTS
    for inner in range(len(INNERS)):
        observation[place] = board[SCORED + INNERS[inner]]
        place += 1
    for die in range(DICE_COUNT):
        observation[place] = tables.dice[lane, die]
        place += 1
    observation[place], observation[place + 1] = counts[ROUND], rolled
    observation[place + 2], observation[place + 3] = counts[TAKEN], counts[FINISHED]


@kernel()
def _step(
    tables: HexesTables, moves: Moves, arrays: LaneArrays, most_moves: int, start: Position
) -> None:
    for lane in range(len(moves)):
        over, rolled = False, True
        if take_up(arrays, lane, moves[lane]):
            rolled = moves[lane] != ROLL
            arrays.rewards[lane] = _play(tables, lane, moves[lane])
            if rolled:
                over = tables.counts[lane, FINISHED] == 1 or not _ask(tables, arrays, lane)
        if settle(arrays, lane, over, most_moves):
            _look(tables, lane, rolled, arrays.finals[lane])
            _begin(tables, arrays, lane, start)
        elif not rolled:
            roll_dice(tables.dice[lane], arrays.sources[lane])
            if not _ask(tables, arrays, lane):  # Hexes 8: no die of the new round fits
                settle(arrays, lane, True, most_moves)
                _look(tables, lane, True, arrays.finals[lane])
                _begin(tables, arrays, lane, start)


@kernel()
def _play(tables: HexesTables, lane: int, move: int) -> int:
    """Play a legal move; the points that it scores."""
    board, dice, counts = tables.boards[lane], tables.dice[lane], tables.counts[lane]
    if move < SCORE:
        die, spot = move // SPOTS, move % SPOTS
        put(board, spot, dice[die])
        dice[die] = EMPTY
        counts[PLACED] += 1
    elif move < ROLL:  # Hexes 6
        spot = INNERS[move - SCORE]
        board[SCORED + spot] = 1
        board[WAITING + board[spot]] -= 1
        counts[TAKEN] = 1
        return int(board[spot])
    elif move == ROLL:
        _next_round(tables, lane)
    else:
        counts[FINISHED] = 1
    return 0
