"""The vector engine of FUNE, for one seat or two."""

from itertools import product

import numpy as np
from numpy.typing import NDArray

from dicehall.game.turns import D6
from dicehall.games.fune import keeps
from dicehall.games.fune.keeps import roll_of
from dicehall.games.fune.numbers import OPEN
from dicehall.games.fune.rules import BONUS, BONUS_AT, BOXES, DICE, KEEPS, REROLLS, UPPER, Fune
from dicehall.solving.kernels import kernel
from dicehall.solving.random_numbers import RandomSource, below, following
from dicehall.solving.vector import Moves, VectorArrays, VectorEngine

Cards = NDArray[np.int16]
AllDice = NDArray[np.int8]
Rolls = NDArray[np.int8]
Points = NDArray[np.int8]
"""What five dice score, by box and by the dice as digits of a number."""

FACES = len(D6.faces)
BOX_COUNT = len(BOXES)
UPPER_COUNT = len(UPPER)
KEEP_COUNT = len(KEEPS)
MOVE_COUNT = KEEP_COUNT + BOX_COUNT
STAYS = np.array([[position in kept for position in range(1, DICE + 1)] for kept in KEEPS.values()])
"""stays[keep, die]: whether the die at that place stays."""
_ROLL_NUMBERS = [roll_of(dice) for dice in product(D6.faces, repeat=DICE)]
POINTS: Points = np.ascontiguousarray(np.array(keeps.POINTS, np.int8)[:, _ROLL_NUMBERS])


class FuneEngine:
    """Cards, dice and rolls of all matches."""

    def __init__(self, game: Fune, matches: int) -> None:
        self._cards: Cards = np.zeros((matches, game.seats, BOX_COUNT), np.int16)
        self._dice: AllDice = np.zeros((matches, DICE), np.int8)
        self._rolls: Rolls = np.zeros(matches, np.int8)

    def begin(self, arrays: VectorArrays) -> None:
        _begin_all(self._cards, self._dice, self._rolls, arrays)

    def step(self, moves: Moves, arrays: VectorArrays, most_moves: int) -> None:
        _step(self._cards, self._dice, self._rolls, moves, arrays, most_moves, POINTS)


def vector_engine(game: Fune, matches: int) -> VectorEngine:
    """The engine for one seat or two."""
    return FuneEngine(game, matches)


@kernel()
def _begin_all(cards: Cards, dice: AllDice, rolls: Rolls, arrays: VectorArrays) -> None:
    for row in range(len(rolls)):
        cards[row] = OPEN
        dice[row] = 0
        rolls[row] = 0
        arrays.seats[row] = 0
        _throw(dice, rolls, row, arrays.sources)
        _observe(cards, dice, rolls, row, 0, 0, arrays.observations)
        _allow(cards, rolls, row, 0, arrays.masks)


@kernel()
def _step(
    cards: Cards,
    dice: AllDice,
    rolls: Rolls,
    moves: Moves,
    arrays: VectorArrays,
    most_moves: int,
    points: Points,
) -> None:
    """One loop over plain arrays: slicing out single rows would double the time."""
    sources, steps, seats, rewards = arrays.sources, arrays.steps, arrays.seats, arrays.rewards
    observations, finals, masks = arrays.observations, arrays.finals, arrays.masks
    terminated, truncated, refused = arrays.terminated, arrays.truncated, arrays.refused
    for row in range(len(moves)):
        move, mover, over = moves[row], int(seats[row]), False
        legal = 0 <= move < MOVE_COUNT and masks[row, move] == 1
        steps[row] += 1
        rewards[row] = 0.0
        refused[row] = not legal
        if legal and move < KEEP_COUNT:
            for die in range(DICE):
                if not STAYS[move, die]:
                    dice[row, die] = 0
        elif legal:
            rewards[row], over = _confirm(cards, dice, row, mover, move - KEEP_COUNT, points)
            rolls[row] = 0
            seats[row] = (mover + 1) % cards.shape[1]
        terminated[row] = over
        truncated[row] = not over and steps[row] >= most_moves
        if over or truncated[row]:
            _observe(cards, dice, rolls, row, mover, seats[row], finals)
            cards[row] = OPEN
            dice[row] = 0
            rolls[row], seats[row], steps[row] = 0, 0, 0
        elif not legal:
            continue
        _throw(dice, rolls, row, sources)
        _observe(cards, dice, rolls, row, seats[row], seats[row], observations)
        _allow(cards, rolls, row, seats[row], masks)


@kernel()
def _throw(dice: AllDice, rolls: Rolls, row: int, sources: RandomSource) -> None:
    """Roll the dice that are in the cup."""
    word = sources[row, 0]
    for die in range(DICE):
        if dice[row, die] == 0:
            word = following(word)
            dice[row, die] = 1 + below(word, FACES)
    sources[row, 0] = word
    rolls[row] += 1


@kernel()
def _allow(cards: Cards, rolls: Rolls, row: int, seat: int, masks: NDArray[np.int8]) -> None:
    """Mark the legal moves."""
    may_keep = rolls[row] <= REROLLS  # FUNE 2
    for keep in range(KEEP_COUNT):
        masks[row, keep] = may_keep
    for box in range(BOX_COUNT):
        masks[row, KEEP_COUNT + box] = cards[row, seat, box] == OPEN  # FUNE 3


@kernel()
def _observe(
    cards: Cards,
    dice: AllDice,
    rolls: Rolls,
    row: int,
    viewer: int,
    seat: int,
    observations: NDArray[np.int32],
) -> None:
    """What one seat sees while `seat` is to move."""
    seats = cards.shape[1]
    place = 0
    for turn in range(seats):
        whose = (viewer + turn) % seats
        for box in range(BOX_COUNT):
            observations[row, place + box] = cards[row, whose, box]
        place += BOX_COUNT
    for die in range(DICE):
        observations[row, place + die] = dice[row, die]
    observations[row, place + DICE] = rolls[row]
    if seats > 1:
        observations[row, place + DICE + 1] = viewer == seat


@kernel()
def _confirm(
    cards: Cards, dice: AllDice, row: int, mover: int, box: int, points: Points
) -> tuple[float, bool]:
    """Write the dice into a box; what that gives to the mover, and whether it ends the match."""
    seats = cards.shape[1]
    before = _total(cards, row, mover)
    roll = 0
    for die in range(DICE):
        roll = roll * FACES + dice[row, die] - 1
    cards[row, mover, box] = points[box, roll]
    dice[row] = 0
    following_seat, over = (mover + 1) % seats, True
    for other in range(BOX_COUNT):
        over = over and cards[row, following_seat, other] != OPEN  # FUNE 7
    total = _total(cards, row, mover)
    if seats == 1:
        return float(total - before), over
    margin = total - _total(cards, row, 1 - mover)
    return float(np.sign(margin)) if over else 0.0, over


@kernel()
def _total(cards: Cards, row: int, seat: int) -> int:
    """A card's points so far, the bonus included (FUNE 6)."""
    total, upper = 0, 0
    for box in range(BOX_COUNT):
        points = cards[row, seat, box]
        if points != OPEN:
            total += points
            if box < UPPER_COUNT:
                upper += points
    return total + (BONUS if upper >= BONUS_AT else 0)
