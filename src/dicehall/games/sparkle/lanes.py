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
from dicehall.solving.lanes import LaneArrays, Lanes, Moves
from dicehall.solving.random_numbers import RandomSource, below, following

COUNT = len(ALL)
PARTS = parts_of(ALL)
PART_COUNT = len(PARTS)
FIZZLE = 0
ROLL, END, REROLL = 1, 1 + PART_COUNT, 1 + 2 * PART_COUNT
"""Where the moves of each kind begin among all moves."""
MOVE_COUNT = 1 + 3 * PART_COUNT
BITS = np.array([sum(1 << position - 1 for position in part) for part in PARTS])
"""The dice of each part of the five, as bits."""
SIZES = np.array([len(part) for part in PARTS])
EVERY = (1 << COUNT) - 1
FACES = np.array([die.faces for die in DICE])
"""faces[die, side]."""
SIDES = FACES.shape[1]
SIDE_OF = np.zeros((COUNT, FACES.max() + 2), np.int64)
"""side_of[die, face]: the place of a face, from 1; the Spark, -1, is the last."""
for _die, _faces in enumerate(FACES):
    SIDE_OF[_die, _faces] = np.arange(1, SIDES + 1)
NOT_BANKED = -1

State = NDArray[np.int64]
NUMBER, TOTAL, POINTS, BANKED, AIR, WAITING, EXTRA, LOST, TABLE, FIRST_DIE = range(10)
"""The columns of a lane: numbers as in `SparkleState`, sets of dice as bits, the roll on the table;
then five faces."""


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
        _begin(states, lane)
        _ask(states, lane, arrays.sources, arrays.observations, arrays.masks, book)


@kernel()
def _step(
    states: State, moves: Moves, arrays: LaneArrays, most_moves: int, book: SparkleBook
) -> None:
    """One loop over plain arrays: views of single lanes would take as long as the rest of it."""
    steps, rewards, masks = arrays.steps, arrays.rewards, arrays.masks
    sources, observations, finals = arrays.sources, arrays.observations, arrays.finals
    terminated, truncated, refused = arrays.terminated, arrays.truncated, arrays.refused
    for lane in range(len(moves)):
        move = moves[lane]
        legal = 0 <= move < MOVE_COUNT and masks[lane, move] == 1
        before = states[lane, TOTAL]
        if legal:
            _play(states, lane, move, book)
        steps[lane] += 1
        rewards[lane] = states[lane, TOTAL] - before
        refused[lane] = not legal
        terminated[lane] = states[lane, LOST] == 1
        truncated[lane] = not terminated[lane] and steps[lane] >= most_moves
        if terminated[lane] or truncated[lane]:
            _look(states, lane, finals, book.thresholds)
            steps[lane] = 0
            _begin(states, lane)
        elif not legal:
            continue
        _ask(states, lane, sources, observations, masks, book)


@kernel()
def _begin(states: State, lane: int) -> None:
    states[lane, TOTAL], states[lane, EXTRA], states[lane, LOST] = 0, EXTRA_DICE, 0
    _new_turn(states, lane, 1)


@kernel()
def _new_turn(states: State, lane: int, number: int) -> None:
    states[lane, NUMBER], states[lane, POINTS] = number, 0
    states[lane, BANKED], states[lane, WAITING], states[lane, AIR] = 0, 0, EVERY
    for die in range(COUNT):
        states[lane, FIRST_DIE + die] = 0


@kernel()
def _play(states: State, lane: int, move: int, book: SparkleBook) -> None:
    if move == FIZZLE:  # Sparkle 10
        if states[lane, TOTAL] >= book.thresholds[states[lane, NUMBER]]:
            _next_turn(states, lane)
        else:
            states[lane, POINTS], states[lane, LOST] = 0, 1
        return
    part = (move - ROLL) % PART_COUNT
    if move >= REROLL:  # Sparkle 11
        states[lane, EXTRA] -= SIZES[part]
        states[lane, AIR] = BITS[part]
        return
    roll = states[lane, TABLE]
    states[lane, POINTS] += book.points[roll, part]
    if move >= END:  # Sparkle 9
        states[lane, TOTAL] += states[lane, POINTS]
        _next_turn(states, lane)
        return
    left = EVERY & ~(states[lane, BANKED] | BITS[part])
    states[lane, AIR] = left if left else EVERY  # Sparkle 8
    states[lane, BANKED] = EVERY & ~states[lane, AIR]
    states[lane, WAITING] = book.sets[roll, part]


@kernel()
def _next_turn(states: State, lane: int) -> None:
    states[lane, EXTRA] += states[lane, NUMBER] % 3 == 0  # Sparkle 11
    _new_turn(states, lane, states[lane, NUMBER] + 1)


@kernel()
def _ask(
    states: State,
    lane: int,
    sources: RandomSource,
    observations: NDArray[np.int32],
    masks: NDArray[np.int8],
    book: SparkleBook,
) -> None:
    """Roll what is in the air, and show what can be done with it."""
    _throw(states, lane, sources)
    roll = _roll_of(states, lane)
    states[lane, TABLE] = roll
    if book.scores[roll]:
        states[lane, WAITING] = 0  # Sparkle 7: a roll that scores is the certificate
    elif states[lane, AIR] == EVERY:
        states[lane, EXTRA] += 1  # Sparkle 11
    states[lane, AIR] = 0
    _look(states, lane, observations, book.thresholds)
    banked, extra = states[lane, BANKED], states[lane, EXTRA]
    missing = book.thresholds[states[lane, NUMBER]]
    missing -= states[lane, TOTAL] + states[lane, POINTS]
    masks[lane, FIZZLE] = not book.scores[roll]
    for part in range(PART_COUNT):
        points, bits = book.points[roll, part], BITS[part]
        scores = points != NOT_BANKED
        masks[lane, ROLL + part] = scores
        masks[lane, END + part] = (  # Sparkle 7 to 9
            scores and points >= missing and not book.sets[roll, part] and bits | banked != EVERY
        )
        masks[lane, REROLL + part] = bits & banked == 0 and SIZES[part] <= extra


@kernel()
def _throw(states: State, lane: int, sources: RandomSource) -> None:
    """Throw the dice in the air, again while the roll is void (Sparkle 7)."""
    word, void = sources[lane, 0], True
    air, waiting = states[lane, AIR], states[lane, WAITING]
    while void:
        void = False
        for die in range(COUNT):
            if air >> die & 1:
                word = following(word)
                face = FACES[die, below(word, SIDES)]
                states[lane, FIRST_DIE + die] = face
                void = void or (waiting > 0 and face == waiting)
    sources[lane, 0] = word


@kernel()
def _roll_of(states: State, lane: int) -> int:
    """The number of the roll on the table."""
    roll = 0
    for die in range(COUNT):
        digit = 0
        if not states[lane, BANKED] >> die & 1:
            digit = SIDE_OF[die, states[lane, FIRST_DIE + die]]
        roll = roll * (SIDES + 1) + digit
    return roll


@kernel()
def _look(states: State, lane: int, observations: NDArray[np.int32], thresholds: State) -> None:
    observations[lane, 0] = states[lane, NUMBER]
    observations[lane, 1] = thresholds[states[lane, NUMBER]]
    observations[lane, 2] = states[lane, TOTAL]
    observations[lane, 3] = states[lane, POINTS]
    for die in range(COUNT):
        observations[lane, 4 + die] = states[lane, FIRST_DIE + die]
        observations[lane, 4 + COUNT + die] = states[lane, BANKED] >> die & 1
        observations[lane, 4 + 2 * COUNT + die] = states[lane, AIR] >> die & 1
    observations[lane, 4 + 3 * COUNT] = states[lane, WAITING]
    observations[lane, 5 + 3 * COUNT] = states[lane, EXTRA]
    observations[lane, 6 + 3 * COUNT] = states[lane, LOST]
