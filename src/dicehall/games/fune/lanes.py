"""FUNE in lanes: many matches stepped at once, alone or seat by seat."""

import numpy as np
from numpy.typing import NDArray

from dicehall.games.fune.numbers import OPEN
from dicehall.games.fune.rules import BONUS, BONUS_AT, BOXES, DICE, KEEPS, REROLLS, UPPER, Fune
from dicehall.solving.kernels import kernel
from dicehall.solving.lanes import LaneArrays, Lanes, Moves
from dicehall.solving.random_numbers import RandomSource, below, following

Cards = NDArray[np.int16]
AllDice = NDArray[np.int8]
Rolls = NDArray[np.int8]

FACES = 6
DIGIT, ONE_DIGIT = 4, 15
"""Bits of a digit, and a mask for one."""
BOX_COUNT = len(BOXES)
UPPER_COUNT = len(UPPER)
KEEP_COUNT = len(KEEPS)
MOVE_COUNT = KEEP_COUNT + BOX_COUNT
STAYS = np.array([[position in kept for position in range(1, DICE + 1)] for kept in KEEPS.values()])
"""stays[keep, die]: whether the die at that place stays."""
THREE, FOUR, FIVE, FULL, SHORT, LONG = (
    BOXES.index(box)
    for box in ("three-dice", "four-dice", "fune", "full-house", "short-straight", "long-straight")
)


class FuneLanes:
    """Cards, dice and rolls of all lanes."""

    def __init__(self, game: Fune, lanes: int) -> None:
        self._cards: Cards = np.zeros((lanes, game.seats, BOX_COUNT), np.int16)
        self._dice: AllDice = np.zeros((lanes, DICE), np.int8)
        self._rolls: Rolls = np.zeros(lanes, np.int8)

    def begin(self, arrays: LaneArrays) -> None:
        _begin_all(self._cards, self._dice, self._rolls, arrays)

    def step(self, moves: Moves, arrays: LaneArrays, most_moves: int) -> None:
        _step(self._cards, self._dice, self._rolls, moves, arrays, most_moves)


def lanes(game: Fune, count: int) -> Lanes:
    """Lanes for one seat or two."""
    return FuneLanes(game, count)


@kernel()
def _begin_all(cards: Cards, dice: AllDice, rolls: Rolls, arrays: LaneArrays) -> None:
    for lane in range(len(rolls)):
        cards[lane] = OPEN
        dice[lane] = 0
        rolls[lane] = 0
        arrays.seats[lane] = 0
        _throw(dice, rolls, lane, arrays.sources)
        _look(cards, dice, rolls, lane, 0, 0, arrays.observations)
        _allow(cards, rolls, lane, 0, arrays.masks)


@kernel()
def _step(
    cards: Cards, dice: AllDice, rolls: Rolls, moves: Moves, arrays: LaneArrays, most_moves: int
) -> None:
    """One loop over plain arrays: views of single lanes would take as long as the rest of it."""
    sources, steps, seats, rewards = arrays.sources, arrays.steps, arrays.seats, arrays.rewards
    observations, finals, masks = arrays.observations, arrays.finals, arrays.masks
    terminated, truncated, refused = arrays.terminated, arrays.truncated, arrays.refused
    for lane in range(len(moves)):
        move, mover, over = moves[lane], int(seats[lane]), False
        legal = 0 <= move < MOVE_COUNT and masks[lane, move] == 1
        steps[lane] += 1
        rewards[lane] = 0.0
        refused[lane] = not legal
        if legal and move < KEEP_COUNT:
            for die in range(DICE):
                if not STAYS[move, die]:
                    dice[lane, die] = 0
        elif legal:
            rewards[lane], over = _confirm(cards, dice, lane, mover, move - KEEP_COUNT)
            rolls[lane] = 0
            seats[lane] = (mover + 1) % cards.shape[1]
        terminated[lane] = over
        truncated[lane] = not over and steps[lane] >= most_moves
        if over or truncated[lane]:
            _look(cards, dice, rolls, lane, mover, seats[lane], finals)
            cards[lane] = OPEN
            dice[lane] = 0
            rolls[lane], seats[lane], steps[lane] = 0, 0, 0
        elif not legal:
            continue
        _throw(dice, rolls, lane, sources)
        _look(cards, dice, rolls, lane, seats[lane], seats[lane], observations)
        _allow(cards, rolls, lane, seats[lane], masks)


@kernel()
def _throw(dice: AllDice, rolls: Rolls, lane: int, sources: RandomSource) -> None:
    """Roll the dice that are in the cup."""
    word = sources[lane, 0]
    for die in range(DICE):
        if dice[lane, die] == 0:
            word = following(word)
            dice[lane, die] = 1 + below(word, FACES)
    sources[lane, 0] = word
    rolls[lane] += 1


@kernel()
def _allow(cards: Cards, rolls: Rolls, lane: int, seat: int, masks: NDArray[np.int8]) -> None:
    """Mark the legal moves."""
    may_keep = rolls[lane] <= REROLLS  # FUNE 2
    for keep in range(KEEP_COUNT):
        masks[lane, keep] = may_keep
    for box in range(BOX_COUNT):
        masks[lane, KEEP_COUNT + box] = cards[lane, seat, box] == OPEN  # FUNE 3


@kernel()
def _look(
    cards: Cards,
    dice: AllDice,
    rolls: Rolls,
    lane: int,
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
            observations[lane, place + box] = cards[lane, whose, box]
        place += BOX_COUNT
    for die in range(DICE):
        observations[lane, place + die] = dice[lane, die]
    observations[lane, place + DICE] = rolls[lane]
    if seats > 1:
        observations[lane, place + DICE + 1] = viewer == seat


@kernel()
def _confirm(cards: Cards, dice: AllDice, lane: int, mover: int, box: int) -> tuple[float, bool]:
    """Write the dice into a box; what that gives to the mover, and whether it ends the match."""
    seats = cards.shape[1]
    before = _total(cards, lane, mover)
    cards[lane, mover, box] = _points_in(box, dice, lane)
    dice[lane] = 0
    following_seat, over = (mover + 1) % seats, True
    for other in range(BOX_COUNT):
        over = over and cards[lane, following_seat, other] != OPEN  # FUNE 7
    total = _total(cards, lane, mover)
    if seats == 1:
        return float(total - before), over
    margin = total - _total(cards, lane, 1 - mover)
    return float(np.sign(margin)) if over else 0.0, over


@kernel()
def _total(cards: Cards, lane: int, seat: int) -> int:
    """A card's points so far, the bonus included (FUNE 6)."""
    total, upper = 0, 0
    for box in range(BOX_COUNT):
        points = cards[lane, seat, box]
        if points != OPEN:
            total += points
            if box < UPPER_COUNT:
                upper += points
    return total + (BONUS if upper >= BONUS_AT else 0)


@kernel()
def _points_in(box: int, dice: AllDice, lane: int) -> int:
    """What five dice are worth in a box (FUNE 4 and 5)."""
    counts, total = 0, 0  # how often each face shows, as the digits of a number
    for die in range(DICE):
        counts += 1 << DIGIT * dice[lane, die]
        total += dice[lane, die]
    if box < UPPER_COUNT:
        return int((box + 1) * (counts >> DIGIT * (box + 1) & ONE_DIGIT))
    most, pairs, run, longest = 0, 0, 0, 0
    for face in range(1, FACES + 1):
        count = counts >> DIGIT * face & ONE_DIGIT
        most = max(most, count)
        pairs += count == 2
        run = run + 1 if count else 0
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
