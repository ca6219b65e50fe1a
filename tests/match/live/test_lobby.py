"""Who waits in the lobby, and who has gone."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from dicehall.game import new_game
from dicehall.match.bus.protocol import MemoryBus, Seen
from dicehall.match.live.lobby import GONE_SECONDS
from dicehall.match.live.presence import GONE_SECONDS as AWAY_SECONDS
from dicehall.match.live.presence import Inbox, Presence
from dicehall.match.live.watching import announce_presence
from dicehall.match.rooms import Terms
from dicehall.match.service import Matches
from dicehall.match.store.sqlite import SqliteStore
from support.contests import ANN, BOB, NOW

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
        one, two = (Matches(store, bus, pace=0, alone=False, now=clock) for store in stores)
        for house in (one, two):
            await house.start()
        await play(one, two, clock)
        for house in (one, two):
            await house.close()

    asyncio.run(run())


async def offered(house: Matches) -> list[str]:
    return [line.match_id for line in await house.lobby.list()]


def test_a_table_vanishes_when_its_opener_is_gone_and_comes_back_with_them(tmp_path: Path) -> None:
    async def play(one: Matches, two: Matches, clock: Clock) -> None:
        match = await one.open(BONES, [ANN], terms=ROOM)
        assert await offered(two) == [match.id]
        clock.now += GONE_SECONDS
        assert await offered(two) == []
        await announce_presence(one, match, "guest-b")  # a visitor is not the opener
        assert await offered(two) == []
        await announce_presence(one, match, "guest-a")
        assert await offered(two) == [match.id] == await offered(one)
        clock.now += GONE_SECONDS
        assert await offered(two) == []

    in_two_houses(tmp_path, play)


def test_a_table_that_is_full_is_not_offered(tmp_path: Path) -> None:
    async def play(one: Matches, two: Matches, clock: Clock) -> None:
        match = await one.open(BONES, [ANN], terms=ROOM)
        await two.do(match.id, BOB)
        assert await offered(one) == await offered(two) == []

    in_two_houses(tmp_path, play)


def test_those_who_are_missed_are_told_apart_from_those_who_were_not_heard_yet(
    tmp_path: Path,
) -> None:
    async def play(one: Matches, two: Matches, clock: Clock) -> None:
        match = await one.open(BONES, [ANN, BOB])
        inbox = Inbox()
        assert inbox.take_presence(match) is None
        inbox.hear(Seen("guest-c", -1))
        assert inbox.take_presence(match) == Presence((), 1)
        inbox._since -= AWAY_SECONDS
        inbox.hear(Seen("guest-a", 0))
        assert inbox.take_presence(match) == Presence((1,), 1)
        inbox.hear(Seen("guest-b", 1))
        assert inbox.take_presence(match) == Presence((), 1)
        assert inbox.take_presence(match) is None

    in_two_houses(tmp_path, play)
