"""Clock jumps and suspended machines end no match and block none."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from dicehall.game import new_game
from dicehall.match import server_clock
from dicehall.match.bus.protocol import MemoryBus
from dicehall.match.commands import CheckDeadline, ClaimWin
from dicehall.match.match import Match
from dicehall.match.rooms import Terms
from dicehall.match.server_clock import GAP_SECONDS, ServerClock
from dicehall.match.service import Matches
from dicehall.match.store.sqlite import SqliteStore
from dicehall.match.time_limits import ANSWER_SECONDS, GRACE_SECONDS, RETURN_SECONDS
from support.contests import ANN, BOB, NOW

BONES = new_game("knucklebones")
HOUR = 3600.0
CLOCK = 60


@dataclass
class Clocks:
    """The time of day, and a stopwatch."""

    day: float = NOW
    watch: float = 0.0

    def pass_by(self, seconds: float) -> None:
        self.day += seconds
        self.watch += seconds


@pytest.fixture
def clocks() -> Clocks:
    return Clocks()


@pytest.fixture
def clock(clocks: Clocks) -> ServerClock:
    return ServerClock(lambda: clocks.day, lambda: clocks.watch)


def test_normal_time_is_not_a_clock_jump(clocks: Clocks, clock: ServerClock) -> None:
    for seconds in (0.1, 1, HOUR, 24 * HOUR):
        clocks.pass_by(seconds)
        clocks.day += 0.9  # a clock that is slowly put right
        assert clock.now() == clocks.day
    assert clock.since == NOW


@pytest.mark.parametrize("jump", [HOUR, -HOUR, 3.0, -3.0])
def test_a_clock_that_is_set_is_noticed(clocks: Clocks, clock: ServerClock, jump: float) -> None:
    clocks.pass_by(100)
    clock.now()
    clocks.pass_by(10)
    clocks.day += jump
    assert clock.now() == clock.since == NOW + 110 + jump
    clocks.pass_by(10)
    assert clock.now() == clock.since + 10


def test_a_suspended_process_notices_on_resume(
    clocks: Clocks, clock: ServerClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_clock, "TICK_SECONDS", 1000)

    async def stop() -> None:
        ticking = asyncio.create_task(clock.keep_ticking())
        await asyncio.sleep(0)
        clocks.pass_by(GAP_SECONDS)
        clock.now()
        assert clock.since == NOW
        clocks.pass_by(1)
        clock.now()
        assert clock.since == clocks.day  # whoever comes first, not only the tick
        clocks.pass_by(1)
        clock.now()
        assert clock.since == clocks.day - 1
        ticking.cancel()

    asyncio.run(stop())


def with_service(
    path: Path, clocks: Clocks, terms: Terms, play: Callable[[Matches, Match], Awaitable[None]]
) -> None:
    async def run() -> None:
        store = SqliteStore.at(path / "m.db")
        service = Matches(
            store, MemoryBus(), 0, now=lambda: clocks.day, monotonic=lambda: clocks.watch
        )
        try:
            await play(service, await service.open(BONES, [ANN, BOB], terms=terms))
        finally:
            await service.close()

    asyncio.run(run())


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_a_jump_forfeits_no_match_and_hangs_none(
    tmp_path: Path, clocks: Clocks, jump: float
) -> None:
    async def with_clock(service: Matches, match: Match) -> None:
        clocks.day += jump
        for _ in range(RETURN_SECONDS):
            assert not (await service.do(match.id, CheckDeadline())).result
            clocks.pass_by(1)
        clocks.pass_by(CLOCK + GRACE_SECONDS)
        assert (await service.do(match.id, CheckDeadline())).result

    with_service(tmp_path, clocks, Terms(clock=CLOCK), with_clock)


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_a_claim_outlives_a_jump(tmp_path: Path, clocks: Clocks, jump: float) -> None:
    async def claim(service: Matches, match: Match) -> None:
        clocks.pass_by(200)
        await service.do(match.id, ClaimWin("guest-b"))
        clocks.day += jump
        for _ in range(RETURN_SECONDS):
            assert not (await service.do(match.id, CheckDeadline())).result
            clocks.pass_by(1)
        clocks.pass_by(ANSWER_SECONDS)
        assert (await service.do(match.id, CheckDeadline())).result

    with_service(tmp_path, clocks, Terms(), claim)
