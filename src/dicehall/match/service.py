"""The matches of this house: opened, seen, played and watched. Kept before shown."""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing, suppress
from itertools import islice

from dicehall.game import AnyGame
from dicehall.game.refused import (
    PromiseSpent,
    Refused,
    StoreUnreachable,
    UnknownMatch,
)
from dicehall.match.bus.protocol import Bus, Version
from dicehall.match.bus.resync import look_out
from dicehall.match.commands import (
    Chances,
    Command,
    LookAtTime,
    PlayMove,
    TakeSeat,
    carry_out,
)
from dicehall.match.dice.commitment import Sealed
from dicehall.match.dice.tally import Tally
from dicehall.match.events import Event, MatchOpened
from dicehall.match.live.coach import Coach
from dicehall.match.live.computer_seats import ComputerSeats
from dicehall.match.live.deadlines import Bells
from dicehall.match.live.live_match import Table
from dicehall.match.live.lobby import Lobby
from dicehall.match.live.thinking import Computers
from dicehall.match.live.watching import attend
from dicehall.match.match import Match, extend, fold
from dicehall.match.metrics import APPEND_SECONDS, REFUSALS, carried_out
from dicehall.match.rooms import Terms, new_code
from dicehall.match.store.protocol import Overtaken, Store, with_computers
from dicehall.match.time_limits import due_at

MOST_IN_MEMORY = 10_000
"""Matches; a long one takes 24 kB."""

RETRY_SECONDS = 1.0

NO_TERMS = Terms()
CODES_DRAWN = 5

log = logging.getLogger(__name__)


class Matches:
    """One per process. `pace` is how many seconds a computer player takes for a move; `alone`
    says that no other process writes to the store, so that what is in memory is true."""

    def __init__(
        self,
        store: Store,
        bus: Bus,
        pace: float = 0.9,
        *,
        alone: bool = True,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.store = store
        self.bus = bus
        self.alone = alone
        self.now = now
        self.since = now()
        self.computers = Computers()
        self.coach = Coach(self.computers)
        self.tally = Tally(store)
        self.lobby = Lobby(store, bus, now)
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._bells = Bells(now, self._look_at_time)
        self.computer_seats = ComputerSeats(
            lambda *asked: self.computers.choose(*asked), self._persist, self._catch_up, pace
        )
        self._abandoned: set[asyncio.Task[None]] = set()
        self._lookout: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Let the computer players go on where they were when the house last closed.

        Those of older matches, most of them left by their guests, go on when somebody looks.
        """
        self.lobby.open()
        if not self.alone:
            self._lookout = asyncio.create_task(look_out(self.store, self.bus))
        for line in await self.store.list(with_computers()):
            self.computer_seats.wake(await self._table(line.match_id), left=not self.alone)

    async def close(self) -> None:
        """Finish what has begun and let go of everything; what was acknowledged is kept already."""
        if self._lookout:
            self._lookout.cancel()
        playing = [table.computer for table in self._tables.values() if table.computer]
        for computer in playing:
            computer.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        await self._bells.close()
        self.lobby.close()
        self.coach.close()
        await asyncio.gather(*self._abandoned)
        self.computers.close()
        await self.tally.close()
        await self.store.close()
        await self.bus.close()

    async def open(
        self,
        game: AnyGame,
        sitting: Sequence[TakeSeat] = (),
        sealed: Sealed | None = None,
        *,
        terms: Terms = NO_TERMS,
    ) -> Match:
        """A new match, with those who sit down at once; its dice may have been promised before."""
        sealed = sealed or Sealed.fresh()
        # Another table may have the code that was drawn: then another is.
        for _ in range(CODES_DRAWN if terms.by_link else 1):
            with suppress(Overtaken):
                return await self._open(game, sitting, sealed, terms)
        raise PromiseSpent(
            "the dice promised here are in play already: take a new promise, and other words"
        )

    async def _open(
        self, game: AnyGame, sitting: Sequence[TakeSeat], sealed: Sealed, terms: Terms
    ) -> Match:
        opened = MatchOpened(
            game.name,
            game.seats,
            game.options,
            sealed.promise,
            round(self.now(), 3),
            new_code() if terms.by_link else "",
            terms.public,
            terms.clock,
        )
        table = Table(fold(sealed.match_id, [opened]), sealed.secret)
        events: list[Event] = [opened]
        for command in sitting:
            happened, table.match = carry_out(table.match, command, self._chances(table))
            events += happened
        await self.store.open(sealed.match_id, sealed.secret, events)
        self._remember(table)
        self._wake(table)
        return table.match

    async def see(self, match_id: str, version: int | None = None) -> Match:
        """A match as it is now; with a `version`, as it was when it had got so far, or later."""
        table = await self._table(match_id, version)
        self._wake(table, left=not self.alone)
        return table.match

    async def do(self, match_id: str, command: Command) -> Match:
        """Carry out a command and return the match after it; refused commands change nothing."""
        seen = command.version if isinstance(command, PlayMove) else None
        try:
            match = await self._carry_out(await self._table(match_id, seen), command)
        except Refused as refusal:
            REFUSALS.labels(refusal.code).inc()
            raise
        carried_out(type(command).__name__).inc()
        return match

    async def watch(self, match_id: str, version: int) -> AsyncGenerator[Match, None]:
        """Every newer state of a match from `version` on; a slow watcher skips to the newest."""
        async with aclosing(attend(self, match_id, version)) as heard:
            async for news in heard:
                if isinstance(news, Match):
                    yield news

    async def _carry_out(self, table: Table, command: Command) -> Match:
        try:
            async with table.order:
                match = await self._decide(table, command)
                table.advance(match)
                self._remember(table)  # it may have been let go of just before its turn to speak
        except asyncio.CancelledError:
            # Whoever asked has gone away, but it may be kept all the same: everybody must know.
            finishing = asyncio.create_task(self._finish(table, command))
            self._abandoned.add(finishing)
            finishing.add_done_callback(self._abandoned.discard)
            raise
        await self._tell(table)
        return match

    async def _finish(self, table: Table, command: Command) -> None:
        """Carry out a command whose caller has gone away. If it is kept already it is known by its
        id, or cannot be carried out again; either way the match is seen as it is now."""
        try:
            await self._carry_out(table, command)
        except Refused:
            await self._tell(table)

    async def _tell(self, table: Table) -> None:
        """Also of what was done before: whoever did it may have died before it could say so."""
        await self.bus.publish(table.match.id, Version(table.match.version))
        self._wake(table)

    async def _decide(self, table: Table, command: Command) -> Match:
        while True:
            match = table.match
            events, after = carry_out(match, command, self._chances(table))
            if not events:
                return match
            try:
                asked_at = time.perf_counter()
                await self.store.append(match.id, match.version, events)
                APPEND_SECONDS.observe(time.perf_counter() - asked_at)
                return after
            except Overtaken:  # another process moved first: look again
                await self._catch_up(table)
                assert table.match.version > match.version

    async def _table(self, match_id: str, version: int | None = None) -> Table:
        """The table of a match that is known to have reached `version`; without, as it is now."""
        table = self._tables.get(match_id)
        if table is None:
            kept = await self.store.load(match_id)
            if kept is None:
                raise UnknownMatch("there is no such match")
            # Somebody else may have loaded it meanwhile: there is one table for a match.
            table = self._tables.get(match_id) or Table(fold(match_id, kept.events), kept.secret)
        elif version is None and not self.alone and not table.match.settled:
            await self._catch_up(table)
        self._remember(table)
        if version is not None and table.match.version < version:
            async with table.order:
                if table.match.version < version:
                    await self._catch_up(table)
        return table

    async def _catch_up(self, table: Table) -> None:
        """Read what other processes have done."""
        match = table.match
        table.advance(extend(match, await self.store.since(match.id, match.version)))

    def _remember(self, table: Table) -> None:
        """Keep a table in memory, and let go of those that have rested longest."""
        self._tables[table.match.id] = table
        self._tables.move_to_end(table.match.id)
        too_many = len(self._tables) - MOST_IN_MEMORY
        for oldest in list(islice(self._tables.values(), too_many)) if too_many > 0 else ():
            if oldest.order.locked() or oldest.computer:
                self._tables.move_to_end(oldest.match.id)
            else:
                self._bells.silence(oldest.match.id)
                del self._tables[oldest.match.id]

    def _chances(self, table: Table) -> Chances:
        return Chances(table.throw, table.secret, self.now(), self.since)

    def _wake(self, table: Table, *, left: bool = False) -> None:
        """Let happen what happens by itself: a computer player's move, the end of the time."""
        self.computer_seats.wake(table, left=left)
        self._bells.set(table.match.id, due_at(table.match, self.since))

    async def _look_at_time(self, match_id: str) -> None:
        """Somebody's time may be up. Other processes may look as well: it is harmless."""
        try:
            table = await self._table(match_id)
            await self._persist(table, LookAtTime())
            self._wake(table)
        except Exception:
            log.exception("the time of match %s could not be looked at", match_id)

    async def _persist(self, table: Table, command: Command) -> None:
        """Carry out a command as soon as the store can be reached."""
        while True:
            try:
                await self._carry_out(table, command)
                return
            except StoreUnreachable:
                await asyncio.sleep(RETRY_SECONDS)
