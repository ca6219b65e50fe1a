"""What luck did: how the result of a match came about, by the dice and by the moves.

A roll changes what a match is worth, and that change is luck; a move can only give some of it away.
From the worth at the start these add up to the result: nothing is left out.
"""

from dataclasses import dataclass

from dicehall.players.review import Review


@dataclass(frozen=True, slots=True)
class Balance:
    """The way from the start to the result, in the unit of the review and as seat 0 sees it."""

    start: float
    """What the match was worth before the first roll; at the first decision if that is all that is
    known."""
    dice: tuple[float, ...]
    """What the rolls of each seat gave to that seat; from the other they took as much."""
    moves: tuple[float, ...]
    """What the moves of each seat gave to that seat: 0 at most, for a move can only give away."""
    other: float
    """What neither explains: that somebody gave up, or that an estimate changed without a roll.
    Nothing where worths are exact and the match was played out."""
    result: float

    @property
    def total(self) -> float:
        """All parts together: the result, but for rounding."""
        gains = (dice + moves for dice, moves in zip(self.dice, self.moves, strict=True))
        return self.start + self.other + sum(gain * to_first(n) for n, gain in enumerate(gains))

    def luck(self, seat: int) -> float:
        """What all dice together gave to a seat: its own, less what the other's gave the other."""
        return 2 * self.dice[seat] - sum(self.dice)


def to_first(seat: int) -> int:
    """What a gain of 1 to this seat is to seat 0: 1 or -1."""
    return -1 if seat else 1


def balance(review: Review, seats: int) -> Balance | None:
    """The balance of a match that was reviewed; None if no move was made."""
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
