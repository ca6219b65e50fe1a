"""Sparkle in lanes: many matches stepped at once.

What each roll may bank is asked of the rules once, for all rolls that there are.
"""

from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicehall.games.sparkle.banks import banks_of, parts_of
from dicehall.games.sparkle.numbers import MOST_POINTS
from dicehall.games.sparkle.rules import ALL, DICE, EXTRA_DICE, Sparkle
from dicehall.solving.kernels import kernel
from dicehall.solving.lanes import LaneArrays, Lanes, Moves, settle, take_up
from dicehall.solving.random_numbers import draw

COUNT = len(ALL)
PARTS = parts_of(ALL)
PART_COUNT = len(PARTS)
FIZZLE = 0
ROLL, END, REROLL = 1, 1 + PART_COUNT, 1 + 2 * PART_COUNT
"""Where the moves of each kind begin among all moves."""
BITS = np.array([sum(1 << position - 1 for position in part) for part in PARTS])
"""The dice of each part of the five, as bits."""
SIZES = np.array([len(part) for part in PARTS])
EVERY = (1 << COUNT) - 1
FACES = np.array([die.faces for die in DICE])
"""faces[die, side]."""
SIDES = FACES.shape[1]
NOT_BANKED = -1

State = NDArray[np.int64]
NUMBER, TOTAL, POINTS, BANKED, AIR, WAITING, EXTRA, LOST, FIRST_DIE = range(9)
"""The columns of a lane: numbers as in `SparkleState`, sets of dice as bits; then five faces."""


class SparkleBook(NamedTuple):
    """What the rules say once and for all."""

    points: NDArray[np.int16]
    """points[roll, part]: what banking a part of a roll scores, or `NOT_BANKED`."""
    sets: NDArray[np.int8]
    """sets[roll, part]: the number of the set in it, or 0."""
    scores: NDArray[np.bool_]
    """Whether a roll scores at all."""
    thresholds: State


class SparkleLanes:
    """The matches of all lanes."""

    def __init__(self, game: Sparkle, lanes: int) -> None:
        self._states: State = np.zeros((lanes, FIRST_DIE + COUNT), np.int64)
        numbers = range(1, 1000)
        last = next(number for number in numbers if game.threshold(number) > MOST_POINTS)
        thresholds = [0, *(game.threshold(number) for number in range(1, last + 1))]
        points, sets, scores = _banks()
        self._book = SparkleBook(points, sets, scores, np.array(thresholds))

    def begin(self, arrays: LaneArrays) -> None:
        _begin_all(self._states, arrays, self._book)

    def step(self, moves: Moves, arrays: LaneArrays, most_moves: int) -> None:
        _step(self._states, moves, arrays, most_moves, self._book)


def lanes(game: Sparkle, count: int) -> Lanes:
    """Lanes of either curve."""
    return SparkleLanes(game, count)


@cache
def _banks() -> tuple[NDArray[np.int16], NDArray[np.int8], NDArray[np.bool_]]:
    """A roll is a number with a digit for each die: 0 if it is banked, else its face's place."""
    rolls = (SIDES + 1) ** COUNT
    points = np.full((rolls, PART_COUNT), NOT_BANKED, np.int16)
    sets = np.zeros((rolls, PART_COUNT), np.int8)
    place = {part: number for number, part in enumerate(PARTS)}
    for roll, digits in enumerate(product(range(SIDES + 1), repeat=COUNT)):
        table = tuple(position for position in ALL if digits[position - 1])
        faces = tuple(DICE[position - 1].faces[digits[position - 1] - 1] for position in table)
        for chosen, bank in banks_of(table, faces).items():
            points[roll, place[chosen]], sets[roll, place[chosen]] = bank
    return points, sets, (points != NOT_BANKED).any(axis=1)


@kernel()
def _begin_all(states: State, arrays: LaneArrays, book: SparkleBook) -> None:
    for lane in range(len(states)):
        _begin(states[lane], arrays, lane, book)


@kernel()
def _begin(state: State, arrays: LaneArrays, lane: int, book: SparkleBook) -> None:
    state[TOTAL], state[EXTRA], state[LOST] = 0, EXTRA_DICE, 0
    _new_turn(state, 1)
    _ask(state, arrays, lane, book)


@kernel()
def _new_turn(state: State, number: int) -> None:
    state[NUMBER], state[POINTS], state[BANKED], state[WAITING] = number, 0, 0, 0
    state[AIR] = EVERY
    state[FIRST_DIE:] = 0


@kernel()
def _roll_of(state: State) -> int:
    """The number of the roll on the table."""
    roll = 0
    for die in range(COUNT):
        digit = 0
        if not state[BANKED] >> die & 1:
            while FACES[die, digit] != state[FIRST_DIE + die]:
                digit += 1
            digit += 1
        roll = roll * (SIDES + 1) + digit
    return roll


@kernel()
def _ask(state: State, arrays: LaneArrays, lane: int, book: SparkleBook) -> None:
    """Roll what is in the air, and show what can be done with it."""
    _throw(state, arrays, lane)
    roll = _roll_of(state)
    if book.scores[roll]:
        state[WAITING] = 0  # Sparkle 7: a roll that scores is the certificate
    elif state[AIR] == EVERY:
        state[EXTRA] += 1  # Sparkle 11
    state[AIR] = 0
    _look(state, arrays.observations[lane], book)
    mask, table = arrays.masks[lane], EVERY & ~state[BANKED]
    missing = book.thresholds[state[NUMBER]] - state[TOTAL] - state[POINTS]
    mask[FIZZLE] = not book.scores[roll]
    for part in range(PART_COUNT):
        points = book.points[roll, part]
        banked = points != NOT_BANKED
        mask[ROLL + part] = banked
        mask[END + part] = (  # Sparkle 7 to 9
            banked and points >= missing and not book.sets[roll, part] and BITS[part] != table
        )
        mask[REROLL + part] = BITS[part] & ~table == 0 and SIZES[part] <= state[EXTRA]


@kernel()
def _throw(state: State, arrays: LaneArrays, lane: int) -> None:
    """Throw the dice in the air, again while the roll is void (Sparkle 7)."""
    void = True
    while void:
        void = False
        for die in range(COUNT):
            if state[AIR] >> die & 1:
                face = FACES[die, draw(arrays.sources[lane], SIDES)]
                state[FIRST_DIE + die] = face
                void = void or (state[WAITING] > 0 and face == state[WAITING])


@kernel()
def _look(state: State, observation: NDArray[np.int32], book: SparkleBook) -> None:
    observation[0] = state[NUMBER]
    observation[1] = book.thresholds[state[NUMBER]]
    observation[2], observation[3] = state[TOTAL], state[POINTS]
    for die in range(COUNT):
        observation[4 + die] = state[FIRST_DIE + die]
        observation[4 + COUNT + die] = state[BANKED] >> die & 1
        observation[4 + 2 * COUNT + die] = state[AIR] >> die & 1
    last = 4 + 3 * COUNT
    observation[last], observation[last + 1] = state[WAITING], state[EXTRA]
    observation[last + 2] = state[LOST]


@kernel()
def _step(
    states: State, moves: Moves, arrays: LaneArrays, most_moves: int, book: SparkleBook
) -> None:
    for lane in range(len(moves)):
        state = states[lane]
        if take_up(arrays, lane, moves[lane]):
            before = state[TOTAL]
            _play(state, moves[lane], book)
            arrays.rewards[lane] = state[TOTAL] - before
        if settle(arrays, lane, state[LOST] == 1, most_moves):
            _look(state, arrays.finals[lane], book)
            _begin(state, arrays, lane, book)
        elif not arrays.refused[lane]:
            _ask(state, arrays, lane, book)


@kernel()
def _play(state: State, move: int, book: SparkleBook) -> None:
    if move == FIZZLE:  # Sparkle 10
        if state[TOTAL] >= book.thresholds[state[NUMBER]]:
            _next_turn(state)
        else:
            state[POINTS], state[LOST] = 0, 1
        return
    part = (move - ROLL) % PART_COUNT
    if move >= REROLL:  # Sparkle 11
        state[EXTRA] -= SIZES[part]
        state[AIR] = BITS[part]
        return
    roll = _roll_of(state)
    state[POINTS] += book.points[roll, part]
    if move >= END:  # Sparkle 9
        state[TOTAL] += state[POINTS]
        _next_turn(state)
        return
    state[AIR] = EVERY & ~(state[BANKED] | BITS[part])
    if state[AIR] == 0:  # Sparkle 8
        state[AIR] = EVERY
    state[BANKED] = EVERY & ~state[AIR]
    state[WAITING] = book.sets[roll, part]


@kernel()
def _next_turn(state: State) -> None:
    state[EXTRA] += state[NUMBER] % 3 == 0  # Sparkle 11
    _new_turn(state, state[NUMBER] + 1)
