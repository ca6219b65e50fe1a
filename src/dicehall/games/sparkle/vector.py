"""The vector engine of Sparkle.

What a roll may bank is a table of all rolls, filled in by the rules.
"""

from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicehall.games.sparkle.banks import banks_of, parts_of
from dicehall.games.sparkle.numbers import last_turn
from dicehall.games.sparkle.rules import ALL, DICE, EXTRA_DICE, Sparkle
from dicehall.solving.kernels import kernel
from dicehall.solving.random_numbers import RandomSource, below, following
from dicehall.solving.vector import Moves, VectorArrays, VectorEngine

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

StateRows = NDArray[np.int64]
NUMBER, TOTAL, POINTS, BANKED, AIR, WAITING, EXTRA, LOST, TABLE, FIRST_DIE = range(10)
"""The columns of a row: numbers as in `SparkleState`, sets of dice as bits, the roll on the table;
then five faces."""


class SparkleBook(NamedTuple):
    """What the rules say once and for all."""

    points: NDArray[np.int16]
    """points[roll, part]: what banking a part of a roll scores, or `NOT_BANKED`."""
    sets: NDArray[np.int8]
    """sets[roll, part]: the number of the set in it, or 0."""
    scores: NDArray[np.bool_]
    """Whether a roll scores at all."""
    thresholds: StateRows


class SparkleEngine:
    """The states of all matches."""

    def __init__(self, game: Sparkle, matches: int) -> None:
        self._states: StateRows = np.zeros((matches, FIRST_DIE + COUNT), np.int64)
        turns = range(1, last_turn(game) + 1)
        thresholds = [0, *(game.threshold(number) for number in turns)]
        points, sets, scores = _banks()
        self._book = SparkleBook(points, sets, scores, np.array(thresholds))

    def begin(self, arrays: VectorArrays) -> None:
        _begin_all(self._states, arrays, self._book)

    def step(self, moves: Moves, arrays: VectorArrays, most_moves: int) -> None:
        _step(self._states, moves, arrays, most_moves, self._book)


def vector_engine(game: Sparkle, matches: int) -> VectorEngine:
    """The engine of either curve."""
    return SparkleEngine(game, matches)


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
def _begin_all(states: StateRows, arrays: VectorArrays, book: SparkleBook) -> None:
    for row in range(len(states)):
        _begin(states, row)
        _roll(states, row, arrays.sources, arrays.observations, arrays.masks, book)


@kernel()
def _step(
    states: StateRows, moves: Moves, arrays: VectorArrays, most_moves: int, book: SparkleBook
) -> None:
    """One loop over plain arrays: slicing out single rows would double the time."""
    steps, rewards, masks = arrays.steps, arrays.rewards, arrays.masks
    sources, observations, finals = arrays.sources, arrays.observations, arrays.finals
    terminated, truncated, refused = arrays.terminated, arrays.truncated, arrays.refused
    for row in range(len(moves)):
        move = moves[row]
        legal = 0 <= move < MOVE_COUNT and masks[row, move] == 1
        before = states[row, TOTAL]
        if legal:
            _play(states, row, move, book)
        steps[row] += 1
        rewards[row] = states[row, TOTAL] - before
        refused[row] = not legal
        terminated[row] = states[row, LOST] == 1
        truncated[row] = not terminated[row] and steps[row] >= most_moves
        if terminated[row] or truncated[row]:
            _observe(states, row, finals, book.thresholds)
            steps[row] = 0
            _begin(states, row)
        elif not legal:
            continue
        _roll(states, row, sources, observations, masks, book)


@kernel()
def _begin(states: StateRows, row: int) -> None:
    states[row, TOTAL], states[row, EXTRA], states[row, LOST] = 0, EXTRA_DICE, 0
    _new_turn(states, row, 1)


@kernel()
def _new_turn(states: StateRows, row: int, number: int) -> None:
    states[row, NUMBER], states[row, POINTS] = number, 0
    states[row, BANKED], states[row, WAITING], states[row, AIR] = 0, 0, EVERY
    for die in range(COUNT):
        states[row, FIRST_DIE + die] = 0


@kernel()
def _play(states: StateRows, row: int, move: int, book: SparkleBook) -> None:
    if move == FIZZLE:  # Sparkle 10
        if states[row, TOTAL] >= book.thresholds[states[row, NUMBER]]:
            _next_turn(states, row)
        else:
            states[row, POINTS], states[row, LOST] = 0, 1
        return
    part = (move - ROLL) % PART_COUNT
    if move >= REROLL:  # Sparkle 11
        states[row, EXTRA] -= SIZES[part]
        states[row, AIR] = BITS[part]
        return
    roll = states[row, TABLE]
    states[row, POINTS] += book.points[roll, part]
    if move >= END:  # Sparkle 9
        states[row, TOTAL] += states[row, POINTS]
        _next_turn(states, row)
        return
    left = EVERY & ~(states[row, BANKED] | BITS[part])
    states[row, AIR] = left if left else EVERY  # Sparkle 8
    states[row, BANKED] = EVERY & ~states[row, AIR]
    states[row, WAITING] = book.sets[roll, part]


@kernel()
def _next_turn(states: StateRows, row: int) -> None:
    states[row, EXTRA] += states[row, NUMBER] % 3 == 0  # Sparkle 11
    _new_turn(states, row, states[row, NUMBER] + 1)


@kernel()
def _roll(
    states: StateRows,
    row: int,
    sources: RandomSource,
    observations: NDArray[np.int32],
    masks: NDArray[np.int8],
    book: SparkleBook,
) -> None:
    """Roll the dice in the air, and show the legal moves."""
    _throw(states, row, sources)
    roll = _roll_of(states, row)
    states[row, TABLE] = roll
    if book.scores[roll]:
        states[row, WAITING] = 0  # Sparkle 7: a roll that scores is the certificate
    elif states[row, AIR] == EVERY:
        states[row, EXTRA] += 1  # Sparkle 11
    states[row, AIR] = 0
    _observe(states, row, observations, book.thresholds)
    banked, extra = states[row, BANKED], states[row, EXTRA]
    missing = book.thresholds[states[row, NUMBER]]
    missing -= states[row, TOTAL] + states[row, POINTS]
    masks[row, FIZZLE] = not book.scores[roll]
    for part in range(PART_COUNT):
        points, bits = book.points[roll, part], BITS[part]
        scores = points != NOT_BANKED
        masks[row, ROLL + part] = scores
        masks[row, END + part] = (  # Sparkle 7 to 9
            scores and points >= missing and not book.sets[roll, part] and bits | banked != EVERY
        )
        masks[row, REROLL + part] = bits & banked == 0 and SIZES[part] <= extra


@kernel()
def _throw(states: StateRows, row: int, sources: RandomSource) -> None:
    """Throw the dice in the air, again while the roll is void (Sparkle 7)."""
    word, void = sources[row, 0], True
    air, waiting = states[row, AIR], states[row, WAITING]
    while void:
        void = False
        for die in range(COUNT):
            if air >> die & 1:
                word = following(word)
                face = FACES[die, below(word, SIDES)]
                states[row, FIRST_DIE + die] = face
                void = void or (waiting > 0 and face == waiting)
    sources[row, 0] = word


@kernel()
def _roll_of(states: StateRows, row: int) -> int:
    """The number of the roll on the table."""
    roll = 0
    for die in range(COUNT):
        digit = 0
        if not states[row, BANKED] >> die & 1:
            digit = SIDE_OF[die, states[row, FIRST_DIE + die]]
        roll = roll * (SIDES + 1) + digit
    return roll


@kernel()
def _observe(
    states: StateRows, row: int, observations: NDArray[np.int32], thresholds: StateRows
) -> None:
    observations[row, 0] = states[row, NUMBER]
    observations[row, 1] = thresholds[states[row, NUMBER]]
    observations[row, 2] = states[row, TOTAL]
    observations[row, 3] = states[row, POINTS]
    for die in range(COUNT):
        observations[row, 4 + die] = states[row, FIRST_DIE + die]
        observations[row, 4 + COUNT + die] = states[row, BANKED] >> die & 1
        observations[row, 4 + 2 * COUNT + die] = states[row, AIR] >> die & 1
    observations[row, 4 + 3 * COUNT] = states[row, WAITING]
    observations[row, 5 + 3 * COUNT] = states[row, EXTRA]
    observations[row, 6 + 3 * COUNT] = states[row, LOST]
