"""Background loops that poll the store for changes this process may have missed."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from dicehall.game.refused import Refused, StoreUnreachable
from dicehall.match.bus.protocol import Bus, VersionReached
from dicehall.match.store.editing import edits_after, newest_edit
from dicehall.match.store.protocol import Store

POLL_SECONDS = 2.0

log = logging.getLogger(__name__)


async def resync_watchers(store: Store, bus: Bus) -> None:
    """Whenever the bus may have lost news, send local watchers the version of their match."""
    while True:
        await bus.wait_for_gap()
        watched = bus.watched()
        if not watched:
            continue
        try:
            versions = await store.versions(watched)
        except StoreUnreachable:
            log.warning("resync skipped: the database cannot be reached")
            continue
        for match_id, version in versions.items():
            bus.deliver(match_id, VersionReached(version))


async def follow_edits(store: Store, reload: Callable[[str], Awaitable[None]]) -> None:
    """Call `reload` for every match that a host changes from now on."""
    last_edit: int | None = None
    while True:
        try:
            if last_edit is None:
                ((last_edit,),) = await store.ask(newest_edit())
            for number, match_id in await store.ask(edits_after(last_edit)):
                await reload(match_id)
                last_edit = number
        except Refused as refusal:
            log.info("cannot check for changes by administrators: %s", refusal.reason)
        await asyncio.sleep(POLL_SECONDS)
