"""The vector engine of Pocket Hexes."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicehall.games.hexes.numbers import MOVES
from dicehall.games.hexes.rules import EMPTY, INNER, PLACEMENTS, Hexes
from dicehall.games.hexes.solver.positions import (
    DICE_COUNT,
    EMPTIES,
    GAPS,
    SCORED,
    SPOTS,
    TOP,
    WAITING,
    Position,
    put,
    roll_dice,
    start_position,
    tops_for,
)
from dicehall.solving.kernels import kernel
from dicehall.solving.random_numbers import RandomSource
from dicehall.solving.vector import Moves, VectorArrays, VectorEngine

INNERS = np.array(INNER)
SCORE = DICE_COUNT * SPOTS
ROLL, FINISH = MOVES.index("roll"), MOVES.index("finish")
"""Where the moves of each kind begin among all moves."""
MOVE_COUNT = len(MOVES)
START = start_position()
PLACED, TAKEN, ROUND, FINISHED = range(4)
"""The columns of `HexesTables.counts`: placements and scores of this round, which it is, and
whether the seat has finished."""


class HexesTables(NamedTuple):
    """Boards, dice and counts of all matches."""

    boards: Position
    dice: Position
    counts: NDArray[np.int8]


class HexesEngine:
    """The boards of all matches."""

    def __init__(self, matches: int) -> None:
        self._tables = HexesTables(
            np.zeros((matches, len(START)), np.int8),
            np.zeros((matches, DICE_COUNT), np.int8),
            np.zeros((matches, FINISHED + 1), np.int8),
        )

    def begin(self, arrays: VectorArrays) -> None:
        _begin_all(self._tables, arrays, START)

    def step(self, moves: Moves, arrays: VectorArrays, most_moves: int) -> None:
        _step(self._tables, moves, arrays, most_moves, START)


def vector_engine(game: Hexes, matches: int) -> VectorEngine:
    """The engine; the game has no options."""
    return HexesEngine(matches)


@kernel()
def _begin_all(tables: HexesTables, arrays: VectorArrays, start: Position) -> None:
    for row in range(len(tables.boards)):
        _begin(tables, row, arrays.sources, start)
        _offer(tables, row, arrays.observations, arrays.masks)


@kernel()
def _step(
    tables: HexesTables, moves: Moves, arrays: VectorArrays, most_moves: int, start: Position
) -> None:
    steps, rewards, masks = arrays.steps, arrays.rewards, arrays.masks
    sources, observations, finals = arrays.sources, arrays.observations, arrays.finals
    terminated, truncated, refused = arrays.terminated, arrays.truncated, arrays.refused
    for row in range(len(moves)):
        move, over, rolled = moves[row], False, True
        legal = 0 <= move < MOVE_COUNT and masks[row, move] == 1
        steps[row] += 1
        rewards[row] = _play(tables, row, move) if legal else 0
        refused[row] = not legal
        long = steps[row] >= most_moves
        if legal and move == ROLL:
            rolled = not long
            if rolled:
                roll_dice(tables.dice[row], sources[row])
        if legal and rolled:
            finished = tables.counts[row, FINISHED] == 1
            over = finished or not _offer(tables, row, observations, masks)
        terminated[row] = over
        truncated[row] = long and not over
        if over or long:
            _observe(tables, row, rolled, finals)
            steps[row] = 0
            _begin(tables, row, sources, start)
            _offer(tables, row, observations, masks)


@kernel()
def _begin(tables: HexesTables, row: int, sources: RandomSource, start: Position) -> None:
    tables.boards[row] = start
    tables.counts[row] = 0
    _next_round(tables, row)
    roll_dice(tables.dice[row], sources[row])


@kernel()
def _next_round(tables: HexesTables, row: int) -> None:
    """Before the roll of the next round."""
    tables.dice[row] = EMPTY
    tables.counts[row, PLACED], tables.counts[row, TAKEN] = 0, 0
    tables.counts[row, ROUND] += 1


@kernel()
def _play(tables: HexesTables, row: int, move: int) -> int:
    """Play a legal move; the points that it scores."""
    board, dice, counts = tables.boards[row], tables.dice[row], tables.counts[row]
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
        _next_round(tables, row)
    else:
        counts[FINISHED] = 1
    return 0


@kernel()
def _offer(
    tables: HexesTables, row: int, observations: NDArray[np.int32], masks: NDArray[np.int8]
) -> bool:
    """Show the board and the legal moves; whether there are any (Hexes 7 and 8)."""
    boards, counts = tables.boards, tables.counts
    _observe(tables, row, True, observations)
    placing, forward, scores = counts[row, PLACED] < PLACEMENTS, 0, 0
    for die in range(DICE_COUNT):
        lowest, highest = tops_for(tables.dice[row, die] if placing else EMPTY)
        for spot in range(SPOTS):
            top = boards[row, TOP + spot]
            legal = boards[row, spot] == EMPTY and lowest <= top <= highest
            masks[row, die * SPOTS + spot] = legal
            forward += legal
    masks[row, ROLL] = not placing and boards[row, EMPTIES] > 0
    forward += masks[row, ROLL]
    for place in range(len(INNERS)):
        spot = INNERS[place]
        surrounded = boards[row, spot] != EMPTY and boards[row, GAPS + spot] == 0
        unscored = boards[row, SCORED + spot] == 0 and counts[row, TAKEN] == 0
        masks[row, SCORE + place] = surrounded and unscored
        scores += surrounded and unscored
    masks[row, FINISH] = scores > 0 and forward == 0
    return bool(scores + forward > 0)


@kernel()
def _observe(tables: HexesTables, row: int, rolled: bool, observations: NDArray[np.int32]) -> None:
    boards, counts = tables.boards, tables.counts
    for spot in range(SPOTS):
        observations[row, spot] = boards[row, spot]
    place = SPOTS
    for inner in range(len(INNERS)):
        observations[row, place + inner] = boards[row, SCORED + INNERS[inner]]
    place += len(INNERS)
    for die in range(DICE_COUNT):
        observations[row, place + die] = tables.dice[row, die]
    place += DICE_COUNT
    observations[row, place] = counts[row, ROUND]
    observations[row, place + 1] = rolled
    observations[row, place + 2] = counts[row, TAKEN]
    observations[row, place + 3] = counts[row, FINISHED]
