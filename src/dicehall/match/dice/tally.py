"""Keeps the count of all falls of the house up to date, when somebody asks for it."""

import asyncio
import logging

from dicehall.game.refused import Refused
from dicehall.match.background import cancel_all
from dicehall.match.match import fold
from dicehall.match.store.face_counts import FaceCounts, count_faces, totals, waiting
from dicehall.match.store.protocol import Store

AT_ONCE = 20
"""Matches that are counted while somebody waits; the others follow in the background."""

log = logging.getLogger(__name__)


class Tally:
    """Counts the finished matches that nobody has counted yet; several houses may share a store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._behind: asyncio.Task[None] | None = None

    async def totals(self, game: str = "") -> dict[str, dict[int, int]]:
        """How often each face fell, by the name of the die."""
        if self._behind is None and await self._count() == AT_ONCE:
            self._behind = asyncio.create_task(self._catch_up())
        counts: dict[str, dict[int, int]] = {}
        for die, face, count in await self._store.ask(totals(game)):
            counts.setdefault(die, {})[face] = int(count)
        return counts

    async def count_all(self) -> None:
        """Count everything that waits."""
        while await self._count() == AT_ONCE:
            await asyncio.sleep(0)

    async def close(self) -> None:
        """Stop counting; what is left stays in the queue."""
        if self._behind:
            await cancel_all([self._behind])

    async def _catch_up(self) -> None:
        try:
            await self.count_all()
        except Exception:
            log.exception("the falls of finished matches could not be counted")
        finally:
            self._behind = None

    async def _count(self) -> int:
        """Count some matches; how many there were."""
        ids = [row[0] for row in await self._store.ask(waiting(AT_ONCE))]
        if ids:
            await self._store.count({match_id: await self._falls(match_id) for match_id in ids})
        return len(ids)

    async def _falls(self, match_id: str) -> FaceCounts:
        kept = await self._store.load(match_id)
        if kept is None:  # deleted meanwhile
            return {}
        try:
            # Off the loop: a long match takes some milliseconds to fold.
            return await asyncio.to_thread(lambda: count_faces(fold(match_id, kept.events)))
        except Refused as refusal:
            # Its game came from a package that is gone, or whose rules have changed since.
            log.warning("the dice of match %s are not counted: %s", match_id, refusal.reason)
            return {}
