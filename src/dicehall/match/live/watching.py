"""Following a match, with the reactions and the presence at its table."""

from collections.abc import AsyncGenerator

from dicehall.game.messages import said
from dicehall.game.refused import BeyondNewest
from dicehall.match.bus.protocol import Reaction, StoringFailed
from dicehall.match.live.audience import WatchedMatches
from dicehall.match.live.presence import Presence
from dicehall.match.match import Match


def check_version(match: Match, version: int) -> None:
    """Refuse to follow a match from a version that it has not reached."""
    if version > match.version:
        message = said("the match is at version %(newest)d", newest=match.version)
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
