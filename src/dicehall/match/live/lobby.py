"""The lobby: free seats that are open to anybody, as long as somebody waits at the table."""

import time
from collections.abc import Callable, Collection

from dicehall.match.bus.protocol import Bus, News, Waiting
from dicehall.match.match import Match
from dicehall.match.store.lists import offered
from dicehall.match.store.protocol import ListedSeat, Store

TOPIC = "lobby"
GONE_SECONDS = 60.0
"""How long a table stays in the lobby after its opener was last seen there."""


class Lobby:
    """Hears, in every process, at which of the offered tables somebody waits."""

    def __init__(self, store: Store, bus: Bus, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._bus = bus
        self._now = now
        self._seen: dict[str, float] = {}
        self._stop: Callable[[], None] = lambda: None

    def open(self) -> None:
        """Begin to listen."""
        self._stop = self._bus.listen(TOPIC, self._hear)

    def close(self) -> None:
        """Listen no more."""
        self._stop()

    async def attend(self, match: Match, present: Collection[int]) -> None:
        """Say that somebody waits at a table, if it is offered and one of its seats is present."""
        if match.public and match.waiting and present:
            await self._bus.publish(TOPIC, Waiting(match.id))

    async def list(self) -> list[ListedSeat]:
        """The tables at which somebody waits now, newest first."""
        now = self._now()
        self._seen = {which: at for which, at in self._seen.items() if now - at < GONE_SECONDS}
        return await self._store.list(offered(self._seen.keys(), now - GONE_SECONDS))

    def _hear(self, news: News) -> None:
        if isinstance(news, Waiting):
            self._seen[news.match_id] = self._now()
