"""What a watcher of a match hears: versions, reactions, and who else is at the table.

Presence is only shown. No decision rests on it: a page that is missed may merely be cut off.
"""

import asyncio
import time
from contextlib import suppress
from dataclasses import dataclass, field

from dicehall.match.bus.protocol import News, Reaction, Seen, VersionReached
from dicehall.match.match import Match

HEARTBEAT_SECONDS = 15.0
GONE_SECONDS = 40.0
"""Two heartbeats may be lost."""

MOST_REACTIONS = 10
WATCHING = -1
"""The seat of those who have none."""


@dataclass(frozen=True, slots=True)
class Presence:
    """Who is at a table: the seats whose pages are missed, and how many only watch."""

    away: tuple[int, ...] = ()
    watchers: int = 0


@dataclass(slots=True)
class Inbox:
    """What one watcher has heard; waiting for news never misses any."""

    version: int = 0
    reactions: list[Reaction] = field(default_factory=list)
    _seen: dict[str, tuple[int, float]] = field(default_factory=dict)
    _since: float = field(default_factory=time.monotonic)
    _told: Presence = Presence()
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    def hear(self, news: News) -> None:
        """Take in what the bus says."""
        match news:
            case VersionReached(version=version):
                self.version = max(self.version, version)
            case Reaction():
                self.reactions = [*self.reactions, news][-MOST_REACTIONS:]
            case Seen(viewer=viewer, seat=seat):
                self._seen[viewer] = seat, time.monotonic()
        self._news.set()

    async def wait(self, seconds: float) -> None:
        """Until there is news, or for so long."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), seconds)
        self._news.clear()

    def take_reactions(self) -> list[Reaction]:
        """The reactions that have not been taken yet."""
        taken, self.reactions = self.reactions, []
        return taken

    def take_presence(self, match: Match) -> Presence | None:
        """Who is at the table, if that has changed since it was last taken."""
        presence = self._presence(match)
        if presence == self._told:
            return None
        self._told = presence
        return presence

    def _presence(self, match: Match) -> Presence:
        now = time.monotonic()
        self._seen = {who: seen for who, seen in self._seen.items() if now - seen[1] < GONE_SECONDS}
        here = [seat for seat, _ in self._seen.values()]
        people = [seat for seat, taken in enumerate(match.seats) if taken and not taken.level]
        # Whoever has listened only for a moment cannot know who is missing.
        sure = now - self._since >= GONE_SECONDS
        away = tuple(seat for seat in people if seat not in here) if sure else ()
        return Presence(away, here.count(WATCHING))
