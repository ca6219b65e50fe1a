"""Computer players of FUNE that plan one turn at a time."""

from collections.abc import Callable
from functools import cache
from random import Random

from dicehall.bots.chooser import Chooser, choose_at_random
from dicehall.rules.fune import BONUS, BONUS_AT, BOXES, KEEPS, SCORES, UPPER, Fune, FuneState
from dicehall.rules.fune import points as points_of

Dice = tuple[int, ...]
"""Faces in ascending order; fewer than five are dice that stay while the rest is rolled."""

EASY_SENSE = 0.5
"""How often the easy level thinks instead of guessing."""

PAR = {
    "ones": 2.1,
    "twos": 5.3,
    "threes": 8.6,
    "fours": 12.2,
    "fives": 15.7,
    "sixes": 19.2,
    "three-dice": 21.7,
    "four-dice": 13.1,
    "fune": 16.9,
    "full-house": 31.5,
    "short-straight": 29.5,
    "long-straight": 32.7,
    "choice": 22.0,
}
"""About what good play makes of each box: what is given up when it is confirmed."""

UPPER_WORTH = BONUS / BONUS_AT
"""What a point in the upper boxes adds for the bonus."""


def choose_easily(game: Fune, state: FuneState, random: Random) -> str:
    """Confirms what counts most at once, and often re-rolls without a plan."""
    if state.rerolls_left and random.random() > EASY_SENSE:
        return choose_at_random(game, state, random)
    card = state.cards[state.seat]
    open_boxes = [move for move, box in SCORES.items() if card[box] is None]
    return max(open_boxes, key=lambda move: points_of(BOXES[SCORES[move]], state.dice))


def choose_by_turn(game: Fune, state: FuneState, random: Random) -> str:
    """The best plan for the rest of this turn, each box weighed against its par."""
    card = state.cards[state.seat]
    gain = _gains(tuple(box for box, points in zip(BOXES, card, strict=True) if points is None))
    moves = {
        move: _gain(BOXES[box], state.dice) for move, box in SCORES.items() if card[box] is None
    }
    if state.rerolls_left:
        plan = _plan(gain, state.rerolls_left - 1)
        for move, kept in KEEPS.items():
            moves[move] = plan(tuple(sorted(state.dice[position - 1] for position in kept)))
    return max(moves, key=lambda move: moves[move])


LEVELS: dict[str, Chooser] = {"easy": choose_easily, "normal": choose_by_turn}


def _gains(open_boxes: tuple[str, ...]) -> Callable[[Dice], float]:
    """What five dice are worth on a card with these boxes open."""

    @cache
    def gain(dice: Dice) -> float:
        return max(_gain(box, dice) for box in open_boxes)

    return gain


def _gain(box: str, dice: Dice) -> float:
    """What confirming a box gains over its par."""
    points = points_of(box, dice)
    bonus = points * UPPER_WORTH if box in UPPER else 0.0
    par = PAR[box] * (1 + UPPER_WORTH) if box in UPPER else PAR[box]
    return points + bonus - par


def _plan(gain: Callable[[Dice], float], rerolls: int) -> Callable[[Dice], float]:
    """What dice that stay are worth, when so many re-rolls follow the roll of the others."""
    later = _plan(gain, rerolls - 1) if rerolls else None

    @cache
    def stay(dice: Dice) -> float:
        if len(dice) < 5:
            return sum(stay(tuple(sorted((*dice, face)))) for face in range(1, 7)) / 6
        best = gain(dice)
        if later:
            best = max(best, max(later(kept) for kept in _parts(dice)))
        return best

    return stay


@cache
def _parts(dice: Dice) -> tuple[Dice, ...]:
    """Every choice of dice that could stay, not all of them."""
    masks = range(2 ** len(dice) - 1)
    return tuple({tuple(d for i, d in enumerate(dice) if mask >> i & 1) for mask in masks})
