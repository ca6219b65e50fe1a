"""FUNE in lanes: many matches stepped at once, alone or seat by seat."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicehall.games.fune.numbers import OPEN
from dicehall.games.fune.rules import BONUS, BONUS_AT, BOXES, DICE, KEEPS, REROLLS, UPPER, Fune
from dicehall.solving.kernels import kernel
from dicehall.solving.lanes import LaneArrays, Lanes, Moves, settle, take_up
from dicehall.solving.random_numbers import draw

FACES = 6
BOX_COUNT = len(BOXES)
UPPER_COUNT = len(UPPER)
KEEP_COUNT = len(KEEPS)
STAYS = np.array([[position in kept for position in range(1, DICE + 1)] for kept in KEEPS.values()])
"""stays[keep, die]: whether the die at that place stays."""
THREE, FOUR, FIVE, FULL, SHORT, LONG = (
    BOXES.index(box)
    for box in ("three-dice", "four-dice", "fune", "full-house", "short-straight", "long-straight")
)


class FuneTables(NamedTuple):
    """Cards, dice and rolls of every lane."""

    cards: NDArray[np.int16]
    dice: NDArray[np.int8]
    rolls: NDArray[np.int8]


class FuneLanes:
    """The matches of all lanes."""

    def __init__(self, game: Fune, lanes: int) -> None:
        self._tables = FuneTables(
            np.zeros((lanes, game.seats, BOX_COUNT), np.int16),
            np.zeros((lanes, DICE), np.int8),
            np.zeros(lanes, np.int8),
        )

    def begin(self, arrays: LaneArrays) -> None:
        _begin_all(self._tables, arrays)

    def step(self, moves: Moves, arrays: LaneArrays, most_moves: int) -> None:
        _step(self._tables, moves, arrays, most_moves)


def lanes(game: Fune, count: int) -> Lanes:
    """Lanes for one seat or two."""
    return FuneLanes(game, count)


@kernel()
def _begin_all(tables: FuneTables, arrays: LaneArrays) -> None:
    for lane in range(len(tables.rolls)):
        _begin(tables, arrays, lane)


@kernel()
def _begin(tables: FuneTables, arrays: LaneArrays, lane: int) -> None:
    tables.cards[lane] = OPEN
    tables.dice[lane] = 0
    tables.rolls[lane] = 0
    arrays.seats[lane] = 0
    _ask(tables, arrays, lane)


@kernel()
def _ask(tables: FuneTables, arrays: LaneArrays, lane: int) -> None:
    """Roll the dice that are in the cup, and show all to the seat to move."""
    dice, seat = tables.dice[lane], arrays.seats[lane]
    for die in range(DICE):
        if dice[die] == 0:
            dice[die] = 1 + draw(arrays.sources[lane], FACES)
    tables.rolls[lane] += 1
    _look(tables, lane, seat, seat, arrays.observations[lane])
    mask = arrays.masks[lane]
    mask[:KEEP_COUNT] = tables.rolls[lane] <= REROLLS  # FUNE 2
    for box in range(BOX_COUNT):
        mask[KEEP_COUNT + box] = tables.cards[lane, seat, box] == OPEN  # FUNE 3


@kernel()
def _look(
    tables: FuneTables, lane: int, viewer: int, seat: int, observation: NDArray[np.int32]
) -> None:
    """What one seat sees while `seat` is to move."""
    seats = tables.cards.shape[1]
    place = 0
    for turn in range(seats):
        for box in range(BOX_COUNT):
            observation[place] = tables.cards[lane, (viewer + turn) % seats, box]
            place += 1
    for die in range(DICE):
        observation[place] = tables.dice[lane, die]
        place += 1
    observation[place] = tables.rolls[lane]
    if seats > 1:
        observation[place + 1] = viewer == seat


@kernel()
def _step(tables: FuneTables, moves: Moves, arrays: LaneArrays, most_moves: int) -> None:
    for lane in range(len(moves)):
        mover, over = arrays.seats[lane], False
        if take_up(arrays, lane, moves[lane]):
            if moves[lane] < KEEP_COUNT:
                for die in range(DICE):
                    if not STAYS[moves[lane], die]:
                        tables.dice[lane, die] = 0
            else:
                over = _confirm(tables, arrays, lane, moves[lane] - KEEP_COUNT)
        if settle(arrays, lane, over, most_moves):
            _look(tables, lane, mover, arrays.seats[lane], arrays.finals[lane])
            _begin(tables, arrays, lane)
        elif not arrays.refused[lane]:
            _ask(tables, arrays, lane)


@kernel()
def _confirm(tables: FuneTables, arrays: LaneArrays, lane: int, box: int) -> bool:
    """Write the dice into a box and pass the turn on; whether that ends the match."""
    seats, mover = tables.cards.shape[1], arrays.seats[lane]
    card = tables.cards[lane, mover]
    before = _total(card)
    card[box] = points_in(box, tables.dice[lane])
    tables.dice[lane] = 0
    tables.rolls[lane] = 0
    arrays.seats[lane] = (mover + 1) % seats
    over = True
    for other in range(BOX_COUNT):
        over = over and tables.cards[lane, arrays.seats[lane], other] != OPEN  # FUNE 7
    if seats == 1:
        arrays.rewards[lane] = _total(card) - before
    elif over:
        margin = _total(card) - _total(tables.cards[lane, 1 - mover])
        arrays.rewards[lane] = np.sign(margin)
    return bool(over)


@kernel()
def _total(card: NDArray[np.int16]) -> int:
    """A card's points so far, the bonus included (FUNE 6)."""
    total, upper = 0, 0
    for box in range(BOX_COUNT):
        if card[box] != OPEN:
            total += card[box]
            if box < UPPER_COUNT:
                upper += card[box]
    return total + (BONUS if upper >= BONUS_AT else 0)


@kernel()
def points_in(box: int, dice: NDArray[np.int8]) -> int:
    """What five dice are worth in a box (FUNE 4 and 5)."""
    counts = np.zeros(FACES + 1, np.int8)
    total = 0
    for die in range(DICE):
        counts[dice[die]] += 1
        total += dice[die]
    if box < UPPER_COUNT:
        return int((box + 1) * counts[box + 1])
    most, pairs, run, longest = 0, 0, 0, 0
    for face in range(1, FACES + 1):
        most = max(most, counts[face])
        pairs += counts[face] == 2
        run = run + 1 if counts[face] else 0
        longest = max(longest, run)
    if box == THREE:
        return total if most >= 3 else 0
    if box == FOUR:
        return total if most >= 4 else 0
    if box == FIVE:
        return 50 if most == 5 else 0
    if box == FULL:
        return 35 if most == 3 and pairs == 1 else 0
    if box == SHORT:
        return 30 if longest >= 4 else 0
    if box == LONG:
        return 40 if longest == 5 else 0
    return total
