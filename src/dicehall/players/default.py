"""Default computer players, for games without their own: they try moves by random playouts.

They know only the protocol. A playout goes a few events past the move; its scores, and how much
scores usually change from there to the end, estimate what the move is worth.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import erf, hypot, sqrt
from random import Random
from statistics import fmean, pstdev
from time import monotonic
from typing import Any, NamedTuple

from dicehall.game import AnyGame, Chance, Decide, Over
from dicehall.players.chooser import choose_at_random
from dicehall.players.worth import Worth, unit_of

NORMAL_TRIALS = 5
HARD_TRIALS = 80
WORTH_TRIALS = 200
"""The most playouts per move."""
HARD_SECONDS = 1.0
WORTH_SECONDS = 2.0
"""The time limit; after that, the playouts so far decide."""

HORIZON = 12
"""A playout is judged by its scores after this many events, if they have changed by then."""
MOST_EVENTS = 2_000
"""A playout that has not ended by then is judged by its current scores."""
WHOLE_TRIALS = 4
WORTH_WHOLE_TRIALS = 16
"""This many playouts go to the end, to learn how much scores change after the horizon."""
ROUND = 10
"""After this many playouts per move, the hard player drops moves that are clearly worse."""
SURE = 2.5
"""A difference of this many standard errors is significant."""


def choose_easy(game: AnyGame, state: Any, random: Random) -> str:
    """Any legal move."""
    return choose_at_random(game, state, random)


def choose_normal(game: AnyGame, state: Any, random: Random) -> str:
    """The best move after a few playouts each: often right, often wrong."""
    return _only_move(game, state) or _best(_search(game, state, random).weigh(NORMAL_TRIALS))


def choose_hard(game: AnyGame, state: Any, random: Random) -> str:
    """The best move after many playouts; clearly worse moves are dropped early."""
    return _only_move(game, state) or _best(_search(game, state, random).race(HARD_TRIALS))


def worth(game: AnyGame, state: Any) -> Worth:
    """Roughly what each legal move is worth; the same every time for a state, if time allows."""
    return estimate(game, state, Random(0))


def estimate(game: AnyGame, state: Any, random: Random) -> Worth:
    """What each legal move is worth by playouts with this random source, and the largest standard
    error."""
    tried = _Search(game, state, random, WORTH_SECONDS, WORTH_WHOLE_TRIALS).weigh(WORTH_TRIALS)
    errors = [one.error for one in tried]
    known = [error for error in errors if error is not None]
    error = max(known) if len(known) == len(errors) else None
    return Worth({one.move: one.mean for one in tried}, unit_of(game), exact=False, error=error)


def worth_of_start(game: AnyGame) -> float | None:
    """Unknown: there are too many first rolls to try them all."""
    return None


class _Rest(NamedTuple):
    """What the rest of a match adds to a margin: the mean and deviation of some playouts."""

    shift: float
    spread: float


@dataclass(slots=True)
class _Tried:
    """A move, the state after it, and the results of its playouts."""

    move: str
    after: Any
    prior: float
    """The value by the scores right after the move, used until there is a playout."""
    results: list[float] = field(default_factory=list)
    shifted: list[float] = field(default_factory=list)
    """The same playouts, judged with the rest of the match shifted by one standard error."""

    @property
    def mean(self) -> float:
        return fmean(self.results) if self.results else self.prior

    @property
    def variance(self) -> float:
        """The variance of the mean."""
        return pstdev(self.results) ** 2 / len(self.results)

    @property
    def error(self) -> float | None:
        """The standard error of the mean; unknown after fewer than two playouts."""
        if len(self.results) < 2:
            return None
        return hypot(sqrt(self.variance), fmean(self.shifted) - self.mean)


class _Search:
    """Tries the moves of one decision by playouts."""

    def __init__(
        self, game: AnyGame, state: Any, random: Random, seconds: float, whole_trials: int
    ) -> None:
        turn = game.turn(state)
        assert isinstance(turn, Decide)
        self._game = game
        self._seat = turn.seat
        self._scores = game.scores(state)
        self._random = random
        self._until = monotonic() + seconds
        afters = {move: game.play(state, move) for move in turn.moves}
        rest = self._rest(tuple(afters.values()), whole_trials)
        shift, spread, count = fmean(rest), pstdev(rest), len(rest)
        self._mean_rest = _Rest(shift, spread)
        self._shifted_rest = _Rest(shift + spread / sqrt(count), spread * (1 + 1 / sqrt(2 * count)))
        self._tried = [
            _Tried(move, after, self._judge(after, self._mean_rest))
            for move, after in afters.items()
        ]

    def weigh(self, trials: int) -> list[_Tried]:
        """Try every move equally often."""
        for _trial in range(trials):
            self._try_each(self._tried)
        return self._tried

    def race(self, trials: int) -> list[_Tried]:
        """Try all moves, dropping those that are clearly worse than the best; returns the moves
        left."""
        running = self._tried
        for trial in range(1, trials + 1):
            if len(running) == 1 or self._late():
                break
            self._try_each(running)
            if trial % ROUND == 0 and not self._late():
                running = _not_surely_worse(running)
        return running

    def _try_each(self, moves: Sequence[_Tried]) -> None:
        for one in moves:
            if self._late():
                return
            there = self._play_on(one.after, HORIZON)
            one.results.append(self._judge(there, self._mean_rest))
            one.shifted.append(self._judge(there, self._shifted_rest))

    def _late(self) -> bool:
        return monotonic() > self._until

    def _rest(self, afters: Sequence[Any], trials: int) -> list[float]:
        """How much the margin changes between the horizon and the end, over some playouts."""
        rest = []
        for number in range(trials):
            there = self._play_on(afters[number % len(afters)], HORIZON)
            end = self._play_on(there, MOST_EVENTS)
            rest.append(self._margin(end) - self._margin(there))
            if self._late():
                break
        return rest

    def _play_on(self, state: Any, horizon: int) -> Any:
        """Play at random to the horizon, and on until the scores have changed or the game is
        over."""
        game, random = self._game, self._random
        for events in range(MOST_EVENTS):
            turn = game.turn(state)
            if isinstance(turn, Over):
                break
            if events >= horizon and game.scores(state) != self._scores:
                break
            if isinstance(turn, Chance):
                state = game.roll(state, turn.throw(random))
            else:
                state = game.play(state, random.choice(turn.moves))
        return state

    def _judge(self, state: Any, rest: _Rest) -> float:
        """The expected final score; with two seats win minus loss, assuming that the rest of the
        match adds a normally distributed margin."""
        margin = self._margin(state)
        turn = self._game.turn(state)
        if self._game.seats == 1:
            return margin if isinstance(turn, Over) else margin + rest.shift
        if isinstance(turn, Over) or not rest.spread:
            return float((margin > 0) - (margin < 0))
        return erf(margin / (rest.spread * sqrt(2)))

    def _margin(self, state: Any) -> float:
        """The score of the seat to move, minus the opponent's if there is one."""
        scores = self._game.scores(state)
        return scores[self._seat] - (scores[1 - self._seat] if len(scores) > 1 else 0)


def _only_move(game: AnyGame, state: Any) -> str:
    """The only legal move; empty if there is a choice."""
    turn = game.turn(state)
    return turn.moves[0] if isinstance(turn, Decide) and len(turn.moves) == 1 else ""


def _search(game: AnyGame, state: Any, random: Random) -> _Search:
    return _Search(game, state, random, HARD_SECONDS, WHOLE_TRIALS)


def _not_surely_worse(moves: list[_Tried]) -> list[_Tried]:
    best = max(moves, key=lambda one: one.mean)
    return [
        one
        for one in moves
        if one is best or best.mean - one.mean <= SURE * sqrt(best.variance + one.variance)
    ]


def _best(moves: list[_Tried]) -> str:
    return max(moves, key=lambda one: one.mean).move
