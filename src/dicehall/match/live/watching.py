"""Being at a table: hearing of its match and of what happens beside it, and being seen there."""

import time
from collections.abc import AsyncGenerator
from typing import Protocol

from dicehall.match.bus.protocol import Bus, Reaction, Seen
from dicehall.match.live.lobby import Lobby
from dicehall.match.live.presence import HEARTBEAT_SECONDS, WATCHING, Inbox, Presence
from dicehall.match.match import Match


class WatchedMatches(Protocol):
    """The matches of a house, as far as they are watched."""

    bus: Bus
    lobby: Lobby

    async def see(self, match_id: str, version: int | None = None) -> Match:
        """A match as it is now; with a `version`, as it was when it had got so far, or later."""


async def follow_match(
    matches: WatchedMatches, match_id: str, version: int, viewer: str = ""
) -> AsyncGenerator[Match | Reaction | Presence, None]:
    """Every newer state of a match from `version` on, and what happens beside it.

    A `viewer` is seen to be there, and stays after the end if two guests played: they may play
    again. For all others it ends with the match.
    """
    inbox = Inbox()
    stop = matches.bus.listen(match_id, inbox.hear)
    beat, heard = 0.0, None
    try:
        while True:
            match = await matches.see(match_id, heard)
            if match.version > version:
                version = match.version
                yield match
            if match.result and not (viewer and match.online):
                return
            if viewer and time.monotonic() >= beat:
                beat = time.monotonic() + HEARTBEAT_SECONDS
                await announce_presence(matches, match, viewer)
            for reaction in inbox.take_reactions():
                yield reaction
            if presence := inbox.take_presence(match):
                yield presence
            await inbox.wait(HEARTBEAT_SECONDS)
            heard = max(version, inbox.version)
    finally:
        stop()


async def announce_presence(matches: WatchedMatches, match: Match, viewer: str) -> None:
    """Tell everybody that a viewer is at the table, if there may be anybody to tell."""
    if match.online or match.waiting:
        seat = next(iter(match.held_by(viewer)), WATCHING)
        await matches.bus.publish(match.id, Seen(viewer, seat))
        await matches.lobby.attend(match, viewer)
