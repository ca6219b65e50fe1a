"""The match service: opens, plays and follows matches. Every event is stored before it is shown."""

import asyncio
import logging
import sys
import time
from collections.abc import AsyncGenerator, Callable, Collection, Iterable, Sequence
from contextlib import aclosing, suppress
from functools import partial
from itertools import groupby
from operator import itemgetter

from dicehall.game import AnyGame
from dicehall.game.messages import translatable
from dicehall.game.refused import (
    PromiseSpent,
    Refused,
    StoreUnreachable,
    StoreUnusable,
    UnknownMatch,
)
from dicehall.match.background import Offload, cancel_all, in_thread, retry, start_supervised
from dicehall.match.bus.protocol import Bus, StoringFailed, VersionReached
from dicehall.match.commands import (
    CheckDeadline,
    Circumstances,
    Command,
    PlayMove,
    RevealSeed,
    TakeBack,
    TakeSeat,
    carry_out,
)
from dicehall.match.dice.by_slot import BY_SLOT
from dicehall.match.dice.commitments import CommittedDice
from dicehall.match.events import MatchEvent, MatchEvents, MatchOpened, decode
from dicehall.match.figures import MatchReader
from dicehall.match.live.audience import Audiences, follow_match
from dicehall.match.live.computer_seats import ComputerSeats, choice_seed, guest_of
from dicehall.match.live.deadlines import Deadlines
from dicehall.match.live.live_matches import LiveMatch, LiveMatches
from dicehall.match.live.lobby import Lobby
from dicehall.match.live.resync import follow_edits, resync_watchers
from dicehall.match.live.slow_matches import SlowMatches
from dicehall.match.match import Match, extend, fold
from dicehall.match.metrics import APPEND_SECONDS, COMMANDS, REFUSALS
from dicehall.match.networks import GuestNetworks, Party
from dicehall.match.own_dice import EnterRoll
from dicehall.match.rooms import Terms, new_code
from dicehall.match.server_clock import ServerClock
from dicehall.match.store.lists import whole
from dicehall.match.store.protocol import Store, VersionConflict
from dicehall.match.thinking.coach import Coach
from dicehall.match.thinking.protocol import Thinking
from dicehall.match.time_limits import due_at

RETRY_SECONDS = 1.0
STORE_ERRORS = (StoreUnreachable, StoreUnusable)
VERSIONED = (PlayMove, EnterRoll, TakeBack)
"""The commands that name the version they were made for."""

NO_TERMS = Terms()
CODES_DRAWN = 5
NO_MATCH = translatable("there is no such match")
DELETED = sys.maxsize  # a version that no match reaches, so that every watcher reloads

log = logging.getLogger(__name__)


class Matches:
    """The matches of a process. Computer players take `pace` seconds per move. `alone` means that
    no other process writes to the store, so matches in memory are up to date. By default child
    processes think, and threads do other slow work."""

    def __init__(
        self,
        store: Store,
        bus: Bus,
        pace: float = 0.4,
        *,
        alone: bool = True,
        thinking: Thinking | None = None,
        offload: Offload = in_thread,
        now: Callable[[], float] = time.time,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.store = store
        self.bus = bus
        self.alone = alone
        self.clock = ServerClock(now, monotonic)
        self.now = self.clock.now
        self.thinking = thinking or _child_processes()
        self.offload = offload
        self.networks = GuestNetworks()
        self.coach = Coach(self.thinking, self.networks)
        self.reader = MatchReader(store, self.thinking, offload, self.now, alone=alone)
        self._slow_matches = SlowMatches(self.networks, self.peek, monotonic)
        self.lobby = Lobby(store, bus, self.networks, self.now)
        self.audiences = Audiences(self)
        self._deadlines = Deadlines(self.now, self._check_deadline)
        self._live = LiveMatches(self._deadlines.clear)
        self.computer_seats = ComputerSeats(self._choose, self._persist, self._catch_up, pace)
        self._abandoned: set[asyncio.Task[None]] = set()
        self._background: list[asyncio.Task[None]] = []
        self._closing = False
        self._broken: set[str] = set()
        """Matches that cannot be loaded and have been logged."""
        self.resuming: asyncio.Task[None] | None = None
        """Resumes computer players after a start; done once all matches have been checked."""

    async def start(self) -> None:
        """Start the background tasks and resume the computer players."""
        self.lobby.open()
        self._background.append(start_supervised("server clock", self.clock.keep_ticking))
        if not self.alone:
            resync = partial(resync_watchers, self.store, self.bus)
            self._background.append(start_supervised("resync", resync))
        seats, deferred = self.computer_seats, not self.alone
        resume = partial(seats.resume, self._find, self.store, deferred=deferred)
        self.resuming = start_supervised("resuming computer players", resume)
        follow = partial(follow_edits, self.store, self._reload)
        following = start_supervised("following the host's edits", follow)
        reading = start_supervised("reading finished matches", self.reader.run)
        self._background += [self.resuming, following, reading]

    async def close(self) -> None:
        """Finish running commands and release all resources."""
        self._closing = True
        playing = [live.computer for live in self._live.values() if live.computer]
        await cancel_all((*self._background, *playing))
        await self._deadlines.close()
        self.lobby.close()
        self.coach.close()
        await asyncio.gather(*self._abandoned)
        self.thinking.close()
        await self.store.close()
        await self.bus.close()

    async def open(
        self,
        game: AnyGame,
        sitting: Sequence[TakeSeat] = (),
        promised: CommittedDice | None = None,
        *,
        terms: Terms = NO_TERMS,
    ) -> Match:
        """Open a match and seat its first players. `promised` are dice that the server has already
        committed to; of own dice it promises nothing, and their seed only tosses the coin."""
        promised = promised or CommittedDice.fresh()
        # If another match has the room code that was drawn, draw again.
        for _ in range(CODES_DRAWN if terms.by_link else 1):
            with suppress(VersionConflict):
                return await self._open(game, sitting, promised, terms)
        raise PromiseSpent(
            translatable(
                "these dice are already in use: request a new promise, and use other words"
            )
        )

    async def _open(
        self, game: AnyGame, sitting: Sequence[TakeSeat], promised: CommittedDice, terms: Terms
    ) -> Match:
        opened = MatchOpened(
            game.name,
            game.seats,
            game.options,
            "" if terms.own_dice else promised.commitment,
            self.clock.timestamp(),
            new_code() if terms.by_link else "",
            terms.public,
            terms.clock,
            "coin" if terms.coin else "chosen",
            own_dice=terms.own_dice,
            dice_by=BY_SLOT if game.seats == 1 and not terms.own_dice else "",
        )
        return await self._begin(promised.match_id, promised.server_seed, opened, sitting)

    async def open_as(
        self, match_id: str, server_seed: str, opened: MatchOpened, sitting: Sequence[TakeSeat]
    ) -> Match:
        """Open a match under an id that was chosen for it. If it exists, an earlier click opened
        it."""
        with suppress(VersionConflict):
            return await self._begin(match_id, server_seed, opened, sitting)
        return await self.see(match_id)

    async def _begin(
        self, match_id: str, server_seed: str, opened: MatchOpened, sitting: Sequence[TakeSeat]
    ) -> Match:
        live = LiveMatch(fold(match_id, [opened]), server_seed)
        slow = self._slow_matches.opening(live.match.game, sitting)
        events: list[MatchEvent] = [opened]
        for command in sitting:
            happened, live.match = carry_out(live.match, command, self._circumstances(live))
            events += happened
        return await self._keep(live, events, slow)

    async def open_copy(
        self, match_id: str, server_seed: str, events: MatchEvents, sitting: Sequence[TakeSeat]
    ) -> Match:
        """Open a match that begins with these events. If it exists, an earlier click opened it."""
        live = LiveMatch(fold(match_id, events), server_seed)
        slow = self._slow_matches.opening(live.match.game, sitting)
        with suppress(VersionConflict):
            return await self._keep(live, events, slow)
        return await self.see(match_id)

    async def _keep(self, live: LiveMatch, events: MatchEvents, slow: Party | None) -> Match:
        """Store a new match and let it begin."""
        await self.store.open(live.match.id, live.secret, events)
        self._live.hold(live)
        if slow:
            self._slow_matches.add(live.match.id, slow)
        self._wake(live)
        return live.match

    async def see(self, match_id: str, version: int | None = None) -> Match:
        """The current match; with a `version`, any state at least that new."""
        live = await self._find(match_id, version)
        if live.match.may_reveal(self.now()):
            with suppress(*STORE_ERRORS):  # it is revealed the next time
                await self._carry_out(live, RevealSeed())
        self._wake(live, deferred=not self.alone)
        return live.match

    async def see_all(self, match_ids: Collection[str]) -> dict[str, Match]:
        """The current state of these matches, loaded with one query. A match that cannot be loaded
        is logged and skipped, so that it cannot break a list."""
        found = {one: self._live[one] for one in match_ids if one in self._live}
        if not self.alone:
            ids = [one for one, live in found.items() if not live.match.settled]
            now = await self.store.versions(ids) if ids else {}
            for one in ids:
                if found[one].match.version != now.get(one):
                    del found[one]
        missing = [one for one in match_ids if one not in found]
        rows = await self.store.ask(whole(missing)) if missing else []
        for loaded in await self.offload(self._fold_all, rows):
            live = found[loaded.match.id] = self._live.get(loaded.match.id) or loaded
            live.advance(loaded.match)
            self._live.hold(live)
        for one, live in found.items():
            if self._live.get(one) is live:  # it was not dropped while others were loaded
                self._live.move_to_end(one)
                self._wake(live, deferred=not self.alone)
        return {one: found[one].match for one in match_ids if one in found}

    def peek(self, match_id: str) -> Match | None:
        """The match if it is in memory."""
        live = self._live.get(match_id)
        return live.match if live else None

    async def do(self, match_id: str, command: Command) -> Match:
        """Carry out a command and return the updated match; a refused command changes nothing."""
        seen = command.version if isinstance(command, VERSIONED) else None
        try:
            match = await self._carry_out(await self._find(match_id, seen), command)
        except Refused as refusal:
            REFUSALS.inc(refusal.code)
            raise
        COMMANDS.inc(type(command).__name__)
        return match

    async def watch(self, match_id: str, version: int) -> AsyncGenerator[Match, None]:
        """Yield each state of a match newer than `version`; a slow reader gets only the newest."""
        async with aclosing(follow_match(self, match_id, version)) as updates:
            async for update in updates:
                if isinstance(update, Match):
                    yield update

    async def _carry_out(self, live: LiveMatch, command: Command) -> Match:
        try:
            async with live.lock:
                match = await self._decide(live, command)
                live.advance(match)
                self._live.hold(live)  # it may have been dropped while waiting for the lock
        except asyncio.CancelledError:
            # The caller has disconnected, but the command may be stored: finish and announce it.
            finishing = asyncio.create_task(self._finish(live, command))
            self._abandoned.add(finishing)
            finishing.add_done_callback(self._abandoned.discard)
            raise
        await self._announce(live)
        return match

    async def _finish(self, live: LiveMatch, command: Command) -> None:
        """Finish a command whose caller has disconnected. If it is already stored, it does nothing
        or is refused; either way the match ends up current."""
        try:
            await self._carry_out(live, command)
        except Refused:
            await self._announce(live)

    async def _announce(self, live: LiveMatch) -> None:
        """Publish the version, even if nothing changed: the process that changed the match may
        have died before it could announce it."""
        await self.bus.publish(live.match.id, VersionReached(live.match.version))
        self._wake(live)

    async def _decide(self, live: LiveMatch, command: Command) -> Match:
        while True:
            match = live.match
            events, after = carry_out(match, command, self._circumstances(live))
            if not events:
                return match
            started = time.perf_counter()
            try:
                await self.store.append(match.id, match.version, events)
                APPEND_SECONDS.observe(time.perf_counter() - started)
                if after.result and not match.result:
                    self.reader.wake()
                return after
            except VersionConflict as conflict:  # another process was faster: reload and retry
                await self._catch_up(live)
                if live.match.version == match.version:  # the host has deleted it
                    self._live.drop(live)
                    raise UnknownMatch(NO_MATCH) from conflict

    async def _find(self, match_id: str, version: int | None = None) -> LiveMatch:
        """The live match, at `version` or newer; without a `version`, at the current one."""
        live = self._live.get(match_id)
        if live is None:
            kept = await self.store.load(match_id)
            if kept is None:
                raise UnknownMatch(NO_MATCH)
            # Offloaded: a long match takes some milliseconds to fold.
            loaded = LiveMatch(await self.offload(fold, match_id, kept.events), kept.secret)
            # Another task may have loaded it meanwhile; there is only one live match per id.
            live = self._live.get(match_id) or loaded
        elif version is None and not self.alone and not live.match.settled:
            await self._catch_up(live)
        self._live.hold(live)
        if version is not None and live.match.version < version:
            async with live.lock:
                if live.match.version < version:
                    await self._catch_up(live)
        return live

    def _fold_all(self, rows: Iterable[tuple[str, str, bytes]]) -> list[LiveMatch]:
        """Fold the rows of a `whole` query, skipping matches that cannot be loaded."""
        loaded = []
        for match_id, stored in groupby(rows, itemgetter(0)):
            secrets, data = zip(*((secret, data) for _, secret, data in stored), strict=True)
            try:
                loaded.append(LiveMatch(fold(match_id, [*map(decode, data)]), secrets[0]))
            except Exception as error:
                if match_id not in self._broken:  # log once: lists are read often
                    self._broken.add(match_id)
                    why = error.reason if isinstance(error, Refused) else repr(error)
                    log.error("match %s cannot be loaded: %s", match_id, why)
        return loaded

    async def _catch_up(self, live: LiveMatch) -> None:
        """Apply the events that other processes have stored."""
        match = live.match
        live.advance(extend(match, await self.store.since(match.id, match.version)))

    async def _reload(self, match_id: str) -> None:
        """Reload a match that the host has changed or deleted, and notify its watchers."""
        version = (await self.store.versions([match_id])).get(match_id, DELETED)
        if live := self._live.get(match_id):
            async with live.lock:
                await self._catch_up(live)
            if version == DELETED:
                self._live.drop(live)
        self.bus.deliver(match_id, VersionReached(version))

    def _circumstances(self, live: LiveMatch) -> Circumstances:
        return Circumstances(live.secret, self.clock.timestamp(), self.clock.since)

    def _wake(self, live: LiveMatch, *, deferred: bool = False) -> None:
        """Start a computer player's turn and set the deadline, if any."""
        if self._closing:
            return
        self.computer_seats.wake(live, deferred=deferred)
        now = self.now()
        self._deadlines.set(live.match.id, due_at(live.match, self.clock.since, now))

    async def _choose(self, live: LiveMatch, level: str) -> str:
        match = live.match
        party, seed = self.networks.party(guest_of(match)), choice_seed(live.secret, match)
        return await self.thinking.choose(match.game, match.state, level, party, seed)

    async def _check_deadline(self, match_id: str) -> None:
        """Check a deadline. Other processes may do the same; the first to store wins."""
        with suppress(UnknownMatch):  # the host has deleted the match
            live = await retry(
                lambda: self._find(match_id), STORE_ERRORS, longest_pause=RETRY_SECONDS
            )
            await self._persist(live, CheckDeadline())

    async def _persist(self, live: LiveMatch, command: Command) -> None:
        """Carry out a command, retrying until it is stored; meanwhile the players see a notice."""

        async def attempt() -> None:
            try:
                await self._carry_out(live, command)
            except STORE_ERRORS:
                await self.bus.publish(live.match.id, StoringFailed())
                raise

        await retry(attempt, STORE_ERRORS, longest_pause=RETRY_SECONDS)


def _child_processes() -> Thinking:
    from dicehall.match.thinking.pool import ThinkingPool  # only where there are processes

    return ThinkingPool()
