"""Who is at the table of a match, counted here and reported by other processes.

Presence is only shown. No decision depends on it, because an absent page may just be offline.
"""

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf

from dicehall.match.bus.protocol import Present
from dicehall.match.match import Match
from dicehall.match.seats import Holder
from dicehall.match.time_limits import QUIET_SECONDS

HEARTBEAT_SECONDS = 10.0
GONE_SECONDS = 35.0
"""A process that is silent for this long is gone; it may lose two heartbeats."""

AWAY_SECONDS = 20.0
"""How long a seat may be without a page before it counts as away: the page may be reloading, or a
heartbeat was lost."""


@dataclass(frozen=True, slots=True)
class Presence:
    """Who is at a table: the seats that are away and when each was last seen (seconds since 1970),
    the number of spectators, and the seats that are present."""

    away: dict[int, float] = field(default_factory=dict)
    watchers: int = 0
    here: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Timestamp:
    """A point in time: monotonic for arithmetic, wall time for display."""

    monotonic: float
    wall: float


@dataclass(frozen=True, slots=True)
class LastSeen:
    """When the seats of a match were last seen. Outlives the audience of the match."""

    seats: dict[int, Timestamp] = field(default_factory=dict)
    visits: dict[Holder, float] = field(default_factory=dict)
    """When each viewer last loaded a page that opened no stream: a page without JavaScript, which
    reloads itself while it waits. Monotonic."""
    listened: dict[int, float] = field(default_factory=dict)
    """When each seat last had a stream open in another process. Monotonic."""


@dataclass(slots=True)
class OpenPages:
    """The pages that are open here, by viewer, and the last report of every other process."""

    monotonic: Callable[[], float] = time.monotonic
    wall: Callable[[], float] = time.time
    sightings: LastSeen = field(default_factory=LastSeen)
    _pages: Counter[str] = field(default_factory=Counter)
    _elsewhere: dict[str, tuple[Present, Timestamp]] = field(default_factory=dict)
    _since: Timestamp = field(init=False)

    def __post_init__(self) -> None:
        self._since = self._now()

    def enter(self, viewer: str) -> None:
        """Note that a viewer has opened a stream."""
        self._pages[viewer] += 1
        self.sightings.visits.pop(viewer, None)

    def visit(self, viewer: str) -> None:
        """Note that a viewer has loaded the page; it may never open a stream."""
        if viewer not in self._pages:
            self.sightings.visits[viewer] = self.monotonic()

    def leave(self, viewer: str) -> None:
        """Note that a viewer has closed a stream."""
        self._pages[viewer] -= 1
        self._pages = +self._pages

    def receive(self, report: Present) -> bool:
        """Take in the report of another process. Returns whether that process is new."""
        new = report.process not in self._elsewhere
        now = self._now()
        self.sightings.seats.update(dict.fromkeys(report.here, now))
        self.sightings.listened.update(dict.fromkeys(report.seats, now.monotonic))
        if report.here or report.watchers:
            self._elsewhere[report.process] = report, now
        else:
            self._elsewhere.pop(report.process, None)
        return new

    def report(self, process: str, match: Match) -> Present:
        """The report of this process: which seats are present here, and how many spectators."""
        holders = {n: seat.holder for n, seat in enumerate(match.seats) if seat}
        seats = tuple(n for n, holder in holders.items() if holder in self._pages)
        visits = tuple(
            n for n, holder in holders.items() if n not in seats and self._visits(holder, n, match)
        )
        self.sightings.seats.update(dict.fromkeys(seats + visits, self._now()))
        sitting = set(holders.values()) & self._pages.keys()
        return Present(process, seats, len(self._pages) - len(sitting), visits)

    def presence(self, match: Match) -> Presence:
        """Who is present now, in all processes."""
        now = self._now().monotonic
        self._elsewhere = {
            process: (report, at)
            for process, (report, at) in self._elsewhere.items()
            if now - at.monotonic < GONE_SECONDS
        }
        everywhere = [self.report("", match), *(report for report, _ in self._elsewhere.values())]
        here = {seat for report in everywhere for seat in report.here}
        missed = [
            n for n, seat in enumerate(match.seats) if seat and not seat.level and n not in here
        ]
        away = {n: self.sightings.seats.get(n, self._since) for n in missed}
        # A process that has just begun to listen cannot know who is away.
        return Presence(
            {
                n: round(last.wall, 3)
                for n, last in away.items()
                if now - max(last.monotonic, self._since.monotonic) >= AWAY_SECONDS
            },
            sum(report.watchers for report in everywhere),
            tuple(sorted(here)),
        )

    def _visits(self, viewer: Holder, seat: int, match: Match) -> bool:
        """Whether a viewer has a page without JavaScript open. It does not reload itself during
        their turn, so then it counts until the opponent may claim the win. A page that has since
        opened a stream in another process has JavaScript, and does not count here."""
        last = self.sightings.visits.get(viewer)
        if last is None or self.sightings.listened.get(seat, -inf) >= last:
            return False
        seconds = QUIET_SECONDS if seat in match.awaited else AWAY_SECONDS
        return self.monotonic() - last < seconds

    def _now(self) -> Timestamp:
        return Timestamp(self.monotonic(), self.wall())
