"""A finished match, judged: what each decision was worth, what it cost, and how the match went.

Pure: what the moves were worth is handed in. Values are in the unit of `Worth`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from dicehall.game import AnyGame, Over
from dicehall.game.acting import acting_seat
from dicehall.game.records import Event, Played, apply
from dicehall.players.worth import WIN_MINUS_LOSS, Worth

SURE = 2.0
"""A cost of more standard errors than this is not just noise of the estimate."""

UNKNOWN_ERROR = 0.01
"""An unknown standard error is assumed to be this share of the value, or of 1 if that is more."""


@dataclass(frozen=True, slots=True)
class ReviewedDecision:
    """A move that was made: the state after `moment` events, and what was played there."""

    moment: int
    seat: int
    state: Any
    move: str
    rolled_by: int | None = None
    """Whose dice have fallen since the decision before; None if none have."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A decision and what it was worth to the seat that made it."""

    moment: int
    seat: int
    move: str
    value: float
    best: str
    """A move that was worth most: the one that was played, if that is true of it."""
    best_value: float
    exact: bool
    error: float | None = 0.0
    """The standard error of the two values, if they are estimates; None where it is unknown."""
    rolled_by: int | None = None
    """Whose dice have fallen since the decision before; None if none have."""

    @property
    def cost(self) -> float:
        """What the move gave away."""
        return self.best_value - self.value

    @property
    def is_blamed(self) -> bool:
        """Whether the move cost more than the estimate may be wrong by."""
        error = self.error
        if error is None:
            error = UNKNOWN_ERROR * max(1.0, abs(self.best_value))
        return self.cost > SURE * error


@dataclass(frozen=True, slots=True)
class Review:
    """All decisions of a match, and the course it took as seat 0 sees it."""

    judged: tuple[Judged, ...]
    curve: tuple[tuple[int, float], ...]
    """What the state after so many events was worth; the last is the result itself."""
    unit: str
    played_out: bool = True
    """Whether the last event ended the match, and nobody gave up or was too late."""

    @property
    def exact(self) -> bool:
        return all(one.exact for one in self.judged)

    @property
    def error(self) -> float | None:
        """The largest standard error of what the moves were worth; None if one is unknown."""
        known = [one.error for one in self.judged if one.error is not None]
        return max(known, default=0.0) if len(known) == len(self.judged) else None

    def given_away(self, seat: int) -> float:
        """What all moves of a seat cost together."""
        return sum(one.cost for one in self.judged if one.seat == seat)

    def accuracy(self, seat: int) -> float | None:
        """What a seat could expect at its first move, as a share of that and all it gave away.

        Against another seat the chance to win counts, a draw as half. 1 is the best move every
        time; at 0.5 as much was given away as there was to expect. None if no move was made.
        """
        first = next((one.best_value for one in self.judged if one.seat == seat), None)
        if first is None:
            return None
        expected, lost = first, self.given_away(seat)
        if self.unit == WIN_MINUS_LOSS:
            expected, lost = (1 + first) / 2, lost / 2
        return expected / (expected + lost) if lost else 1.0

    def costliest(self, most: int, least: float = 0.0) -> tuple[Judged, ...]:
        """The moves that surely gave away more than `least`, the worst first."""
        costly = [one for one in self.judged if one.cost > least and one.is_blamed]
        return tuple(sorted(costly, key=lambda one: -one.cost)[:most])


def decisions(game: AnyGame, log: Sequence[Event]) -> Iterator[ReviewedDecision]:
    """Every decision of a match, in order."""
    state, rolled_by = game.start(), None
    for moment, event in enumerate(log):
        after = apply(game, state, event)
        if isinstance(event, Played):
            yield ReviewedDecision(moment, event.seat, state, event.move, rolled_by)
            rolled_by = None
        elif rolled_by is None:
            rolled_by = acting_seat(game, state, event, after)
        state = after


def judge(decision: ReviewedDecision, worth: Worth) -> Judged:
    """A decision by what its moves were worth."""
    value = worth.moves[decision.move]
    most = max(worth.moves.values())
    return Judged(
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
    judged: Sequence[Judged],
    unit: str,
    moments: int,
    result: Over,
    *,
    start: float | None = None,
    played_out: bool = True,
) -> Review:
    """The review of a match that ended with `result` after so many `moments`; `start` is what it
    was worth to seat 0 before anything had happened, if that is known."""
    course: dict[int, float] = {} if start is None else {0: start}
    for one in judged:
        sign = -1 if one.seat else 1
        course[one.moment] = sign * one.best_value
        course[one.moment + 1] = sign * one.value
    course[moments] = _end(result)
    return Review(tuple(judged), tuple(sorted(course.items())), unit, played_out)


def _end(result: Over) -> float:
    """The result as the unit of its game measures it: the score, or who has won."""
    if len(result.scores) == 1:
        return float(result.scores[0])
    return float((0 in result.winners) - (1 in result.winners))
