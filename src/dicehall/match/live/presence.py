"""Who is at the table of a match: counted here, and heard of from other processes.

Presence is only shown. No decision rests on it: a page that is missed may merely be cut off.
"""

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from dicehall.match.bus.protocol import Present
from dicehall.match.match import Match

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


@dataclass(slots=True)
class Attendance:
    """The pages that are open here, by viewer, and the last word of every other process."""

    monotonic: Callable[[], float] = time.monotonic
    wall: Callable[[], float] = time.time
    seen: dict[int, Timestamp] = field(default_factory=dict)
    """When each seat was last there, as far as anybody here has heard."""
    _pages: Counter[str] = field(default_factory=Counter)
    _elsewhere: dict[str, tuple[Present, Timestamp]] = field(default_factory=dict)
    _since: Timestamp = field(init=False)

    def __post_init__(self) -> None:
        self._since = self._now()

    def enter(self, viewer: str) -> None:
        """A viewer has opened a page."""
        self._pages[viewer] += 1

    def leave(self, viewer: str) -> None:
        """A viewer has closed one."""
        self._pages[viewer] -= 1
        self._pages = +self._pages

    def hear(self, told: Present) -> bool:
        """Take in what another process says; returns whether it had not been heard of before."""
        new = told.process not in self._elsewhere
        now = self._now()
        self.seen |= dict.fromkeys(told.seats, now)
        if told.seats or told.watchers:
            self._elsewhere[told.process] = told, now
        else:
            self._elsewhere.pop(told.process, None)
        return new

    def tell(self, process: str, match: Match) -> Present:
        """What this process has to say: which seats are here, and how many others."""
        seats = tuple(
            n for n, seat in enumerate(match.seats) if seat and seat.holder in self._pages
        )
        self.seen |= dict.fromkeys(seats, self._now())
        sitting = {seat.holder for seat in match.seats if seat} & self._pages.keys()
        return Present(process, seats, len(self._pages) - len(sitting))

    def presence(self, match: Match) -> Presence:
        """Who is there now, everywhere."""
        now = self._now().monotonic
        self._elsewhere = {
            process: (told, at)
            for process, (told, at) in self._elsewhere.items()
            if now - at.monotonic < GONE_SECONDS
        }
        everywhere = [self.tell("", match), *(told for told, _ in self._elsewhere.values())]
        here = {seat for told in everywhere for seat in told.seats}
        missed = [
            n for n, seat in enumerate(match.seats) if seat and not seat.level and n not in here
        ]
        away = {n: self.seen.get(n, self._since) for n in missed}
        # Whoever has listened only for a moment cannot know who is missing.
        return Presence(
            {
                n: round(last.wall, 3)
                for n, last in away.items()
                if now - max(last.monotonic, self._since.monotonic) >= AWAY_SECONDS
            },
            sum(told.watchers for told in everywhere),
            tuple(sorted(here)),
        )

    def _now(self) -> Timestamp:
        return Timestamp(self.monotonic(), self.wall())
