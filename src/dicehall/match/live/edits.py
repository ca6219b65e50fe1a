"""Follows what a host changes while the house is open, by way of the store."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from dicehall.game.refused import Refused
from dicehall.match.store.editing import edits_after, newest_edit
from dicehall.match.store.protocol import Store

LOOK_SECONDS = 2.0

log = logging.getLogger(__name__)


async def follow_edits(store: Store, look_again: Callable[[str], Awaitable[None]]) -> None:
    """Call `look_again` for every match that is changed from now on."""
    heard: int | None = None
    while True:
        try:
            if heard is None:
                ((heard,),) = await store.ask(newest_edit())
            for number, match_id in await store.ask(edits_after(heard)):
                await look_again(match_id)
                heard = number
        except Refused as refusal:
            log.info("cannot look for what the host changed: %s", refusal.reason)
        await asyncio.sleep(LOOK_SECONDS)
