"""The figures of a guest's own page, from their seats in finished matches.

Every figure knows the number of matches behind it. Only matches that count for records count here;
one in which the guest held both seats does not, since either could be somebody else's.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cached_property
from itertools import accumulate, groupby
from math import erfc, log, sqrt
from operator import attrgetter
from statistics import fmean, median, stdev

from dicehall.game import games
from dicehall.match.store.figures import PlayedSeat
from dicehall.players.fortune import WINS, luck_unit
from dicehall.players.milestones import milestones_at
from dicehall.players.rating import CONFIDENCE, wilson_interval

LEAST = 5
"""With fewer values, no spread is estimated."""
EULER = 0.5772


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean of `count` values; the true one is within `error` of it with 95 % confidence. `error`
    is None if there are too few values to tell."""

    count: int
    value: float
    error: float | None


@dataclass(frozen=True, slots=True)
class Results:
    """Results against somebody."""

    won: int
    drawn: int
    lost: int

    @property
    def count(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def share(self) -> float:
        """Wins, a draw being half, divided by all matches."""
        return (self.won + self.drawn / 2) / self.count

    @property
    def range(self) -> tuple[float, float]:
        """Where the true share is with 95 % confidence (Wilson).

        >>> [round(bound, 2) for bound in Results(30, 0, 10).range]
        [0.6, 0.86]
        """
        middle, half = wilson_interval(self.share, self.count)
        return middle - half, middle + half


@dataclass(frozen=True, slots=True)
class Rival:
    """An opponent: a level, or another guest by their latest name."""

    level: str
    holder: str
    name: str
    results: Results
    even: Mean | None
    """The share of wins with luck removed; None if luck is not counted in wins."""


@dataclass(frozen=True, slots=True)
class Luck:
    """What the dice gave in `count` matches, oldest first."""

    unit: str
    course: tuple[float, ...]
    """The sum after each match."""
    normal: tuple[float, ...]
    """Within how much of 0 that is in 95 of 100 cases."""

    @property
    def count(self) -> int:
        return len(self.course)

    @property
    def mean(self) -> float:
        """Per match."""
        return self.course[-1] / self.count

    @property
    def usual(self) -> float:
        """Within how much of 0 `mean` is in 95 of 100 cases."""
        return self.normal[-1] / self.count

    @property
    def rarity(self) -> float:
        """How likely fair dice are at least so far from 0."""
        deviation = self.normal[-1] / CONFIDENCE
        return erfc(abs(self.course[-1]) / deviation / sqrt(2)) if deviation else 1.0


@dataclass(frozen=True, slots=True)
class Alone:
    """Scores of matches alone that were played out, oldest first."""

    seats: tuple[PlayedSeat, ...]
    given_up: int
    mean: Mean
    even: Mean | None
    """The mean score with luck removed."""

    @property
    def scores(self) -> list[int]:
        return [seat.score for seat in self.seats]

    @property
    def best(self) -> PlayedSeat:
        return max(self.seats, key=attrgetter("score"))

    @property
    def middle(self) -> float:
        return median(self.scores)

    @property
    def top_tenth(self) -> int:
        """The score that a tenth of the matches reach; with at least ten."""
        return sorted(self.scores)[-max(1, len(self.seats) // 10)]


@dataclass(frozen=True, slots=True)
class GameFigures:
    """A guest's figures at a game, or at one variant of it."""

    game: str
    variant: str
    count: int
    alone: Alone | None
    rivals: tuple[Rival, ...]
    """The most frequent first."""
    luck: Luck | None
    cost: Mean | None
    """What the moves gave away per match, in the unit of luck."""


@dataclass(frozen=True, slots=True)
class Run:
    """A run of wins or of days: the current one, and the longest."""

    now: int
    longest: int


@dataclass(frozen=True, slots=True)
class Reached:
    """A milestone: how often it was reached in how many matches, and where first."""

    game: str
    """One of the games that have it."""
    name: str
    count: int
    of: int
    first: PlayedSeat | None


@dataclass(frozen=True)
class GuestFigures:
    """Everything on the page."""

    seats: tuple[PlayedSeat, ...]
    """All seats in finished matches, oldest first; those that do not count, too."""

    @cached_property
    def matches(self) -> tuple[PlayedSeat, ...]:
        """One seat of each match."""
        return tuple({seat.match_id: seat for seat in self.seats}.values())

    @cached_property
    def counted(self) -> tuple[PlayedSeat, ...]:
        """The seats that count."""
        seats = Counter(seat.match_id for seat in self.seats)
        known = games()
        return tuple(
            seat
            for seat in self.seats
            if not seat.mark and seats[seat.match_id] == 1 and seat.game in known
        )

    @property
    def unread(self) -> int:
        """The number of matches of which luck and milestones are not known yet."""
        return sum(seat.milestones is None for seat in self.matches)

    @cached_property
    def duels(self) -> list[PlayedSeat]:
        return [seat for seat in self.counted if seat.level is not None]

    @cached_property
    def games(self) -> list[GameFigures]:
        """By game and variant, the most played first."""
        found = defaultdict[tuple[str, str], list[PlayedSeat]](list)
        for seat in self.counted:
            found[seat.game, seat.variant].append(seat)
        return sorted(
            (_game_figures(*key, at) for key, at in found.items()), key=lambda g: -g.count
        )

    @cached_property
    def wins(self) -> Run:
        """Wins in a row against anybody."""
        return _run([seat.won and not seat.other_won for seat in self.duels])

    @property
    def expected_run(self) -> float | None:
        """The longest run to expect with this share of wins; None if all or none were won."""
        share = fmean(seat.won and not seat.other_won for seat in self.duels) if self.duels else 0
        return longest_run(len(self.duels), share) if 0 < share < 1 else None

    @cached_property
    def days(self) -> Counter[date]:
        """How many matches ended on each day of UTC."""
        return Counter(day_of(seat.ended_at) for seat in self.matches)

    def days_in_a_row(self, today: date) -> Run:
        """Days with a match; the current run may have ended yesterday."""
        first = min(self.days, default=today)
        span = [first + timedelta(n) for n in range((today - first).days + 1)]
        played = [day in self.days for day in span]
        return _run(played if played[-1] else played[:-1])

    @cached_property
    def milestones(self) -> list[Reached]:
        """All milestones of the games that were played, those reached first."""
        played = {seat.game for seat in self.counted}
        holders = defaultdict[str, list[str]](list)
        for entry in games().values():
            for name in milestones_at(entry) if entry.name in played else ():
                holders[name].append(entry.name)
        return sorted(
            (self._reached(name, at) for name, at in holders.items()),
            key=lambda found: not found.count,
        )

    def _reached(self, name: str, at: Sequence[str]) -> Reached:
        read = [seat for seat in self.counted if seat.game in at and seat.milestones is not None]
        found = [seat for seat in read if name in (seat.milestones or "").split()]
        return Reached(at[0], name, len(found), len(read), found[0] if found else None)


def day_of(at: float) -> date:
    """The day of UTC."""
    return datetime.fromtimestamp(at, UTC).date()


def mean_of(values: Sequence[float]) -> Mean:
    """The mean of values, and how sure it is.

    >>> mean = mean_of([1, 2, 3, 4, 5])
    >>> mean.count, mean.value, round(mean.error, 3)
    (5, 3.0, 1.386)
    """
    count = len(values)
    error = CONFIDENCE * stdev(values) / sqrt(count) if count >= LEAST else None
    return Mean(count, fmean(values), error)


def longest_run(count: int, share: float) -> float:
    """The longest run to expect of something that happens with a probability, in `count` tries.

    >>> round(longest_run(100, 0.5), 1)
    6.0
    """
    base = log(1 / share)
    return max(1.0, (log(count * (1 - share)) + EULER) / base - 0.5) if count else 0.0


def result_of(seat: PlayedSeat) -> float:
    """1 for a win, half for a draw."""
    return (seat.won + (not seat.other_won)) / 2


def _run(happened: Sequence[bool]) -> Run:
    runs = [(is_run, len(list(group))) for is_run, group in groupby(happened)]
    now = runs[-1][1] if runs and runs[-1][0] else 0
    return Run(now, max((length for is_run, length in runs if is_run), default=0))


def _game_figures(game: str, variant: str, seats: Sequence[PlayedSeat]) -> GameFigures:
    alone = [seat for seat in seats if seat.level is None]
    costs = [seat.cost for seat in seats if seat.cost is not None]
    return GameFigures(
        game,
        variant,
        len(seats),
        _alone(alone),
        tuple(_rivals(game, [seat for seat in seats if seat.level is not None])),
        _luck(game, seats),
        mean_of(costs) if costs else None,
    )


def _alone(seats: Sequence[PlayedSeat]) -> Alone | None:
    """A match alone that was given up has no winner; its score is not comparable."""
    finished = tuple(seat for seat in seats if seat.won)
    if not finished:
        return None
    even = [seat.score - seat.luck for seat in finished if seat.luck is not None]
    scores = [seat.score for seat in finished]
    return Alone(
        finished, len(seats) - len(finished), mean_of(scores), mean_of(even) if even else None
    )


def _rivals(game: str, seats: Iterable[PlayedSeat]) -> list[Rival]:
    met = defaultdict[tuple[str, str], list[PlayedSeat]](list)
    for seat in seats:
        met[seat.level or "", seat.holder if not seat.level else ""].append(seat)
    rivals = []
    for (level, holder), against in met.items():
        wins = sum(result_of(seat) == 1 for seat in against)
        draws = sum(result_of(seat) == 1 / 2 for seat in against)
        even = [result_of(seat) - seat.luck for seat in against if seat.luck is not None]
        rivals.append(
            Rival(
                level,
                holder,
                against[-1].name,
                Results(wins, draws, len(against) - wins - draws),
                mean_of(even) if even and luck_unit(game) == WINS else None,
            )
        )
    return sorted(rivals, key=lambda rival: -rival.results.count)


def _luck(game: str, seats: Sequence[PlayedSeat]) -> Luck | None:
    known = [seat for seat in seats if seat.luck is not None and seat.spread is not None]
    course = accumulate(seat.luck or 0.0 for seat in known)
    spreads = accumulate(seat.spread or 0.0 for seat in known)
    if not known:
        return None
    return Luck(luck_unit(game), tuple(course), tuple(CONFIDENCE * sqrt(sum_) for sum_ in spreads))
