import asyncio
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    invariant,
    rule,
    run_state_machine_as_test,
)

from dicehall.game import new_game
from dicehall.game.refused import Refused
from dicehall.match.bus.protocol import MemoryBus
from dicehall.match.commands import (
    CheckDeadline,
    Command,
    DeclineRematch,
    NameNextMatch,
    OfferRematch,
    PlayMove,
    Resign,
    TakeBack,
    TakeSeat,
    carry_out,
)
from dicehall.match.match import Match, extend, fold
from dicehall.match.service import Matches
from dicehall.match.time_limits import AnswerClaim, ClaimWin, Nudge, SetClock
from support.contests import NOW, legal_moves, provable
from support.places import POSTGRES, FilePlace, Place, need, new_database

GAMES = st.sampled_from([("knucklebones", 2), ("fune", 1), ("sparkle", 1), ("knuckles", 2)])
HOLDERS = st.sampled_from(["guest-a", "guest-b", "guest-c", "computer", ""])
NAMES = st.sampled_from(["Ann", "Bob", "bob", "", "x" * 21])


class Watcher:
    """A spectator who watches until the match ends or the service closes."""

    def __init__(self, service: Matches, match: Match) -> None:
        self.match_id, self.first = match.id, match.version
        self.seen: list[Match] = []
        self.task = asyncio.ensure_future(self._watch(service))

    async def _watch(self, service: Matches) -> None:
        async for match in service.watch(self.match_id, self.first):
            self.seen.append(match)


@contextmanager
def new_folder() -> Iterator[Place]:
    with tempfile.TemporaryDirectory() as folder:
        yield FilePlace(Path(folder))


class ServiceMachine(RuleBasedStateMachine):
    """The service with its memory, its file and its restarts, against the fold of the log."""

    matches = Bundle("matches")
    commands = Bundle("commands")
    new_place = staticmethod(new_folder)

    def __init__(self) -> None:
        super().__init__()
        random = Random(1)
        self.luck = patch("secrets.token_hex", lambda size: random.randbytes(size).hex())
        self.luck.start()
        self.leaving = ExitStack()
        self.place = self.leaving.enter_context(self.new_place())
        self.runner = asyncio.Runner()
        self.bus = MemoryBus()
        self.now = NOW
        self.model: dict[str, tuple[Match, str]] = {}
        self.watchers: list[Watcher] = []
        self.service = self.runner.run(self.new_service())

    async def new_service(self) -> Matches:
        store = await self.place.open()
        return Matches(store, self.bus, 0, now=lambda: self.now, monotonic=lambda: self.now)

    async def kept(self, match_id: str) -> tuple[Match, str]:
        kept = await self.service.store.load(match_id)
        assert kept
        return fold(match_id, kept.events), kept.secret

    @rule(target=matches, game=GAMES)
    def open(self, game: tuple[str, int]) -> str:
        match = self.runner.run(self.service.open(new_game(*game)))
        self.model[match.id] = self.runner.run(self.kept(match.id))
        assert self.model[match.id][0] == match
        return match.id

    @rule(target=commands, match_id=matches, seat=st.integers(-1, 2), name=NAMES, holder=HOLDERS)
    def take_seat(self, match_id: str, seat: int, name: str, holder: str) -> Any:
        return self.command(match_id, TakeSeat(seat, name, holder))

    @rule(match_id=matches)
    def fill(self, match_id: str) -> None:
        for seat, taken in enumerate(self.model[match_id][0].seats):
            if not taken:
                self.command(match_id, TakeSeat(seat, f"Guest {seat}", f"guest-{'ab'[seat]}"))

    @rule(target=commands, match_id=matches, pick=st.integers(0, 99), count=st.integers(1, 12))
    def move(self, match_id: str, pick: int, count: int) -> Any:
        sent: Any = match_id, Resign("nobody", "")
        for step in range(count):
            match = self.model[match_id][0]
            if match.to_move is not None:
                seat = match.seats[match.to_move]
                assert seat
                moves = legal_moves(match)
                move, command_id = moves[(pick + step) % len(moves)], f"{match.version}"
                command = PlayMove(seat.holder, move, match.version, command_id)
                sent = self.command(match_id, command)
        return sent

    @rule(
        target=commands,
        match_id=matches,
        holder=HOLDERS,
        move=st.sampled_from(["column 1", "column 4", "keep", "fizzle", "", "🎲"]),
        off=st.sampled_from([0, 0, 0, -1, 1, 1000]),
        command_id=st.sampled_from(["", "x", "y", "0"]),
    )
    def try_move(self, match_id: str, holder: str, move: str, off: int, command_id: str) -> Any:
        version = self.model[match_id][0].version + off
        return self.command(match_id, PlayMove(holder, move, version, command_id))

    @rule(
        target=commands,
        match_id=matches,
        holder=HOLDERS,
        off=st.sampled_from([0, 0, 0, -1, 1]),
        command_id=st.sampled_from(["", "", "b", "x"]),
    )
    def take_back(self, match_id: str, holder: str, off: int, command_id: str) -> Any:
        version = self.model[match_id][0].version + off
        return self.command(match_id, TakeBack(holder, version, command_id))

    @rule(target=commands, match_id=matches, holder=HOLDERS, command_id=st.sampled_from("rx"))
    def resign(self, match_id: str, holder: str, command_id: str) -> Any:
        return self.command(match_id, Resign(holder, command_id))

    @rule(seconds=st.sampled_from([1.0, 60.0, 200.0]))
    def wait(self, seconds: float) -> None:
        self.now += seconds

    @rule(
        target=commands,
        match_id=matches,
        holder=HOLDERS,
        ask=st.sampled_from([ClaimWin, AnswerClaim, Nudge, SetClock, OfferRematch, DeclineRematch]),
    )
    def ask_beside_the_game(self, match_id: str, holder: str, ask: Any) -> Any:
        return self.command(match_id, ask(holder))

    @rule(match_id=matches)
    def leave_the_table(self, match_id: str) -> None:
        """One claims the win, the other does not come back."""
        match = self.model[match_id][0]
        waits = "ab"[1 - match.to_move] if match.to_move is not None else "a"
        self.now += 200
        self.command(match_id, ClaimWin(f"guest-{waits}"))
        self.now += 200
        self.command(match_id, CheckDeadline())
        self.command(match_id, OfferRematch(f"guest-{waits}"))
        self.command(match_id, NameNextMatch("next"))

    @rule(sent=commands)
    def send_again(self, sent: Any) -> None:
        self.command(*sent)

    @rule(sent=consumes(commands), times=st.integers(2, 4))
    def send_several_at_once(self, sent: Any, times: int) -> None:
        match_id, command = sent
        self.command(match_id, command, times)

    @rule(match_id=matches)
    def watch(self, match_id: str) -> None:
        async def start() -> Watcher:
            return Watcher(self.service, self.model[match_id][0])

        self.watchers.append(self.runner.run(start()))

    @rule()
    def restart(self) -> None:
        self.runner.run(self.leave())
        self.service = self.runner.run(self.new_service())

    def command(self, match_id: str, command: Command, times: int = 1) -> tuple[str, Command]:
        """Send a command several times at once; the service must respond as the model does."""

        async def send() -> list[Any]:
            sent = (self.service.do(match_id, command) for _ in range(times))
            return await asyncio.gather(*sent, return_exceptions=True)

        answers = self.runner.run(send())
        for answer, due in zip(answers, self.expect(match_id, command, times), strict=True):
            assert answer == due if isinstance(due, Match) else type(answer) is due
        return match_id, command

    def expect(
        self, match_id: str, command: Command, times: int
    ) -> Iterator[Match | type[Refused]]:
        """The model's answers: the match after the command, or the kind of its refusal."""
        for _ in range(times):
            match, secret = self.model[match_id]
            try:
                circumstances = replace(
                    provable(secret), now=self.now, since=self.service.clock.since
                )
                match = extend(match, carry_out(match, command, circumstances)[0])
                self.model[match_id] = match, secret
                yield match
            except Refused as refused:
                yield type(refused)

    @invariant()
    def house_file_and_model_agree(self) -> None:
        async def check() -> None:
            for match_id, (match, secret) in self.model.items():
                assert await self.service.see(match_id) == match
                assert await self.kept(match_id) == (match, secret)

        self.runner.run(check())

    async def leave(self) -> None:
        """Close the service; every spectator has seen all events in order."""
        for watcher in self.watchers:
            match = self.model[watcher.match_id][0]
            if match.result:
                await asyncio.wait_for(watcher.task, timeout=60)
            watcher.task.cancel()
            versions = [seen.version for seen in watcher.seen]
            assert versions == sorted(set(versions))
            if match.result:  # which is the last that they hear; somebody may play on from there
                assert {seen.result for seen in watcher.seen[-1:]} <= {match.result}
            else:
                assert watcher.seen[-1:] == [match] * (match.version > watcher.first)
        await asyncio.gather(*(watcher.task for watcher in self.watchers), return_exceptions=True)
        self.watchers.clear()
        assert not self.bus._listeners
        await self.service.close()

    def teardown(self) -> None:
        self.runner.run(self.leave())
        self.runner.close()
        self.leaving.close()
        self.luck.stop()


class ServiceOnPostgres(ServiceMachine):
    new_place = staticmethod(new_database)


@pytest.mark.parametrize(
    ("machine", "examples"),
    [(ServiceMachine, 15), pytest.param(ServiceOnPostgres, 5, marks=pytest.mark.database)],
)
def test_the_service_is_the_fold_of_its_log(machine: type[ServiceMachine], examples: int) -> None:
    if machine is ServiceOnPostgres:
        need("PostgreSQL", POSTGRES)
    chosen = settings(
        derandomize=True,
        database=None,
        deadline=None,
        max_examples=examples,
        stateful_step_count=25,
    )
    run_state_machine_as_test(machine, settings=chosen)
