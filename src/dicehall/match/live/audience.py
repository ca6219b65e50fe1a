"""All who watch one match in one process share one listener on the bus, and one voice.

So the work grows with the number of those who watch, never with its square: each process sends one
message for each match at a heartbeat, and pages are told only what has changed for them.
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
from dicehall.match.live.presence import HEARTBEAT_SECONDS, Attendance, Presence, Sightings
from dicehall.match.match import Match
from dicehall.match.seats import Holder

QUIET_SECONDS = 1.0
"""Who comes and goes is told at most so often."""
MOST_TOLD_PER_SECOND = 200
"""Pages that are told who comes and goes; a large audience is told less often."""
WOKEN_AT_ONCE = 5
WOKEN_EVERY_SECONDS = 0.002
"""A large audience is woken bit by bit, so that those who play elsewhere come in between."""
MOST_REACTIONS = 10
MOST_LEFT = 10_000


class WatchedMatches(Protocol):
    """The matches of a house, as far as they are watched."""

    bus: Bus
    lobby: Lobby
    audiences: "Audiences"

    async def see(self, match_id: str, version: int | None = None) -> Match:
        """A match as it is now; with a `version`, any state that is at least as new."""


@dataclass(slots=True, eq=False)
class Inbox:
    """What one watcher has heard; waiting for news never misses any."""

    reactions: list[Reaction] = field(default_factory=list)
    failures: list[StoringFailed] = field(default_factory=list)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    _told: Presence = field(default_factory=Presence)

    async def wait(self) -> None:
        """Until there is news."""
        await self.news.wait()
        self.news.clear()

    def take_reactions(self) -> list[Reaction]:
        """The reactions that have not been taken yet."""
        taken, self.reactions = self.reactions, []
        return taken

    def take_failures(self) -> list[StoringFailed]:
        """At most one, if something could not be stored since it was last asked."""
        taken, self.failures = self.failures, []
        return taken

    def take_presence(self, presence: Presence) -> Presence | None:
        """Who is at the table, if that is not what was taken last."""
        if presence == self._told:
            return None
        self._told = presence
        return presence


class Audience:
    """Those who watch one match here. `version` is the newest that anybody has heard of."""

    def __init__(
        self, matches: WatchedMatches, match_id: str, process: str, sightings: Sightings
    ) -> None:
        self.version = 0
        self.presence = Presence()
        self.attendance = Attendance(sightings=sightings)
        self._matches = matches
        self._match_id = match_id
        self._process = process
        self._inboxes: dict[Inbox, str] = {}
        self._playing: set[Holder] = set()
        self._changed = asyncio.Event()
        self._stop = matches.bus.listen(match_id, self._hear)
        self._speaking = start_supervised(f"audience of match {match_id}", self._speak)

    def enter(self, viewer: str) -> Inbox:
        """One more watcher; who has no name is not counted as present."""
        inbox = Inbox()
        self._inboxes[inbox] = viewer
        if viewer:
            self.attendance.enter(viewer)
            self._changed.set()
        return inbox

    def leave(self, inbox: Inbox) -> bool:
        """One watcher less; whether anybody is left."""
        if viewer := self._inboxes.pop(inbox):
            self.attendance.leave(viewer)
            self._changed.set()
        return bool(self._inboxes)

    def visit(self, viewer: str) -> None:
        """A viewer has loaded the page, and may never listen."""
        self.attendance.visit(viewer)
        self._changed.set()

    def reach(self, version: int) -> None:
        """The match is known to have got so far: wake those who have not seen it."""
        if version > self.version:
            self.version = version
            self._wake_all()

    async def close(self) -> None:
        """The last one has gone."""
        self._stop()
        self._speaking.cancel()
        await self._matches.bus.publish(self._match_id, Present(self._process, (), 0))

    def _hear(self, news: News) -> None:
        match news:
            case VersionReached(version=version):
                self.reach(version)
            case Reaction():
                for inbox in self._inboxes:
                    inbox.reactions = [*inbox.reactions, news][-MOST_REACTIONS:]
                self._wake_all()
            case StoringFailed():
                for inbox in self._inboxes:
                    inbox.failures = [news]
                self._wake_all()
            case Present(process=process) if process != self._process:
                if self.attendance.hear(news):
                    self._changed.set()  # it is new, and must be told who is here

    def _wake_all(self) -> None:
        """Wake everybody who watches; those who play come first."""
        inboxes = self._inboxes
        self._wake(sorted(inboxes, key=lambda inbox: inboxes[inbox] not in self._playing))

    def _wake(self, waiting: Sequence[Inbox]) -> None:
        for inbox in waiting[:WOKEN_AT_ONCE]:
            inbox.news.set()
        if later := waiting[WOKEN_AT_ONCE:]:
            asyncio.get_running_loop().call_later(WOKEN_EVERY_SECONDS, self._wake, later)

    async def _speak(self) -> None:
        """Say who is here, whenever that has changed and at every heartbeat."""
        while True:
            with suppress(Refused):  # the store is away for a moment
                await self._tell(await self._matches.see(self._match_id, self.version))
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), HEARTBEAT_SECONDS)
            await asyncio.sleep(max(QUIET_SECONDS, len(self._inboxes) / MOST_TOLD_PER_SECOND))
            self._changed.clear()

    async def _tell(self, match: Match) -> None:
        self._playing = {seat.holder for seat in match.seats if seat}
        self.reach(match.version)
        if not (match.online or match.waiting):
            return  # there is nobody to tell
        told = self.attendance.tell(self._process, match)
        await self._matches.bus.publish(self._match_id, told)
        await self._matches.lobby.attend(match, told.here)
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
        self._left: OrderedDict[str, Sightings] = OrderedDict()
        """Of the matches that nobody watches any more."""

    @asynccontextmanager
    async def join(self, match_id: str, viewer: str) -> AsyncIterator[tuple[Audience, Inbox]]:
        """Be one of those who watch a match, as long as the block lasts."""
        audience = self._audiences.get(match_id)
        if audience is None:
            sightings = self._left.pop(match_id, Sightings())
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
        """A viewer has loaded the page of a match. If it has a script it joins next, here or in
        another process; if not, this is all that is heard of it."""
        seats = match.held_by(viewer)
        if not seats or not match.online:
            return
        if audience := self._audiences.get(match.id):
            audience.visit(viewer)
            return
        sightings = self._left.pop(match.id, Sightings())
        sightings.visits[viewer] = time.monotonic()
        self._keep(match.id, sightings)
        await self._matches.bus.publish(match.id, Present(self._process, (), 0, visits=seats))

    def _keep(self, match_id: str, sightings: Sightings) -> None:
        self._left[match_id] = sightings
        if len(self._left) > MOST_LEFT:
            self._left.popitem(last=False)


def check_version(match: Match, version: int) -> None:
    """Refuse to follow a match from a version that it has not reached."""
    if version > match.version:
        message = translatable("the match is at version %(newest)d", newest=match.version)
        raise BeyondNewest(message)


async def follow_match(
    matches: WatchedMatches, match_id: str, version: int, viewer: str = ""
) -> AsyncGenerator[Match | Reaction | Presence | StoringFailed, None]:
    """Every state of a match that is newer than `version`, the reactions and the presence at its
    table, and whether the next state cannot be stored.

    A named `viewer` counts as present. It ends with the match, but for a viewer of one that two
    guests have played: they may play again.
    """
    async with matches.audiences.join(match_id, viewer) as (audience, inbox):
        heard = None
        while True:
            match = await matches.see(match_id, heard)
            audience.reach(match.version)
            if match.version > version:
                version = match.version
                yield match
            if match.result and not (viewer and match.online):
                return
            for reaction in inbox.take_reactions():
                yield reaction
            for failure in inbox.take_failures():
                yield failure
            if presence := inbox.take_presence(audience.presence):
                yield presence
            await inbox.wait()
            heard = audience.version
