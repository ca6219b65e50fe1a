"""FUNE for two seats: each move's chance to win minus its chance to lose. NumPy only.

Exact on the last turn of either seat, the other seat's best answer included. Before that a move
is worth what it would be if both seats played for points from their next turn on; that is taken
from their outlooks.
"""

import numpy as np

from dicehall.games.fune.rules import BONUS, BONUS_AT, Card, FuneState, total, upper_sum
from dicehall.games.fune.solver.cards import counted_upper_sum, open_boxes, points_of
from dicehall.games.fune.solver.dice import POINTS, UPPER_GAINS, Floats, Integers, keep_values
from dicehall.games.fune.solver.outlook import CARD_NUMBERS, SCALE, cached_outlooks
from dicehall.games.fune.solver.solution import after_scores, move_values, scores_after

BLUR = 3
"""A slice of one outlook that is ahead of one of the other by this many points beats it for
certain."""

LEADS: Floats = np.arange(-BLUR, 402.0)
"""The leads at which an outlook is judged: from hopeless to beyond what any card can make up."""

POINTS_WORTH = 1e-7
"""What a point is worth to a seat that plays to win: it only decides between equal chances."""


def win_margins(state: FuneState) -> dict[str, float]:
    """Each legal move's chance to win minus its chance to lose."""
    return move_values(state, margins_after(state))


def win_margins_then_points(state: FuneState) -> dict[str, float]:
    """The same, with a trifle for the expected score: what a seat that plays to win compares."""
    return move_values(state, margins_after(state) + POINTS_WORTH * scores_after(state))


def is_exact(state: FuneState) -> bool:
    """Whether `win_margins` are exact here: the seat to move is on its last turn."""
    return state.cards[state.seat].count(None) == 1


def margins_after(state: FuneState) -> Floats:
    """What each confirmation is worth, by box and roll."""
    card, other = state.cards[state.seat], state.cards[1 - state.seat]
    if not is_exact(state):
        return _expected_margins(card, other)
    box = card.index(None)
    finals = _final_scores(card, box)
    margins = np.zeros(POINTS.shape)
    margins[box] = _last_margins(finals, other) if None in other else np.sign(finals - total(other))
    return margins


def _expected_margins(card: Card, other: Card) -> Floats:
    lead = points_of(card) + POINTS - points_of(other)
    mine = cached_outlooks()[after_scores(CARD_NUMBERS, card)] / SCALE
    theirs = cached_outlooks()[CARD_NUMBERS[open_boxes(other), counted_upper_sum(other)]] / SCALE
    judged = np.clip((LEADS[:, None] - theirs) / BLUR, -1, 1).mean(axis=1)
    margins: Floats = np.interp(mine + lead[:, :, None], LEADS, judged).mean(axis=2)
    return margins


def _last_margins(finals: Integers, other: Card) -> Floats:
    """What each final score is worth before the other seat's last turn."""
    scores, which = np.unique(finals, return_inverse=True)
    answers = np.sign(_final_scores(other, other.index(None))[:, None] - scores).astype(float)
    # The other seat opens its turn with a roll of all five: the empty keep, and three rolls.
    margins: Floats = -keep_values(answers, rerolls=3)[0][which]
    return margins


def _final_scores(card: Card, box: int) -> Integers:
    """The final score of a card that confirms its last box, by roll."""
    bonus = np.where(upper_sum(card) + UPPER_GAINS[box] >= BONUS_AT, BONUS, 0)
    scores: Integers = points_of(card) + POINTS[box] + bonus
    return scores
