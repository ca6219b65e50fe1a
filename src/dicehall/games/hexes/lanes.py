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
    HIGHEST,
    SCORED,
    SPOTS,
    TOP,
    WAITING,
    Position,
    put,
    roll_dice,
    start_position,
)
from dicehall.solving.kernels import kernel
from dicehall.solving.lanes import LaneArrays, Lanes, Moves
from dicehall.solving.random_numbers import RandomSource

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
        _begin(tables, lane, arrays.sources, start)
        _ask(tables, lane, arrays.observations, arrays.masks)


@kernel()
def _step(
    tables: HexesTables, moves: Moves, arrays: LaneArrays, most_moves: int, start: Position
) -> None:
    steps, rewards, masks = arrays.steps, arrays.rewards, arrays.masks
    sources, observations, finals = arrays.sources, arrays.observations, arrays.finals
    terminated, truncated, refused = arrays.terminated, arrays.truncated, arrays.refused
    for lane in range(len(moves)):
        move, over, rolled = moves[lane], False, True
        legal = 0 <= move < MOVE_COUNT and masks[lane, move] == 1
        steps[lane] += 1
        rewards[lane] = _play(tables, lane, move) if legal else 0
        refused[lane] = not legal
        long = steps[lane] >= most_moves
        if legal and move == ROLL:
            rolled = not long
            if rolled:
                roll_dice(tables.dice[lane], sources[lane])
        if legal and rolled:
            finished = tables.counts[lane, FINISHED] == 1
            over = finished or not _ask(tables, lane, observations, masks)
        terminated[lane] = over
        truncated[lane] = long and not over
        if over or long:
            _look(tables, lane, rolled, finals)
            steps[lane] = 0
            _begin(tables, lane, sources, start)
            _ask(tables, lane, observations, masks)


@kernel()
def _begin(tables: HexesTables, lane: int, sources: RandomSource, start: Position) -> None:
    tables.boards[lane] = start
    tables.counts[lane] = 0
    _next_round(tables, lane)
    roll_dice(tables.dice[lane], sources[lane])


@kernel()
def _next_round(tables: HexesTables, lane: int) -> None:
    """Before the roll of the next round."""
    tables.dice[lane] = EMPTY
    tables.counts[lane, PLACED], tables.counts[lane, TAKEN] = 0, 0
    tables.counts[lane, ROUND] += 1


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


@kernel()
def _ask(
    tables: HexesTables, lane: int, observations: NDArray[np.int32], masks: NDArray[np.int8]
) -> bool:
    """Show the board and the legal moves; whether there are any (Hexes 7 and 8)."""
    boards, counts = tables.boards, tables.counts
    _look(tables, lane, True, observations)
    placing, forward, scores = counts[lane, PLACED] < PLACEMENTS, 0, 0
    for die in range(DICE_COUNT):
        number = tables.dice[lane, die]
        lowest, highest = _tops(number, placing)
        for spot in range(SPOTS):
            top = boards[lane, TOP + spot]
            legal = boards[lane, spot] == EMPTY and lowest <= top <= highest
            masks[lane, die * SPOTS + spot] = legal
            forward += legal
    masks[lane, ROLL] = not placing and boards[lane, EMPTIES] > 0
    forward += masks[lane, ROLL]
    for place in range(len(INNERS)):
        spot = INNERS[place]
        surrounded = boards[lane, spot] != EMPTY and boards[lane, GAPS + spot] == 0
        unscored = boards[lane, SCORED + spot] == 0 and counts[lane, TAKEN] == 0
        masks[lane, SCORE + place] = surrounded and unscored
        scores += surrounded and unscored
    masks[lane, FINISH] = scores > 0 and forward == 0
    return bool(scores + forward > 0)


@kernel()
def _tops(number: int, placing: bool) -> tuple[int, int]:
    """The bounds within which the highest number around an empty hex must lie for a number to fit
    there (Hexes 3 and 4)."""
    if not placing or number == EMPTY:
        return 1, 0
    if number == 0:
        return EMPTY, HIGHEST
    if number == 1:
        return EMPTY, EMPTY
    return 0, number


@kernel()
def _look(tables: HexesTables, lane: int, rolled: bool, observations: NDArray[np.int32]) -> None:
    boards, counts = tables.boards, tables.counts
    for spot in range(SPOTS):
        observations[lane, spot] = boards[lane, spot]
    place = SPOTS
    for inner in range(len(INNERS)):
        observations[lane, place + inner] = boards[lane, SCORED + INNERS[inner]]
    place += len(INNERS)
    for die in range(DICE_COUNT):
        observations[lane, place + die] = tables.dice[lane, die]
    place += DICE_COUNT
    observations[lane, place] = counts[lane, ROUND]
    observations[lane, place + 1] = rolled
    observations[lane, place + 2] = counts[lane, TAKEN]
    observations[lane, place + 3] = counts[lane, FINISHED]
