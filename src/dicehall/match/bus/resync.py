"""Looks for what the bus may have missed, so that no page waits for news that was lost."""

import logging

from dicehall.game.refused import StoreUnreachable
from dicehall.match.bus.protocol import Bus, VersionReached
from dicehall.match.store.protocol import Store

log = logging.getLogger(__name__)


async def resync_watchers(store: Store, bus: Bus) -> None:
    """Whenever the bus is in doubt, tell everybody who watches here how far their match is."""
    while True:
        await bus.wait_for_gap()
        watched = bus.watched()
        if not watched:
            continue
        try:
            versions = await store.versions(watched)
        except StoreUnreachable:
            log.warning("cannot look for news: the database cannot be reached")
            continue
        for match_id, version in versions.items():
            bus.deliver(match_id, VersionReached(version))
