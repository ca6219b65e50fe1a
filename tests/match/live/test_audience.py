"""What many spectators of one table receive, and what that costs everyone else."""

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from pathlib import Path

import pytest

from dicehall.game import new_game
from dicehall.match.bus.protocol import Bus, MemoryBus, News, Present, Reaction, VersionReached
from dicehall.match.bus.redis import RedisBus
from dicehall.match.bus.workers import WorkerBus
from dicehall.match.live import audience, presence
from dicehall.match.live.audience import follow_match
from dicehall.match.live.presence import Presence
from dicehall.match.match import Match
from dicehall.match.service import Matches
from dicehall.match.store.sqlite import SqliteStore
from support.contests import ANN, BOB, move_in
from support.places import REDIS, need

BONES = new_game("knucklebones")
CROWD = 60


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audience, "LEAST_PAUSE_SECONDS", 0.02)
    monkeypatch.setattr(audience, "MOST_UPDATES_PER_SECOND", 100_000)


class Watcher:
    """Somebody whose page is open."""

    def __init__(self, service: Matches, match: Match, viewer: str) -> None:
        self.heard: list[Match | Reaction | Presence] = []
        self._task = asyncio.create_task(self._listen(service, match, viewer))

    async def _listen(self, service: Matches, match: Match, viewer: str) -> None:
        async with aclosing(follow_match(service, match.id, match.version, viewer)) as news:
            async for one in news:
                self.heard.append(one)

    @property
    def presence(self) -> Presence:
        told = [one for one in self.heard if isinstance(one, Presence)]
        return told[-1] if told else Presence()

    async def leave(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)


async def until(come: Callable[[], bool]) -> None:
    async with asyncio.timeout(120):
        while not come():
            await asyncio.sleep(0.01)


class CountingBus(MemoryBus):
    """Remembers everything that was published."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[News] = []

    async def publish(self, match_id: str, news: News) -> None:
        self.said.append(news)
        await super().publish(match_id, news)


def with_service(path: Path, play: Callable[[Matches, CountingBus], Awaitable[None]]) -> None:
    async def run() -> None:
        bus = CountingBus()
        service = Matches(SqliteStore.at(path / "m.db"), bus, pace=0)
        try:
            await play(service, bus)
        finally:
            await service.close()

    asyncio.run(run())


def test_an_idle_crowd_sends_one_message_per_heartbeat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audience, "HEARTBEAT_SECONDS", 0.1)

    async def play(service: Matches, bus: CountingBus) -> None:
        match = await service.open(BONES, [ANN, BOB])
        crowd = [Watcher(service, match, f"guest {n}") for n in range(CROWD)]
        await until(lambda: all(one.presence.watchers == CROWD for one in crowd))
        told = [len(one.heard) for one in crowd]
        before = len(bus.said)
        await until(lambda: len(bus.said) >= before + 5)
        assert [len(one.heard) for one in crowd] == told
        assert set(bus.said[before:]) <= {bus.said[-1]}  # its own word, and no other
        assert isinstance(bus.said[-1], Present)
        assert bus.watched() == [match.id]
        for one in crowd:
            await one.leave()
        assert bus.watched() == []
        assert bus.said[-1] == Present(bus.said[before].process, (), 0)  # type: ignore[union-attr]

    with_service(tmp_path, play)


def test_every_spectator_gets_a_move_and_a_reaction(tmp_path: Path) -> None:
    async def play(service: Matches, bus: CountingBus) -> None:
        match = await service.open(BONES, [ANN, BOB])
        crowd = [Watcher(service, match, f"guest {n}") for n in range(CROWD)]
        ann = Watcher(service, match, "guest-a")
        await until(lambda: ann.presence.watchers == CROWD)
        reaction = Reaction(0, "luck")
        await bus.publish(match.id, reaction)
        after = await service.do(match.id, move_in(match, "column 1"))
        everybody = [ann, *crowd]
        await until(lambda: all(after in one.heard for one in everybody))
        await until(lambda: all(reaction in one.heard for one in everybody))
        for one in everybody:
            assert one.heard.count(reaction) == one.heard.count(after) == 1
            await one.leave()

    with_service(tmp_path, play)


def test_old_versions_wake_no_watcher(tmp_path: Path) -> None:
    async def play(service: Matches, bus: CountingBus) -> None:
        match = await service.open(BONES, [ANN, BOB])
        async with service.audiences.join(match.id, "") as (watched, inbox):
            watched.reach(match.version)
            inbox.news.clear()
            for version in range(match.version + 1):  # as a process says that looks for itself
                bus.deliver(match.id, VersionReached(version))
            assert not inbox.news.is_set()
            bus.deliver(match.id, VersionReached(match.version + 1))
            assert inbox.news.is_set()

    with_service(tmp_path, play)


@asynccontextmanager
async def two_buses(kind: str) -> AsyncIterator[tuple[Bus, Bus]]:
    """What connects two processes."""
    match kind:
        case "memory":
            bus = MemoryBus()
            yield bus, bus
        case "workers":
            one, two = map(WorkerBus, socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM))
            yield one, two
        case "redis":
            need("Redis", REDIS)
            here, there = await RedisBus.at(REDIS), await RedisBus.at(REDIS)
            await until(lambda: here.connected and there.connected)
            yield here, there


@pytest.mark.parametrize(
    "kind", ["memory", "workers", pytest.param("redis", marks=pytest.mark.database)]
)
def test_spectators_of_other_processes_count_until_they_leave_or_it_dies(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audience, "HEARTBEAT_SECONDS", 0.1)
    monkeypatch.setattr(presence, "GONE_SECONDS", 1.0)
    monkeypatch.setattr(presence, "AWAY_SECONDS", 0.5)

    async def run() -> None:
        async with AsyncExitStack() as stack:
            buses = await stack.enter_async_context(two_buses(kind))
            stores = [SqliteStore.at(tmp_path / "m.db") for _ in range(2)]
            one, two = (
                Matches(store, bus, pace=0, alone=False)
                for store, bus in zip(stores, buses, strict=True)
            )
            match = await one.open(BONES, [ANN, BOB])
            ann = Watcher(one, match, "guest-a")
            others = [Watcher(two, match, viewer) for viewer in ("guest-b", "guest-c", "guest-d")]
            await until(lambda: ann.presence == Presence({}, 2, (0, 1)) == others[0].presence)
            await others.pop().leave()
            await until(lambda: ann.presence == Presence({}, 1, (0, 1)))
            # The other process falls silent, as if it had been killed.
            monkeypatch.setattr(two, "bus", MemoryBus())
            await until(lambda: list(ann.presence.away) == [1] and not ann.presence.watchers)
            for watcher in (ann, *others):
                await watcher.leave()
            await one.close()
            await two.close()
            await buses[1].close()

    asyncio.run(run())
