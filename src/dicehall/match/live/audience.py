"""The watchers of a match in one process. They share one listener on the bus and one announcer.

So the work grows linearly with the number of watchers: each process sends one message per match and
heartbeat, and pages receive only what has changed for them.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Protocol
from uuid import uuid4

from dicehall.game.messages import translatable
from dicehall.game.refused import BeyondNewest, Refused
from dicehall.match.background import start_supervised
from dicehall.match.bus.protocol import (
    Bus,
    News,
    Present,
    Reaction,
    StoringFailed,
    VersionReached,
)
from dicehall.match.live.lobby import Lobby
from dicehall.match.live.presence import HEARTBEAT_SECONDS, LastSeen, OpenPages, Presence
from dicehall.match.match import Match
from dicehall.match.seats import Holder

LEAST_PAUSE_SECONDS = 1.0
"""The shortest time between two announcements of presence."""
MOST_UPDATES_PER_SECOND = 200
"""Pages that receive presence updates; a large audience gets them less often."""
WOKEN_AT_ONCE = 5
WAKE_PAUSE_SECONDS = 0.002
"""A large audience is woken in small groups, so that other matches get their turn in between."""
MOST_NOTICES = 10
MOST_REMEMBERED = 10_000


Notice = Reaction | StoringFailed


class WatchedMatches(Protocol):
    """The part of the match service that watchers need."""

    bus: Bus
    lobby: Lobby
    audiences: "Audiences"

    async def see(self, match_id: str, version: int | None = None) -> Match:
        """The current match; with a `version`, any state at least that new."""


@dataclass(slots=True, eq=False)
class Inbox:
    """The news for one watcher."""

    notices: list[Notice] = field(default_factory=list)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    _last_presence: Presence = field(default_factory=Presence)

    async def wait(self) -> None:
        """Wait for news."""
        await self.news.wait()
        self.news.clear()

    def add(self, notice: Notice) -> None:
        """Keep the newest notices; the failure to store only once."""
        others = [other for other in self.notices if other != notice or notice != StoringFailed()]
        self.notices = [*others, notice][-MOST_NOTICES:]

    def take_notices(self) -> list[Notice]:
        """The notices since the last call."""
        taken, self.notices = self.notices, []
        return taken

    def take_presence(self, presence: Presence) -> Presence | None:
        """The presence, if it has changed since the last call."""
        if presence == self._last_presence:
            return None
        self._last_presence = presence
        return presence


class Audience:
    """The watchers of one match in this process. `version` is the newest known version."""

    def __init__(
        self, matches: WatchedMatches, match_id: str, process: str, sightings: LastSeen
    ) -> None:
        self.version = 0
        self.presence = Presence()
        self.attendance = OpenPages(sightings=sightings)
        self._matches = matches
        self._match_id = match_id
        self._process = process
        self._inboxes: dict[Inbox, str] = {}
        self._playing: set[Holder] = set()
        self._changed = asyncio.Event()
        self._stop = matches.bus.listen(match_id, self._receive)
        self._announcing = start_supervised(f"audience of match {match_id}", self._keep_announcing)

    def enter(self, viewer: str) -> Inbox:
        """Add a watcher. An empty `viewer` does not count as present."""
        inbox = Inbox()
        self._inboxes[inbox] = viewer
        if viewer:
            self.attendance.enter(viewer)
            self._changed.set()
        return inbox

    def leave(self, inbox: Inbox) -> bool:
        """Remove a watcher. Returns whether any are left."""
        if viewer := self._inboxes.pop(inbox):
            self.attendance.leave(viewer)
            self._changed.set()
        return bool(self._inboxes)

    def visit(self, viewer: str) -> None:
        """Note that a viewer has loaded the page; it may never open a stream."""
        self.attendance.visit(viewer)
        self._changed.set()

    def reach(self, version: int) -> None:
        """Note that the match has reached a version, and wake the watchers if it is new."""
        if version > self.version:
            self.version = version
            self._wake_all()

    async def close(self) -> None:
        """Stop listening and announce that nobody is left here."""
        self._stop()
        self._announcing.cancel()
        await self._matches.bus.publish(self._match_id, Present(self._process, (), 0))

    def _receive(self, news: News) -> None:
        match news:
            case VersionReached(version=version):
                self.reach(version)
            case Reaction() | StoringFailed():
                for inbox in self._inboxes:
                    inbox.add(news)
                self._wake_all()
            case Present(process=process) if process != self._process:
                if self.attendance.receive(news):
                    self._changed.set()  # a new process needs to know who is here

    def _wake_all(self) -> None:
        """Wake all watchers, players first."""
        inboxes = self._inboxes
        self._wake(sorted(inboxes, key=lambda inbox: inboxes[inbox] not in self._playing))

    def _wake(self, waiting: Sequence[Inbox]) -> None:
        for inbox in waiting[:WOKEN_AT_ONCE]:
            inbox.news.set()
        if later := waiting[WOKEN_AT_ONCE:]:
            asyncio.get_running_loop().call_later(WAKE_PAUSE_SECONDS, self._wake, later)

    async def _keep_announcing(self) -> None:
        """Announce who is here after every change and at every heartbeat."""
        while True:
            with suppress(Refused):  # the store is briefly unreachable
                await self._announce(await self._matches.see(self._match_id, self.version))
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), HEARTBEAT_SECONDS)
            await asyncio.sleep(
                max(LEAST_PAUSE_SECONDS, len(self._inboxes) / MOST_UPDATES_PER_SECOND)
            )
            self._changed.clear()

    async def _announce(self, match: Match) -> None:
        self._playing = {seat.holder for seat in match.seats if seat}
        self.reach(match.version)
        if not (match.online or match.waiting):
            return  # nobody else is interested
        report = self.attendance.report(self._process, match)
        await self._matches.bus.publish(self._match_id, report)
        await self._matches.lobby.attend(match, report.here)
        presence = self.attendance.presence(match)
        if presence != self.presence:
            self.presence = presence
            self._wake_all()


class Audiences:
    """The audiences of a process, by match."""

    def __init__(self, matches: WatchedMatches) -> None:
        self._matches = matches
        self._process = uuid4().hex
        self._audiences: dict[str, Audience] = {}
        self._sightings: OrderedDict[str, LastSeen] = OrderedDict()
        """Sightings in matches that nobody watches any more."""

    @asynccontextmanager
    async def join(self, match_id: str, viewer: str) -> AsyncIterator[tuple[Audience, Inbox]]:
        """Watch a match while the block runs."""
        audience = self._audiences.get(match_id)
        if audience is None:
            sightings = self._sightings.pop(match_id, LastSeen())
            audience = Audience(self._matches, match_id, self._process, sightings)
            self._audiences[match_id] = audience
        inbox = audience.enter(viewer)
        try:
            yield audience, inbox
        finally:
            if not audience.leave(inbox):
                del self._audiences[match_id]
                self._keep(match_id, audience.attendance.sightings)
                await audience.close()

    async def visit(self, match: Match, viewer: str) -> None:
        """Note that a viewer has loaded the page of a match. A page with JavaScript joins next,
        here or in another process; a page without it never does."""
        seats = match.held_by(viewer)
        if not seats or not match.online:
            return
        if audience := self._audiences.get(match.id):
            audience.visit(viewer)
            return
        sightings = self._sightings.pop(match.id, LastSeen())
        sightings.visits[viewer] = time.monotonic()
        self._keep(match.id, sightings)
        await self._matches.bus.publish(match.id, Present(self._process, (), 0, visits=seats))

    def _keep(self, match_id: str, sightings: LastSeen) -> None:
        self._sightings[match_id] = sightings
        if len(self._sightings) > MOST_REMEMBERED:
            self._sightings.popitem(last=False)


def check_version(match: Match, version: int) -> None:
    """Refuse to follow a match from a version that it has not reached."""
    if version > match.version:
        message = translatable("the match is at version %(newest)d", newest=match.version)
        raise BeyondNewest(message)


async def follow_match(
    matches: WatchedMatches, match_id: str, version: int, viewer: str = ""
) -> AsyncGenerator[Match | Reaction | Presence | StoringFailed, None]:
    """Yield each state of a match newer than `version`, reactions, presence, and failures to store
    the next state.

    A `viewer` counts as present. The stream ends with the match, except for viewers of a match
    between two guests, who may agree on a rematch.
    """
    async with matches.audiences.join(match_id, viewer) as (audience, inbox):
        newest = None
        while True:
            match = await matches.see(match_id, newest)
            audience.reach(match.version)
            if match.version > version:
                version = match.version
                yield match
            if match.result and not (viewer and match.online):
                return
            for notice in inbox.take_notices():
                yield notice
            if presence := inbox.take_presence(audience.presence):
                yield presence
            await inbox.wait()
            newest = audience.version
