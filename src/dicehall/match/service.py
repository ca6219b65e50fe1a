"""The matches of this house: opened, seen, played and watched. Kept before shown."""

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncGenerator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice

from dicehall.match import dice
from dicehall.match.bus import Bus, Latest, Version
from dicehall.match.coach import Coach
from dicehall.match.commands import Chances, Command, PlayMove, TakeSeat, decide
from dicehall.match.computers import Computers
from dicehall.match.events import Event, MatchOpened
from dicehall.match.match import Computer, Match, extend, fold
from dicehall.match.sealing import Sealed
from dicehall.match.store import Overtaken, Store, with_computers
from dicehall.match.tally import Tally
from dicehall.refused import (
    MatchOver,
    NotYourTurn,
    PromiseSpent,
    StaleVersion,
    UnknownMatch,
)
from dicehall.rules import AnyGame, Die, Roll

MOST_IN_MEMORY = 10_000
"""Matches; a long one takes 24 kB."""

log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Table:
    """A match in memory: its newest version, its secret, and the order in which it is spoken to."""

    match: Match
    secret: str
    order: asyncio.Lock = field(default_factory=asyncio.Lock)
    computer: "asyncio.Task[None] | None" = None

    def chances(self) -> Chances:
        return Chances(self.throw, self.secret, time.time())

    def throw(self, match: Match, asked: tuple[Die, ...]) -> Roll:
        return dice.throw(self.secret, match.id, match.words, match.rolls, asked)


class Matches:
    """One per process. `pace` is how many seconds a computer player takes for a move."""

    def __init__(self, store: Store, bus: Bus, pace: float = 0.9) -> None:
        self.store = store
        self.bus = bus
        self.pace = pace
        self.computers = Computers()
        self.coach = Coach(self.computers)
        self.tally = Tally(store)
        self._tables: OrderedDict[str, _Table] = OrderedDict()

    async def start(self) -> None:
        """Let the computer players go on where they were when the house last closed.

        Those of older matches, most of them left by their guests, go on when somebody looks.
        """
        for line in await self.store.list(with_computers()):
            self._wake_computer(await self._table(line.match_id))

    async def close(self) -> None:
        """Let go of everything; what was acknowledged is kept already."""
        for table in self._tables.values():
            if table.computer:
                table.computer.cancel()
        self.coach.close()
        self.computers.close()
        await self.tally.close()
        await self.store.close()

    async def open(
        self, game: AnyGame, sitting: Sequence[TakeSeat] = (), sealed: Sealed | None = None
    ) -> Match:
        """A new match, with those who sit down at once; its dice may have been promised before."""
        sealed = sealed or Sealed.fresh()
        opened = MatchOpened(
            game.name, game.seats, game.options, sealed.promise, round(time.time(), 3)
        )
        table = _Table(fold(sealed.match_id, [opened]), sealed.secret)
        events: list[Event] = [opened]
        for command in sitting:
            happened = decide(table.match, command, table.chances())
            table.match = extend(table.match, happened)
            events += happened
        try:
            await self.store.open(sealed.match_id, sealed.secret, events)
        except Overtaken:
            raise PromiseSpent(
                "the dice promised here are in play already: take a new promise, and other words"
            ) from None
        self._remember(table)
        self._wake_computer(table)
        return table.match

    async def see(self, match_id: str, version: int = 0) -> Match:
        """A match as it is now, read again if it is known to have reached a newer `version`."""
        table = await self._table(match_id, version)
        self._wake_computer(table)
        return table.match

    async def do(self, match_id: str, command: Command) -> Match:
        """Carry out a command and return the match after it; refused commands change nothing."""
        seen = command.version if isinstance(command, PlayMove) else 0
        table = await self._table(match_id, seen)
        # A caller that goes away must not leave a commit half told.
        return await asyncio.shield(self._do(table, command))

    async def watch(self, match_id: str, version: int) -> AsyncGenerator[Match, None]:
        """Every newer state of a match from `version` on; a slow watcher skips to the newest."""
        latest = Latest()
        stop = self.bus.listen(match_id, latest.hear)
        try:
            while True:
                heard = max(version, latest.version)
                match = await self.see(match_id, heard)
                if match.version > version:
                    version = match.version
                    yield match
                if match.result:
                    return
                await latest.newer_than(max(version, heard))
        finally:
            stop()

    async def _do(self, table: _Table, command: Command) -> Match:
        async with table.order:
            while True:
                events = decide(table.match, command, table.chances())
                if not events:
                    return table.match
                try:
                    await self.store.append(table.match.id, table.match.version, events)
                    break
                except Overtaken:  # another process moved first: look again
                    table.match = await self._load(table.match.id)
            match = table.match = extend(table.match, events)
            self._remember(table)  # it may have been let go of just before its turn to speak
        await self.bus.publish(match.id, Version(match.version))
        self._wake_computer(table)
        return match

    async def _table(self, match_id: str, version: int = 0) -> _Table:
        """The table of a match; read again if another process has taken it to `version`."""
        table = self._tables.get(match_id)
        if table is None:
            kept = await self.store.load(match_id)
            if kept is None:
                raise UnknownMatch("there is no such match")
            # Somebody else may have loaded it meanwhile: there is one table for a match.
            table = self._tables.get(match_id) or _Table(fold(match_id, kept.events), kept.secret)
        self._remember(table)
        if table.match.version < version:
            async with table.order:
                if table.match.version < version:
                    table.match = await self._load(match_id)
        return table

    async def _load(self, match_id: str) -> Match:
        kept = await self.store.load(match_id)
        assert kept
        return fold(match_id, kept.events)

    def _remember(self, table: _Table) -> None:
        """Keep a table in memory, and let go of those that have rested longest."""
        self._tables[table.match.id] = table
        self._tables.move_to_end(table.match.id)
        too_many = max(0, len(self._tables) - MOST_IN_MEMORY)
        for oldest in list(islice(self._tables.values(), too_many)):
            if oldest.order.locked() or oldest.computer:
                self._tables.move_to_end(oldest.match.id)
            else:
                del self._tables[oldest.match.id]

    def _wake_computer(self, table: _Table) -> None:
        if table.computer is None and self._level_to_move(table.match):
            table.computer = asyncio.create_task(self._play_computer(table))

    async def _play_computer(self, table: _Table) -> None:
        """Play a computer's seat until a person is to move or the match is over."""
        try:
            while level := self._level_to_move(table.match):
                match = table.match
                choice = self.computers.choose(match.game, match.state, level)
                move, _ = await asyncio.gather(choice, asyncio.sleep(self.pace))
                command = PlayMove(Computer(), move, match.version, secrets.token_hex(8))
                with suppress(StaleVersion, NotYourTurn, MatchOver):  # it went on meanwhile
                    await self._do(table, command)
        except Exception:
            log.exception("the computer player of match %s stopped", table.match.id)
        finally:
            table.computer = None

    def _level_to_move(self, match: Match) -> str:
        """The level of the computer player to move; empty if a person is, or nobody."""
        if match.to_move is None:
            return ""
        seat = match.seats[match.to_move]
        assert seat
        return seat.level
