"""Who waits in the lobby, and who has gone."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from dicehall.game import new_game
from dicehall.game.refused import TooOften
from dicehall.match.bus.protocol import MemoryBus
from dicehall.match.live.lobby import GONE_SECONDS, MOST_LISTED
from dicehall.match.rooms import Terms
from dicehall.match.service import Matches
from dicehall.match.store.lists import MOST_OFFERED_BY_ONE
from dicehall.match.store.sqlite import SqliteStore
from support.contests import ANN, BOB, NOW
from support.places import Place

BONES = new_game("knucklebones")
ROOM = Terms(by_link=True, public=True)


class Clock:
    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> float:
        return self.now


def in_two_houses(path: Path, play: Callable[[Matches, Matches, Clock], Awaitable[None]]) -> None:
    async def run() -> None:
        clock, bus = Clock(), MemoryBus()
        stores = [SqliteStore.at(path / "m.db") for _ in range(2)]
        one, two = (
            Matches(store, bus, pace=0, alone=False, now=clock, monotonic=clock) for store in stores
        )
        for service in (one, two):
            await service.start()
        await play(one, two, clock)
        for service in (one, two):
            await service.close()

    asyncio.run(run())


async def offered(service: Matches) -> list[str]:
    return [line.match_id for line in await service.lobby.list()]


def test_a_table_vanishes_when_its_opener_is_gone_and_comes_back_with_them(tmp_path: Path) -> None:
    async def play(one: Matches, two: Matches, clock: Clock) -> None:
        match = await one.open(BONES, [ANN], terms=ROOM)
        assert await offered(two) == [match.id]
        clock.now += GONE_SECONDS
        assert await offered(two) == []
        await one.lobby.attend(match, match.held_by("guest-b"))  # a visitor is not the opener
        assert await offered(two) == []
        await one.lobby.attend(match, match.held_by("guest-a"))
        assert await offered(two) == [match.id] == await offered(one)
        clock.now += GONE_SECONDS
        assert await offered(two) == []

    in_two_houses(tmp_path, play)


def test_unattended_tables_do_not_crowd_out_others(tmp_path: Path) -> None:
    async def play(one: Matches, two: Matches, clock: Clock) -> None:
        waiting = await one.open(BONES, [replace(ANN, holder="guest-w")], terms=ROOM)
        for number in range(60):
            clock.now += 0.01
            await one.open(BONES, [replace(ANN, holder=f"guest-{number}")], terms=ROOM)
        clock.now += GONE_SECONDS + 1
        await one.lobby.attend(waiting, [0])
        assert await offered(two) == [waiting.id]

    in_two_houses(tmp_path, play)


def test_one_network_cannot_fill_the_lobby(place: Place) -> None:
    async def play() -> None:
        service = Matches(await place.open(), MemoryBus(), pace=0)
        bob = await service.open(BONES, [replace(ANN, holder="guest-b")], terms=ROOM)
        opened = [await service.open(BONES, [ANN], terms=ROOM) for _ in range(60)]
        listed = await offered(service)
        assert bob.id in listed
        assert len(listed) == 1 + MOST_OFFERED_BY_ONE
        assert {match.id for match in opened} > {*listed} - {bob.id}
        await service.close()

    asyncio.run(play())


def test_new_guests_of_a_network_do_not_hide_an_honest_table(place: Place) -> None:
    async def play() -> None:
        service = Matches(await place.open(), MemoryBus(), pace=0)
        service.networks.note("guest-b", "192.0.2.2")
        honest = await service.open(BONES, [replace(ANN, holder="guest-b")], terms=ROOM)
        for number in range(60):
            eve = f"eve-{number // MOST_OFFERED_BY_ONE}"
            service.networks.note(eve, "192.0.2.1")
            await service.open(BONES, [replace(ANN, holder=eve)], terms=ROOM)
        listed = await offered(service)
        assert len(listed) == MOST_LISTED
        assert honest.id in listed[:2]
        with pytest.raises(TooOften):
            await service.lobby.check_network("eve-0")
        await service.lobby.check_network("guest-b")
        await service.close()

    asyncio.run(play())


def test_a_table_that_is_full_is_not_offered(tmp_path: Path) -> None:
    async def play(one: Matches, two: Matches, clock: Clock) -> None:
        match = await one.open(BONES, [ANN], terms=ROOM)
        await two.do(match.id, BOB)
        assert await offered(one) == await offered(two) == []

    in_two_houses(tmp_path, play)
