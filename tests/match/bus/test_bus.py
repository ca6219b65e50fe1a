"""What every bus between processes promises, and what it may forget."""

import asyncio
import secrets
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from dicehall.game.refused import BusUnusable
from dicehall.match.bus import protocol
from dicehall.match.bus.protocol import (
    Bus,
    Envelope,
    MemoryBus,
    News,
    Present,
    Reaction,
    VersionReached,
    Waiting,
    decode_envelope,
    encode_envelope,
)
from dicehall.match.bus.redis import CHANNEL, RedisBus
from dicehall.match.bus.workers import WorkerBus, send_to
from support.places import REDIS, need
from support.wire import Wire

NEWS: list[News] = [
    VersionReached(7),
    Reaction(1, "thanks"),
    Present("there", (1,), 3),
    Waiting("m"),
]
M = secrets.token_hex(8)  # others may be using the same Redis


def test_news_crosses_from_one_machine_to_another() -> None:
    letter = Envelope("me", [("m", news) for news in NEWS])
    assert decode_envelope(encode_envelope(letter)) == letter


@asynccontextmanager
async def two_ends(kind: str) -> AsyncIterator[tuple[Bus, Bus]]:
    """Two processes that share a bus."""
    one: Bus
    two: Bus
    if kind == "redis":
        one, two = await RedisBus.at(REDIS), await RedisBus.at(REDIS)
        while not (one.connected and two.connected):
            await asyncio.sleep(0.01)
    else:
        one, two = map(WorkerBus, socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM))
    try:
        yield one, two
    finally:
        await one.close()
        await two.close()


@pytest.fixture(params=[pytest.param("redis", marks=pytest.mark.database), "workers"])
def kind(request: pytest.FixtureRequest) -> str:
    if request.param == "redis":
        need("Redis", REDIS)
    return str(request.param)


async def until(heard: list[News], count: int) -> None:
    async with asyncio.timeout(120):
        while len(heard) < count:
            await asyncio.sleep(0.001)


def test_every_subscriber_gets_every_message_once(kind: str) -> None:
    async def talk() -> None:
        async with two_ends(kind) as (one, two):
            here: list[News] = []
            there: list[News] = []
            one.listen(M, here.append)
            stop = two.listen(M, there.append)
            assert two.watched() == [M]
            for news in NEWS:
                await one.publish(M, news)
                await one.publish("another match", VersionReached(9))
            assert here == NEWS
            await until(there, len(NEWS))
            await two.publish(M, VersionReached(8))
            await until(here, len(NEWS) + 1)
            assert there == here == [*NEWS, VersionReached(8)]
            stop()
            assert two.watched() == []
            await one.publish(M, VersionReached(9))
            await two.publish(M, VersionReached(10))
            await until(here, len(NEWS) + 3)
            assert there == [*NEWS, VersionReached(8)]

    asyncio.run(talk())


ODD = [
    b"",
    b"\xff\x00 nothing that could be read",
    b"{}",
    b"[]",
    b'["somebody"]',
    b'[7,[["m",{"type":"VersionReached","version":1}]]]',
    b'["somebody",[["m"],["m",7],[null,{}],["m",{"type":"VersionReached"}]]]',
    b'["somebody",[["m",{"type":"VersionReached","version":"seven"}]]]',
]
"""What no server sends."""

NEWER = """["somebody",[
    ["%(m)s",{"type":"Thundered","loudness":3}],
    ["%(m)s",{"type":"VersionReached","version":5,"mood":"bright"}],
    ["%(m)s",{"type":"Reaction","seat":"both"}],
    ["%(m)s",{"type":"VersionReached","version":6}]
],"postscript"]"""
"""An envelope as a later version of the server may send it."""


def test_malformed_messages_are_skipped(kind: str, caplog: pytest.LogCaptureFixture) -> None:
    async def send(bus: Bus, data: bytes) -> None:
        if isinstance(bus, RedisBus):
            await bus._redis.publish(CHANNEL, data)
        elif isinstance(bus, WorkerBus):
            send_to(data, [bus._wire])

    async def talk() -> None:
        async with two_ends(kind) as (one, two):
            received: list[News] = []
            two.listen(M, received.append)
            for data in ODD * 2:
                await send(one, data)
            await send(one, (NEWER % {"m": M}).encode())
            await until(received, 2)
            await one.publish(M, VersionReached(7))
            await until(received, 3)
            assert received == [VersionReached(5), VersionReached(6), VersionReached(7)]

    protocol._reported.clear()
    asyncio.run(talk())
    logged = [record.message for record in caplog.records if "unreadable" in record.message]
    assert sum("Thundered" in line for line in logged) == 1
    assert len(logged) == len(set(logged)) > len(ODD)


def test_a_great_deal_of_news_is_gathered(kind: str) -> None:
    async def talk() -> None:
        async with two_ends(kind) as (one, two):
            there: list[News] = []
            two.listen(M, there.append)
            for version in range(5000):
                await one.publish(M, VersionReached(version))
                if version % 100 == 0:
                    await asyncio.sleep(0.001)
            await one.publish(M, VersionReached(9999))
            if kind == "redis":  # a wire between workers may drop some
                await until(there, 5001)
            assert there == sorted(there, key=lambda news: getattr(news, "version", 0))

    asyncio.run(talk())


def test_a_worker_that_does_not_read_blocks_no_other() -> None:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    ours.setblocking(False)
    for _ in range(100_000):
        send_to(b"news", [ours])
    theirs.close()
    send_to(b"news", [ours])
    ours.close()


@pytest.mark.database
def test_messages_are_sent_when_redis_comes_back() -> None:
    need("Redis", REDIS)

    async def talk() -> None:
        wire = Wire(REDIS)
        far, near = await RedisBus.at(await wire.start()), await RedisBus.at(REDIS)
        received: list[News] = []
        near.listen(M, received.append)
        while not (far.connected and near.connected):
            await asyncio.sleep(0.01)
        await far.wait_for_gap()  # it may have missed something before it was connected
        wire.refusing = True
        wire.cut()
        await far.wait_for_gap()
        assert not far.connected
        await far.publish(M, VersionReached(3))
        await far.publish(M, Present("there", (0,), 1))
        wire.refusing = False
        await until(received, 1)
        assert received[0] == VersionReached(3)
        async with asyncio.timeout(120):
            while not far.connected:
                await far.wait_for_gap()
        await far.close()
        await near.close()
        await wire.close()

    asyncio.run(talk())


@pytest.mark.database
def test_connecting_to_redis_triggers_a_resync(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    need("Redis", REDIS)
    for pause in ("RESYNC_SECONDS", "SILENT_SECONDS"):
        monkeypatch.setattr(f"dicehall.match.bus.redis.{pause}", 1000.0)

    async def connect() -> None:
        bus = await RedisBus.at(REDIS)
        async with asyncio.timeout(60):
            await bus.wait_for_gap()
        assert bus.connected
        await bus.close()

    asyncio.run(connect())


@pytest.mark.database
def test_a_silent_redis_counts_as_away(monkeypatch: pytest.MonkeyPatch) -> None:
    need("Redis", REDIS)
    monkeypatch.setattr("dicehall.match.bus.redis.SILENT_SECONDS", 0.1)

    async def talk() -> None:
        wire = Wire(REDIS)
        bus = await RedisBus.at(await wire.start())
        while not bus.connected:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.5)
        assert bus.connected  # it answers when it is asked
        wire.heard = False
        async with asyncio.timeout(120):
            while bus.connected:
                await asyncio.sleep(0.01)
        wire.mend()
        async with asyncio.timeout(120):
            while not bus.connected:
                await asyncio.sleep(0.01)
        await bus.close()
        await wire.close()

    asyncio.run(talk())


@pytest.mark.database
def test_waiting_messages_are_sent_before_the_bus_closes() -> None:
    need("Redis", REDIS)

    async def talk() -> None:
        async with two_ends("redis") as (one, two):
            received: list[News] = []
            two.listen(M, received.append)
            await one.publish(M, VersionReached(4))
            await one.close()
            await until(received, 1)
            await asyncio.sleep(0.05)
            assert received == [VersionReached(4)]

    asyncio.run(talk())


@pytest.mark.parametrize("url", ["redis://ann:hidden@127.0.0.1:1", "redis://127.0.0.1:many"])
def test_a_bus_that_cannot_be_used_is_refused(url: str) -> None:
    with pytest.raises(BusUnusable) as refused:
        asyncio.run(RedisBus.at(url))
    assert "hidden" not in refused.value.reason


def test_a_bus_of_one_process_is_always_there() -> None:
    assert MemoryBus().connected
