"""Splits the result of a match into luck and skill.

A roll changes what a match is worth: that change is luck. A move can only lose value. The worth at
the start plus all changes is exactly the result.
"""

from dataclasses import dataclass

from dicehall.players.review import Review


@dataclass(frozen=True, slots=True)
class Balance:
    """How the start value became the result, in the review's unit and from seat 0's point of
    view."""

    start: float
    """What the match was worth before the first roll, or at the first decision if only that is
    known."""
    dice: tuple[float, ...]
    """What each seat gained by its own rolls; the opponent lost as much."""
    moves: tuple[float, ...]
    """What each seat gained by its own moves: at most 0, as a move can only lose value."""
    other: float
    """What neither explains: a resignation, or an estimate that changed without a roll. 0 if worths
    are exact and the match was played out."""
    result: float

    @property
    def total(self) -> float:
        """The sum of all parts: the result, up to rounding."""
        gains = (dice + moves for dice, moves in zip(self.dice, self.moves, strict=True))
        return self.start + self.other + sum(gain * to_first(n) for n, gain in enumerate(gains))

    def luck(self, seat: int) -> float:
        """What a seat gained by all dice: its own rolls, minus the opponent's gains by theirs."""
        return 2 * self.dice[seat] - sum(self.dice)


def to_first(seat: int) -> int:
    """The sign that turns a seat's gain into seat 0's: 1 or -1."""
    return -1 if seat else 1


def balance(review: Review, seats: int) -> Balance | None:
    """The balance of a reviewed match; None without moves."""
    if not review.judged:
        return None
    dice, moves, other = [0.0] * seats, [0.0] * seats, 0.0
    (_, start), (end, result) = review.curve[0], review.curve[-1]
    worth = start
    for one in review.judged:
        before = to_first(one.seat) * one.best_value
        if one.rolled_by is None:
            other += before - worth
        else:
            dice[one.rolled_by] += to_first(one.rolled_by) * (before - worth)
        moves[one.seat] -= one.cost
        worth = to_first(one.seat) * one.value
    last = review.judged[-1]
    if review.played_out and end > last.moment + 1:  # a roll ended it
        dice[last.seat] += to_first(last.seat) * (result - worth)
    else:
        other += result - worth
    return Balance(start, tuple(dice), tuple(moves), other, result)
