"""Who is at the table of a match: counted here, and heard of from other processes.

Presence is only shown. No decision rests on it: a page that is missed may merely be cut off.
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
"""After so long without a word a process is gone: two heartbeats may be lost."""

AWAY_SECONDS = 20.0
"""For so long a seat may be without a page: it is loaded again, or a heartbeat was lost."""


@dataclass(frozen=True, slots=True)
class Presence:
    """Who is at a table: the seats whose pages are missed, with the moment at which each was last
    seen (seconds since 1970), how many only watch, and the seats whose pages are there."""

    away: dict[int, float] = field(default_factory=dict)
    watchers: int = 0
    here: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Timestamp:
    """A point in time: by a stopwatch, to count from, and by the clock, to be shown."""

    monotonic: float
    wall: float


@dataclass(frozen=True, slots=True)
class Sightings:
    """When the seats of a match were last seen; kept while nobody watches it."""

    seats: dict[int, Timestamp] = field(default_factory=dict)
    visits: dict[Holder, float] = field(default_factory=dict)
    """When each viewer last loaded the page without then listening: a page without a script, which
    reloads itself while it waits. By the stopwatch."""
    listened: dict[int, float] = field(default_factory=dict)
    """When a page of each seat last listened in another process; by the stopwatch."""


@dataclass(slots=True)
class Attendance:
    """The pages that are open here, by viewer, and the last word of every other process."""

    monotonic: Callable[[], float] = time.monotonic
    wall: Callable[[], float] = time.time
    sightings: Sightings = field(default_factory=Sightings)
    _pages: Counter[str] = field(default_factory=Counter)
    _elsewhere: dict[str, tuple[Present, Timestamp]] = field(default_factory=dict)
    _since: Timestamp = field(init=False)

    def __post_init__(self) -> None:
        self._since = self._now()

    def enter(self, viewer: str) -> None:
        """A viewer has opened a page."""
        self._pages[viewer] += 1
        self.sightings.visits.pop(viewer, None)

    def visit(self, viewer: str) -> None:
        """A viewer has loaded the page, and may never open a stream."""
        if viewer not in self._pages:
            self.sightings.visits[viewer] = self.monotonic()

    def leave(self, viewer: str) -> None:
        """A viewer has closed one."""
        self._pages[viewer] -= 1
        self._pages = +self._pages

    def hear(self, told: Present) -> bool:
        """Take in what another process says; returns whether it had not been heard of before."""
        new = told.process not in self._elsewhere
        now = self._now()
        self.sightings.seats.update(dict.fromkeys(told.here, now))
        self.sightings.listened.update(dict.fromkeys(told.seats, now.monotonic))
        if told.here or told.watchers:
            self._elsewhere[told.process] = told, now
        else:
            self._elsewhere.pop(told.process, None)
        return new

    def tell(self, process: str, match: Match) -> Present:
        """What this process has to say: which seats are here, and how many others."""
        holders = {n: seat.holder for n, seat in enumerate(match.seats) if seat}
        seats = tuple(n for n, holder in holders.items() if holder in self._pages)
        visits = tuple(
            n for n, holder in holders.items() if n not in seats and self._visits(holder, n, match)
        )
        self.sightings.seats.update(dict.fromkeys(seats + visits, self._now()))
        sitting = set(holders.values()) & self._pages.keys()
        return Present(process, seats, len(self._pages) - len(sitting), visits)

    def presence(self, match: Match) -> Presence:
        """Who is there now, everywhere."""
        now = self._now().monotonic
        self._elsewhere = {
            process: (told, at)
            for process, (told, at) in self._elsewhere.items()
            if now - at.monotonic < GONE_SECONDS
        }
        everywhere = [self.tell("", match), *(told for told, _ in self._elsewhere.values())]
        here = {seat for told in everywhere for seat in told.here}
        missed = [
            n for n, seat in enumerate(match.seats) if seat and not seat.level and n not in here
        ]
        away = {n: self.sightings.seats.get(n, self._since) for n in missed}
        # A process that has listened only for a moment cannot know who is missing.
        return Presence(
            {
                n: round(last.wall, 3)
                for n, last in away.items()
                if now - max(last.monotonic, self._since.monotonic) >= AWAY_SECONDS
            },
            sum(told.watchers for told in everywhere),
            tuple(sorted(here)),
        )

    def _visits(self, viewer: Holder, seat: int, match: Match) -> bool:
        """Whether a viewer has a page without a script open. While it is their turn it does not
        reload itself: then it counts until the win can be claimed from them. A page that has
        listened in another process since it was loaded has a script, and does not count here."""
        last = self.sightings.visits.get(viewer)
        if last is None or self.sightings.listened.get(seat, -inf) >= last:
            return False
        lasts = QUIET_SECONDS if seat in match.awaited else AWAY_SECONDS
        return self.monotonic() - last < lasts

    def _now(self) -> Timestamp:
        return Timestamp(self.monotonic(), self.wall())
