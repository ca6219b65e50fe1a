"""Reviews a finished match: what each decision was worth, what it cost, how the match went.

Pure: the caller supplies the worths. Values are in the unit of `Worth`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from dicehall.game import AnyGame, Over
from dicehall.game.acting import acting_seat
from dicehall.game.records import Event, Played, walk
from dicehall.players.worth import WIN_MINUS_LOSS, Worth

SURE = 2.0
"""A cost of more than this many standard errors is not just noise."""

UNKNOWN_ERROR = 0.01
"""An unknown standard error is assumed to be this share of the value, or of 1 if that is more."""


@dataclass(frozen=True, slots=True)
class ReviewedDecision:
    """A move that was made: the state after `moment` events, and the move played there."""

    moment: int
    seat: int
    state: Any
    move: str
    rolled_by: int | None = None
    """Which seat rolled since the previous decision; None if nobody did."""


@dataclass(frozen=True, slots=True)
class JudgedDecision:
    """A decision and what it was worth to the seat that made it."""

    moment: int
    seat: int
    move: str
    value: float
    best: str
    """A move of the highest worth: the one played, if it was one of the best."""
    best_value: float
    exact: bool
    error: float | None = 0.0
    """The standard error of both values if they are estimates; None if unknown."""
    rolled_by: int | None = None
    """Which seat rolled since the previous decision; None if nobody did."""

    @property
    def cost(self) -> float:
        """The value that the move lost."""
        return self.best_value - self.value

    @property
    def is_blamed(self) -> bool:
        """Whether the move cost more than the error of the estimate."""
        error = self.error
        if error is None:
            error = UNKNOWN_ERROR * max(1.0, abs(self.best_value))
        return self.cost > SURE * error


@dataclass(frozen=True, slots=True)
class Review:
    """All decisions of a match, and its course from seat 0's point of view."""

    judged: tuple[JudgedDecision, ...]
    curve: tuple[tuple[int, float], ...]
    """The worth after each number of events; the last is the result itself."""
    unit: str
    played_out: bool = True
    """Whether the last event ended the match, rather than a resignation or a timeout."""

    @property
    def exact(self) -> bool:
        return all(one.exact for one in self.judged)

    @property
    def error(self) -> float | None:
        """The largest standard error of all worths; None if one is unknown."""
        known = [one.error for one in self.judged if one.error is not None]
        return max(known, default=0.0) if len(known) == len(self.judged) else None

    def given_away(self, seat: int) -> float:
        """The total cost of a seat's moves."""
        return sum(one.cost for one in self.judged if one.seat == seat)

    def accuracy(self, seat: int) -> float | None:
        """What a seat could expect at its first move, divided by that plus everything it lost.

        Against an opponent, what counts is the chance to win, a draw being half. 1 means the best
        move every time; 0.5 means that as much was lost as could be expected. None without moves.
        """
        first = next((one.best_value for one in self.judged if one.seat == seat), None)
        if first is None:
            return None
        expected, lost = first, self.given_away(seat)
        if self.unit == WIN_MINUS_LOSS:
            expected, lost = (1 + first) / 2, lost / 2
        return expected / (expected + lost) if lost else 1.0

    def costliest(self, most: int, least: float = 0.0) -> tuple[JudgedDecision, ...]:
        """The moves that clearly lost more than `least`, worst first."""
        costly = [one for one in self.judged if one.cost > least and one.is_blamed]
        return tuple(sorted(costly, key=lambda one: -one.cost)[:most])


def decisions(game: AnyGame, start: Any, log: Sequence[Event]) -> Iterator[ReviewedDecision]:
    """All decisions of a match that began with the state `start`, in order."""
    rolled_by = None
    for moment, (before, event, after) in enumerate(walk(game, log, start)):
        if isinstance(event, Played):
            yield ReviewedDecision(moment, event.seat, before, event.move, rolled_by)
            rolled_by = None
        elif rolled_by is None:
            rolled_by = acting_seat(game, before, event, after)


def judge(decision: ReviewedDecision, worth: Worth) -> JudgedDecision:
    """Judge a decision by the worths of its moves."""
    value = worth.moves[decision.move]
    most = max(worth.moves.values())
    return JudgedDecision(
        moment=decision.moment,
        seat=decision.seat,
        move=decision.move,
        value=value,
        best=decision.move if value == most else worth.best,
        best_value=most,
        exact=worth.exact,
        error=worth.error,
        rolled_by=decision.rolled_by,
    )


def conclude(
    judged: Sequence[JudgedDecision],
    unit: str,
    moments: int,
    result: Over,
    *,
    start: float | None = None,
    played_out: bool = True,
) -> Review:
    """The review of a match that ended with `result` after `moments` events; `start` is what it was
    worth to seat 0 at the beginning, if known."""
    course: dict[int, float] = {} if start is None else {0: start}
    for one in judged:
        sign = -1 if one.seat else 1
        course[one.moment] = sign * one.best_value
        course[one.moment + 1] = sign * one.value
    course[moments] = _end(result)
    return Review(tuple(judged), tuple(sorted(course.items())), unit, played_out)


def _end(result: Over) -> float:
    """The result in the game's unit: the score, or who won."""
    if len(result.scores) == 1:
        return float(result.scores[0])
    return float((0 in result.winners) - (1 in result.winners))


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
