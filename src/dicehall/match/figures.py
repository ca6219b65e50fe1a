"""Analyses finished matches in the background: luck, cost of moves, milestones.

Matches that ended just now and those of an old database wait alike, marked in their index rows, so
reading can stop at any time and any process can go on. One match is read at a time, one roll after
the other, by the coach's children at their lowest priority; no move waits for it.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from contextlib import suppress

from dicehall.game.entry import MOST_SEATS
from dicehall.game.refused import StoreUnreachable, StoreUnusable
from dicehall.match.background import Offload
from dicehall.match.match import Match, fold
from dicehall.match.store.figures import SeatFigures, keep_figures, unread
from dicehall.match.store.protocol import Store, StoredMatch
from dicehall.match.thinking.protocol import Thinking
from dicehall.players.fortune import Swing, fortune, rolls_made, swinger
from dicehall.players.milestones import reached

AT_ONCE = 20
"""Matches that are looked up together."""
REST_SECONDS = 3.0
"""The wait before the first match: what has just ended is shown first, and its table is fast."""
PAUSE_SECONDS = 0.5
"""The wait between two matches, unless a guest waits: each takes the interpreter and the file from
the moves of others for a moment."""
POLL_SECONDS = 300.0
"""How often to look for matches that another process left unread."""
CLAIM_SECONDS = 300.0
"""How long a match belongs to the process that began to read it."""
LONGEST_TOKEN = 32
MOST_GUESTS = 100

log = logging.getLogger(__name__)


class MatchReader:
    """Reads the matches of a store, latest first; those of a guest who waits come before."""

    def __init__(
        self,
        store: Store,
        thinking: Thinking,
        offload: Offload,
        now: Callable[[], float],
        *,
        alone: bool,
    ) -> None:
        self._store, self._thinking, self._offload, self._now = store, thinking, offload, now
        self._alone = alone
        self._waiting: deque[str] = deque(maxlen=MOST_GUESTS)
        self._news = asyncio.Event()

    def wake(self, guest: str = "") -> None:
        """A match has ended, or a guest wants to see their figures."""
        if guest and guest not in self._waiting:
            self._waiting.append(guest)
        self._news.set()

    async def run(self) -> None:
        """Read whatever waits, then wait for more."""
        while True:
            await asyncio.sleep(REST_SECONDS)
            self._news.clear()
            while await self.read_next():
                if not self._waiting:
                    await asyncio.sleep(PAUSE_SECONDS)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), POLL_SECONDS)

    async def read_next(self) -> bool:
        """Read a match that no other process is reading; returns whether there may be more."""
        guest = self._waiting[0] if self._waiting else ""
        rows = await self._store.ask(unread(AT_ONCE, guest))
        for match_id in dict.fromkeys(row[0] for row in rows):
            if await self._claim(match_id):
                await self._read(match_id)
                return True
        if guest:
            self._waiting.popleft()
        return bool(guest)

    async def _claim(self, match_id: str) -> bool:
        """Whether this process may read a match: no other one does. If it stops meanwhile, the
        claim expires."""
        if self._alone:
            return True
        token, now = f"read-{match_id}"[:LONGEST_TOKEN], self._now()
        return await self._store.spend(token, now + CLAIM_SECONDS, now)

    async def _read(self, match_id: str) -> None:
        try:
            kept = await self._store.load(match_id)
            found = await self._figures(match_id, kept) if kept else []
        except (StoreUnreachable, StoreUnusable):
            raise
        except Exception:
            log.exception("cannot compute the figures of match %s", match_id)
            found = [SeatFigures(seat) for seat in range(MOST_SEATS)]
        await self._store.change([keep_figures(match_id, figures) for figures in found])

    async def _figures(self, match_id: str, kept: StoredMatch) -> list[SeatFigures]:
        match = await self._offload(fold, match_id, kept.events)
        seats = [number for number, seat in enumerate(match.seats) if seat and not seat.level]
        people = {seat.holder for seat in match.seats if seat and not seat.level}
        if match.mark or len(people) < len(seats) or not match.log:  # it is not counted
            return [SeatFigures(seat) for seat in seats]
        swings = await self._swings(match)
        return await self._offload(_describe, match, seats, swings)

    async def _swings(self, match: Match) -> list[tuple[int, Swing]]:
        """The swings of all rolls, and who rolled; none if the game cannot tell here."""
        if not swinger(match.game.name):
            return []
        swings = []
        for made in await self._offload(list, rolls_made(match.game, match.log)):
            try:
                swing = await self._thinking.compare(match.game, made.before, made.after, made.move)
            except ModuleNotFoundError:  # a package is missing, as in a browser
                return []
            if swing:
                swings.append((made.seat, swing))
        return swings


def _describe(match: Match, seats: list[int], swings: list[tuple[int, Swing]]) -> list[SeatFigures]:
    """The figures of these seats. Milestones are for matches that were played out."""
    assert match.result
    figures = []
    for seat in seats:
        its = fortune(match.game, seat, swings) if swings else None
        won = match.result.winners == (seat,)
        names = [] if match.loss else reached(match.game, match.log, seat, its, won=won)
        figures.append(
            SeatFigures(
                seat,
                luck=its.luck if its else None,
                spread=its.spread if its else None,
                cost=its.cost if its else None,
                milestones=" ".join(names),
            )
        )
    return figures
