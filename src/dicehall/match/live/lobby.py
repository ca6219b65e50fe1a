"""The lobby: free seats that are open to anybody, as long as somebody waits at the table."""

import time
from collections.abc import Callable

from dicehall.match.bus.protocol import Bus, News, Seen
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

    async def attend(self, match: Match, viewer: str) -> None:
        """Say that the opener of an offered table is there, if that is who looks at it."""
        if match.public and match.waiting and match.held_by(viewer):
            await self._bus.publish(TOPIC, Seen(match.id, match.held_by(viewer)[0]))

    async def list(self) -> list[ListedSeat]:
        """The tables at which somebody waits now, newest first."""
        now = self._now()
        self._seen = {who: at for who, at in self._seen.items() if now - at < GONE_SECONDS}
        lines = await self._store.list(offered())
        return [
            line
            for line in lines
            if line.match_id in self._seen or now - line.opened_at < GONE_SECONDS
        ]

    def _hear(self, news: News) -> None:
        if isinstance(news, Seen):
            self._seen[news.viewer] = self._now()
