"""The seeds of days: committed to the day before, and revealed when the day is over.

All nodes share one seed for a day, which the first to write it has chosen. Where nobody is ranked,
the seed follows from the date alone, and everybody can know it.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

from sqlalchemy import insert, select

from dicehall.game.messages import translatable
from dicehall.game.refused import UnknownDay
from dicehall.match.background import retry
from dicehall.match.dice.days import day_at, days_after, public_seed, reveal_time
from dicehall.match.dice.rolling import commitment_of, new_server_seed
from dicehall.match.service import STORE_ERRORS
from dicehall.match.store.protocol import Store, VersionConflict
from dicehall.match.store.schema import days

EARLIEST = "2026-11-01"
"""The first day whose dice can be played where they follow from the date."""

COMMIT_EVERY_SECONDS = 600.0


@dataclass(frozen=True, slots=True)
class DaySeed:
    """The seed of a day, which must not be shown before `revealed_at`."""

    day: str
    seed: str = field(repr=False)
    committed_at: float
    """When the server chose it; 0 if it follows from the date."""
    revealed_at: float
    """0 if it follows from the date."""

    @property
    def commitment(self) -> str:
        return commitment_of(self.seed)


@dataclass(slots=True)
class DaySeeds:
    """Commits to the seeds of days. If `ranked` is false, they follow from the date alone."""

    store: Store
    now: Callable[[], float]
    ranked: bool = True
    _known: dict[str, DaySeed] = field(default_factory=dict)

    @property
    def today(self) -> str:
        return day_at(self.now())

    async def find(self, day: str) -> DaySeed | None:
        """The seed of a day; None if the server never committed to one. That of today or tomorrow
        is committed to now, if that has not been done."""
        if day in self._known:
            return self._known[day]
        if not self.ranked:
            if EARLIEST <= day <= days_after(self.today, 1):
                self._known[day] = DaySeed(day, public_seed(day), 0, 0)
            return self._known.get(day)
        found = await self._stored(day)
        if found is None and day in (self.today, days_after(self.today, 1)):
            row = {"day": day, "seed": new_server_seed(), "committed_at": self.now()}
            with suppress(VersionConflict):  # another node was faster
                await self.store.change([(insert(days), row)])
            found = await self._stored(day)
        if found:
            self._known[day] = found
        return found

    async def seed_of(self, day: str) -> DaySeed:
        """The seed of a day whose dice can be played: today or an earlier day."""
        found = await self.find(day) if day <= self.today else None
        if found is None:
            raise UnknownDay(translatable("there are no dice for %(day)s", day=day))
        return found

    async def following(self) -> DaySeed | None:
        """The seed of tomorrow, of which only the commitment may be shown."""
        return await self.find(days_after(self.today, 1))

    async def revealed(self, day: str) -> str:
        """The seed of a day as everybody may see it: empty until it is revealed."""
        found = await self.find(day)
        return found.seed if found and self.now() >= found.revealed_at else ""

    async def keep_committing(self) -> None:
        """Commit to tomorrow's seed, every day."""
        while True:
            for day in (self.today, days_after(self.today, 1)):
                await retry(partial(self.find, day), STORE_ERRORS, longest_pause=60)
            await asyncio.sleep(COMMIT_EVERY_SECONDS)

    async def _stored(self, day: str) -> DaySeed | None:
        query = select(days.c.seed, days.c.committed_at).where(days.c.day == day)
        for seed, committed_at in await self.store.ask(query):
            return DaySeed(day, seed, committed_at, reveal_time(day))
        return None
