"""The values of FUNE's moves: expected points alone, chances to win against an opponent.

For two seats they are exact on the last turn of either seat, including the opponent's best answer.
Before that they assume that both seats play for points from their next turn on, and compare the
outlooks of both cards.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from dicehall.games.fune.cards import counted_upper_sum, open_boxes, points_of
from dicehall.games.fune.keeps import POINTS, best_rolls, keep_of, keep_values, roll_of
from dicehall.games.fune.rules import (
    DICE,
    KEEPS,
    REROLLS,
    SCORES,
    TO_ROLL,
    UPPER,
    Card,
    FuneState,
    total,
)
from dicehall.games.fune.tables import outlook, points_to_come

Scored = Mapping[int, Sequence[float]]
"""The value of confirming each roll, by open box."""

BLUR = 3
"""A slice of one outlook beats a slice of the other for certain if it is this many points ahead."""

LEADS = range(-BLUR, 402)
"""The leads at which an outlook is evaluated: from hopeless to more than any card can score."""

POINTS_WORTH = 1e-7
"""The value of a point to a seat that plays to win; decides only between equal chances."""


def expected_scores(state: FuneState) -> dict[str, float]:
    """The expected final score of the seat to move after each legal move, with best play."""
    return move_values(state, scores_after(state))


def win_margins(state: FuneState) -> dict[str, float]:
    """The chance to win minus the chance to lose after each legal move."""
    return move_values(state, margins_after(state))


def win_margins_then_points(state: FuneState) -> dict[str, float]:
    """The same plus a tiny share of the expected score, which breaks ties."""
    margins, scores = margins_after(state), scores_after(state)
    both = {
        box: [
            margin + POINTS_WORTH * score
            for margin, score in zip(margins[box], scores[box], strict=True)
        ]
        for box in margins
    }
    return move_values(state, both)


def is_exact(state: FuneState) -> bool:
    """Whether `win_margins` are exact: the seat to move is on its last turn."""
    return state.cards[state.seat].count(None) == 1


def move_values(state: FuneState, scored: Scored) -> dict[str, float]:
    """The value of each legal move, from the values of the confirmations."""
    moves: dict[str, float] = {}
    if state.rerolls_left:
        keeps = keep_values(_best_boxes(state, scored), state.rerolls_left)
        for move, positions in KEEPS.items():
            moves[move] = keeps[keep_of([state.dice[position - 1] for position in positions])]
    roll = roll_of(state.dice)
    card = state.cards[state.seat]
    moves |= {move: scored[box][roll] for move, box in SCORES.items() if card[box] is None}
    return moves


def value_before_roll(state: FuneState, scored: Scored) -> float:
    """The value of a turn before its first roll, from the values of the confirmations."""
    return keep_values(_best_boxes(state, scored), REROLLS + 1)[keep_of(())]


def scores_after(state: FuneState) -> Scored:
    """The expected final score of the seat to move after each confirmation."""
    card = state.cards[state.seat]
    boxes, upper, before = open_boxes(card), counted_upper_sum(card), points_of(card)

    def score(box: int, points: int) -> float:
        to_come = points_to_come(boxes ^ (1 << box), upper + _upper_points(box, points))
        return before + points + to_come

    return _by_roll(card, score)


def margins_after(state: FuneState) -> Scored:
    """The chance to win minus the chance to lose after each confirmation."""
    card, other = state.cards[state.seat], state.cards[1 - state.seat]
    return _by_roll(card, _last_margin(card, other) if is_exact(state) else _margin(card, other))


def _best_boxes(state: FuneState, scored: Scored) -> list[float]:
    """The value of the best confirmation of each roll."""
    card = state.cards[state.seat]
    return [max(values) for values in zip(*(scored[box] for box in _open(card)), strict=True)]


def _open(card: Card) -> list[int]:
    return [box for box, points in enumerate(card) if points is None]


def _by_roll(card: Card, value: Callable[[int, int], float]) -> Scored:
    """`value(box, points)` for every roll, computed once for equal points."""
    scored = {}
    for box in _open(card):
        values = {points: value(box, points) for points in set(POINTS[box])}
        scored[box] = [values[points] for points in POINTS[box]]
    return scored


def _upper_points(box: int, points: int) -> int:
    return points if box < len(UPPER) else 0


def _margin(card: Card, other: Card) -> Callable[[int, int], float]:
    """Values a confirmation by the outlooks of both cards after it."""
    boxes, upper = open_boxes(card), counted_upper_sum(card)
    theirs = outlook(open_boxes(other), counted_upper_sum(other))
    lead_now = points_of(card) - points_of(other)
    judged = [
        sum(min(max((lead - slice_) / BLUR, -1.0), 1.0) for slice_ in theirs) / len(theirs)
        for lead in LEADS
    ]
    last = len(judged) - 1

    def judge(lead: float) -> float:
        place = min(max(lead - LEADS.start, 0.0), last)
        below = min(int(place), last - 1)
        return judged[below] + (place - below) * (judged[below + 1] - judged[below])

    def margin(box: int, points: int) -> float:
        lead = lead_now + points
        mine = outlook(boxes ^ (1 << box), upper + _upper_points(box, points))
        return sum(judge(lead + slice_) for slice_ in mine) / len(mine)

    return margin


def _last_margin(card: Card, other: Card) -> Callable[[int, int], float]:
    """Values the last confirmation of a card by the opponent's best answer, if one is left."""

    def margin(box: int, points: int) -> float:
        final = _final_score(card, box, points)
        if None not in other:
            return _sign(final - total(other))
        last = other.index(None)
        results = {
            theirs: _sign(_final_score(other, last, theirs) - final) for theirs in set(POINTS[last])
        }
        answers = [results[theirs] for theirs in POINTS[last]]
        # The opponent's turn starts with a roll of all five dice: the empty keep, and three rolls.
        return -keep_values(answers, REROLLS + 1)[keep_of(())]

    return margin


def _final_score(card: Card, box: int, points: int) -> int:
    """The final score of a card whose last open box is confirmed."""
    return total((*card[:box], points, *card[box + 1 :]))


def _sign(number: int) -> float:
    return (number > 0) - (number < 0)


def swing_of_roll(before: FuneState, after: FuneState) -> tuple[float, float, float]:
    """The expected score of the seat's own card after a roll, with best play for points, and its
    mean and variance over all rolls that could have fallen."""
    rolls = _values_of_rolls(before.cards[before.seat], after.rerolls_left)
    keep = keep_of([face for face in before.dice if face != TO_ROLL])
    mean = keep_values(rolls, 1)[keep]
    squares = keep_values([value * value for value in rolls], 1)[keep]
    return rolls[roll_of(after.dice)], mean, max(0.0, squares - mean * mean)


@lru_cache(8)  # the rolls of a turn follow each other
def _values_of_rolls(card: Card, rerolls: int) -> list[float]:
    """The expected final score with each roll and this many re-rolls left."""
    state = FuneState((card,), 0, (TO_ROLL,) * DICE, 0)
    return best_rolls(_best_boxes(state, scores_after(state)), rerolls)
