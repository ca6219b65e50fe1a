import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from dicehall.game import AnyGame, new_game
from dicehall.game.records import Played
from dicehall.game.refused import (
    MatchOver,
    NotYourTurn,
    SeatNotFree,
    StaleVersion,
    StoreUnreachable,
    StoreUnusable,
    UnknownMatch,
)
from dicehall.match.bus.protocol import MemoryBus, News, VersionReached
from dicehall.match.commands import Resign, TakeSeat
from dicehall.match.match import Match, fold
from dicehall.match.service import Matches
from dicehall.match.store.lists import running
from dicehall.match.store.protocol import Store
from dicehall.players.chooser import choose_at_random
from support.contests import ANN, BOB, full_disk, move_in, random_move
from support.places import FilePlace, Place

BONES = new_game("knucklebones")
EASY = TakeSeat(1, "Easy", level="easy")


def with_houses(
    place: Place, play: Callable[..., Awaitable[None]], count: int = 1, bus: MemoryBus | None = None
) -> None:
    """Play in houses that share one store and one bus."""

    async def run() -> None:
        shared = bus or MemoryBus()
        houses = [
            Matches(await place.open(), shared, pace=0, alone=count == 1) for _ in range(count)
        ]
        try:
            await play(*houses)
        finally:
            for house in houses:
                await house.close()

    asyncio.run(run())


async def kept(house: Matches, match_id: str) -> Match:
    """The match as the store alone knows it."""
    stored = await house.store.load(match_id)
    assert stored
    return fold(match_id, stored.events)


async def play_out(house: Matches, match: Match, random: Random) -> Match:
    while not match.result:
        match = await house.do(match.id, random_move(match, random))
    return match


def test_a_match_is_opened_played_and_kept(place: Place) -> None:
    async def play(house: Matches) -> None:
        match = await house.open(BONES, [ANN, BOB])
        match = await play_out(house, match, Random(1))
        assert await house.see(match.id) == match == await kept(house, match.id)

    async def look(house: Matches) -> None:
        with pytest.raises(UnknownMatch):
            await house.see("nothing")

    with_houses(place, play)
    with_houses(place, look)


def test_those_who_cannot_sit_down_open_nothing(place: Place) -> None:
    async def play(house: Matches) -> None:
        with pytest.raises(SeatNotFree):
            await house.open(BONES, [ANN, ANN])
        assert await house.store.list(running(ANN.holder)) == []

    with_houses(place, play)


def test_watchers_hear_every_version_in_order_and_the_end(place: Place) -> None:
    bus = MemoryBus()

    async def play(house: Matches) -> None:
        match = await house.open(BONES, [ANN, BOB])

        async def watch(version: int) -> list[Match]:
            return [seen async for seen in house.watch(match.id, version)]

        watchers = [asyncio.ensure_future(watch(version)) for version in (0, match.version, 20)]
        end = await play_out(house, match, Random(2))
        for first, watcher in zip((0, match.version, 20), watchers, strict=True):
            versions = [seen.version for seen in await watcher]
            assert versions == sorted(set(versions))
            assert versions[0] > first
            assert (await watcher)[-1] == end
        assert await watch(0) == [end]
        assert await watch(end.version) == []

    with_houses(place, play, bus=bus)
    assert not bus._listeners


def test_a_watcher_who_leaves_is_forgotten(place: Place) -> None:
    bus = MemoryBus()

    async def play(house: Matches) -> None:
        match = await house.open(BONES, [ANN, BOB])

        seen: list[Match] = []

        async def watch(match_id: str) -> None:
            async for state in house.watch(match_id, 0):
                seen.append(state)

        watchers = [asyncio.ensure_future(watch(match.id)) for _ in range(3)]
        while len(seen) < 3:
            await asyncio.sleep(0)
        assert bus.watched() == [match.id]
        for watcher in watchers:
            watcher.cancel()
        await asyncio.gather(*watchers, return_exceptions=True)
        with pytest.raises(UnknownMatch):
            await watch("nothing")
        assert not bus._listeners

    with_houses(place, play, bus=bus)


def test_a_move_that_cannot_be_kept_has_not_happened(tmp_path: Path) -> None:
    bus = MemoryBus()

    async def play(house: Matches) -> None:
        told: list[News] = []
        match = await house.open(BONES, [ANN, BOB])
        bus.listen(match.id, told.append)
        move = random_move(match, Random(9))
        with full_disk(), pytest.raises(StoreUnusable):
            await house.do(match.id, move)
        assert await house.see(match.id) == match == await kept(house, match.id)
        assert told == []
        after = await house.do(match.id, move)
        assert after == await kept(house, match.id)
        assert told == [VersionReached(after.version)]

    with_houses(FilePlace(tmp_path), play, bus=bus)


def test_a_caller_who_goes_away_leaves_nothing_half_told(place: Place) -> None:
    async def play(house: Matches) -> None:
        match = await house.open(BONES, [ANN, BOB])
        watching = house.watch(match.id, match.version)
        hearing = asyncio.ensure_future(anext(watching))
        calling = asyncio.ensure_future(house.do(match.id, random_move(match, Random(9))))
        while not house._live[match.id].lock.locked():
            await asyncio.sleep(0)
        calling.cancel()
        heard = await hearing
        assert calling.cancelled()
        assert heard.version > match.version
        assert heard == await house.see(match.id) == await kept(house, match.id)
        await watching.aclose()

    with_houses(place, play)


def test_two_houses_race_for_a_version_and_one_wins(place: Place) -> None:
    async def play(one: Matches, two: Matches) -> None:
        random = Random(3)
        match = await one.open(BONES, [ANN, BOB])
        while not match.result:
            moves = [random_move(match, random) for _ in range(2)]
            answers = await asyncio.gather(
                one.do(match.id, moves[0]), two.do(match.id, moves[1]), return_exceptions=True
            )
            after = await kept(one, match.id)
            [winner] = [n for n, answer in enumerate(answers) if isinstance(answer, Match)]
            assert isinstance(answers[1 - winner], StaleVersion | NotYourTurn | MatchOver)
            assert answers[winner] == after
            assert [given for _, given in after.ids[len(match.ids) :]] == [moves[winner].id]
            match = after
        assert await one.see(match.id, match.version) == match
        assert await two.see(match.id, match.version) == match

    with_houses(place, play, count=2)


def test_the_same_command_sent_to_two_houses_is_carried_out_once(place: Place) -> None:
    async def play(one: Matches, two: Matches) -> None:
        random = Random(4)
        match = await one.open(BONES, [ANN, BOB])
        for _ in range(8):
            move = random_move(match, random)
            match, again = await asyncio.gather(one.do(match.id, move), two.do(match.id, move))
            assert match == again == await kept(one, match.id)
        assert len(set(match.ids)) == len(match.ids) == 8

    with_houses(place, play, count=2)


def test_a_house_learns_what_another_has_done(place: Place) -> None:
    async def play(one: Matches, two: Matches) -> None:
        random = Random(5)
        match = await one.open(BONES, [ANN, BOB])
        assert await two.see(match.id) == match

        async def watch() -> list[int]:
            return [seen.version async for seen in two.watch(match.id, match.version)]

        watcher = asyncio.ensure_future(watch())
        await asyncio.sleep(0)
        first = await one.do(match.id, random_move(match, random))
        assert await two.do(match.id, random_move(first, random))  # it is not stale
        end = await play_out(one, await kept(one, match.id), random)
        assert (await watcher)[-1] == end.version

    with_houses(place, play, count=2)


class Thinking:
    """A computer player that chooses when the test says so, and that can fail."""

    def __init__(self) -> None:
        self.asked = 0
        self.answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def choose(self, game: AnyGame, state: Any, level: str) -> str:
        self.asked += 1
        await self.answer
        return choose_at_random(game, state, Random(1))

    def close(self) -> None:
        pass


async def to_move(house: Matches, match_id: str, seat: int) -> Match:
    """The match when this seat is to move, or when it is over."""
    async for match in house.watch(match_id, 0):
        if match.to_move == seat or match.result:
            return match
    raise AssertionError("the match ended")


def test_the_computer_answers(place: Place) -> None:
    async def play(house: Matches) -> None:
        random = Random(6)
        match = await house.open(BONES, [ANN, EASY])
        while not match.result:
            await house.do(match.id, random_move(match, random))
            match = await to_move(house, match.id, 0)
        assert match == await kept(house, match.id)
        assert {event.seat for event in match.log if isinstance(event, Played)} == {0, 1}

    with_houses(place, play)


def test_resigning_while_the_computer_thinks_is_no_failure(
    place: Place, caplog: pytest.LogCaptureFixture
) -> None:
    async def play(house: Matches) -> None:
        house.thinking = thinking = Thinking()  # type: ignore[assignment]
        match = await house.open(BONES, [ANN, EASY])
        match = await house.do(match.id, move_in(match, "column 1"))
        while not thinking.asked:
            await asyncio.sleep(0)
        end = await house.do(match.id, Resign("guest-a", "2"))
        thinking.answer.set_result(None)
        await computers_rest(house)
        assert await kept(house, match.id) == end

    with_houses(place, play)
    assert not caplog.records


def test_two_houses_let_the_computer_move_once(
    place: Place, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dicehall.match.live.computer_seats.PATIENCE_SECONDS", 0)

    async def play(one: Matches, two: Matches) -> None:
        one.thinking = two.thinking = thinking = Thinking()  # type: ignore[assignment]
        match = await one.open(BONES, [ANN, EASY])
        match = await one.do(match.id, move_in(match, "column 1"))
        await two.start()
        while thinking.asked < 2:  # the second takes it that the first is gone
            await asyncio.sleep(0.001)
        thinking.answer.set_result(None)
        await computers_rest(one, two)
        match = await kept(one, match.id)
        assert match.to_move == 0
        assert [event.seat for event in match.log if isinstance(event, Played)] == [0, 1]

    with_houses(place, play, count=2)
    assert not caplog.records


def test_the_house_that_moved_last_lets_the_computer_think(place: Place) -> None:
    async def play(one: Matches, two: Matches) -> None:
        one.thinking, two.thinking = Thinking(), Thinking()  # type: ignore[assignment]
        match = await one.open(BONES, [ANN, EASY])
        assert await two.see(match.id) == match
        match = await one.do(match.id, move_in(match, "column 1"))
        assert await two.see(match.id) == match
        one.thinking.answer.set_result(None)  # type: ignore[attr-defined]
        await computers_rest(one)
        match = await two.see(match.id)
        assert match.to_move == 0
        assert (one.thinking.asked, two.thinking.asked) == (1, 0)  # type: ignore[attr-defined]
        two.thinking.answer.set_result(None)  # type: ignore[attr-defined]
        match = await two.do(match.id, move_in(match, "column 2"))  # it need not wait any more
        await computers_rest(two)
        assert (one.thinking.asked, two.thinking.asked) == (1, 1)  # type: ignore[attr-defined]
        assert (await one.see(match.id)).to_move == 0

    with_houses(place, play, count=2)


def test_what_another_house_has_done_is_seen_without_any_news(place: Place) -> None:
    async def play(one: Matches, two: Matches) -> None:
        two.bus = MemoryBus()
        match = await one.open(BONES, [ANN])
        assert await two.see(match.id) == match
        match = await one.do(match.id, BOB)
        assert await two.see(match.id) == match
        match = await one.do(match.id, move_in(match, "column 1"))
        over = await two.do(match.id, Resign("guest-a", "r"))
        assert over.version == match.version + 2
        assert await anext(one.watch(match.id, match.version)) == over

    with_houses(place, play, count=2)


def test_a_resend_tells_those_who_were_not_told(place: Place) -> None:
    async def play(one: Matches, two: Matches) -> None:
        one.bus = MemoryBus()  # it is gone before it can say what it has done
        match = await two.open(BONES, [ANN, BOB])
        told: list[News] = []
        two.bus.listen(match.id, told.append)
        move = move_in(match, "column 1", "the same")
        after = await one.do(match.id, move)
        assert told == []
        assert await two.do(match.id, move) == after
        assert told == [VersionReached(after.version)]

    with_houses(place, play, count=2)


def test_watchers_are_told_what_the_bus_has_missed(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dicehall.match.bus.protocol.DEAF_SECONDS", 0.01)

    async def play(one: Matches, two: Matches) -> None:
        two.bus = MemoryBus()
        await two.start()
        match = await one.open(BONES, [ANN, BOB])
        watching = two.watch(match.id, match.version)
        seeing = asyncio.ensure_future(anext(watching))
        match = await one.do(match.id, move_in(match, "column 1"))
        assert await seeing == match
        await watching.aclose()

    with_houses(place, play, count=2)


def test_a_computer_that_failed_tries_again_when_somebody_looks(
    place: Place, caplog: pytest.LogCaptureFixture
) -> None:
    async def play(house: Matches) -> None:
        house.thinking = thinking = Thinking()  # type: ignore[assignment]
        match = await house.open(BONES, [ANN, EASY])
        match = await house.do(match.id, move_in(match, "column 1"))
        thinking.answer.set_exception(MemoryError())
        await computers_rest(house)
        house.thinking = thinking = Thinking()  # type: ignore[assignment]
        thinking.answer.set_result(None)
        assert await house.see(match.id) == match
        assert (await to_move(house, match.id, 0)).version > match.version

    with_houses(place, play)
    assert "the computer player of match" in caplog.text


class Flaky:
    """A store that cannot be reached for its next few appends."""

    def __init__(self, store: Store, times: int) -> None:
        self.store, self.times = store, times

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)

    async def append(self, *what: Any) -> None:
        self.times -= 1
        if self.times >= 0:
            raise StoreUnreachable("away")
        await self.store.append(*what)


def test_a_computer_moves_as_soon_as_the_store_can_be_reached(
    place: Place, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("dicehall.match.service.RETRY_SECONDS", 0.001)

    async def play(house: Matches) -> None:
        house.thinking = thinking = Thinking()  # type: ignore[assignment]
        thinking.answer.set_result(None)
        match = await house.open(BONES, [ANN, EASY])
        move = move_in(match, "column 1")
        house.store = Flaky(house.store, times=1)  # type: ignore[assignment]
        with pytest.raises(StoreUnreachable):
            await house.do(match.id, move)
        await house.do(match.id, move)
        house.store.times = 3  # type: ignore[attr-defined]
        await computers_rest(house)
        assert (await kept(house, match.id)).to_move == 0
        assert thinking.asked == 1

    with_houses(place, play)
    assert not caplog.records


async def computers_rest(*houses: Matches) -> None:
    """Wait until no computer is to move."""
    await asyncio.gather(*(house.resuming for house in houses if house.resuming))
    live = [match for house in houses for match in house._live.values()]
    while waiting := [match.computer for match in live if match.computer]:
        await asyncio.wait(waiting)


def test_computers_play_on_after_a_restart(place: Place) -> None:
    ids: list[str] = []

    async def leave(house: Matches) -> None:
        house.thinking = thinking = Thinking()  # type: ignore[assignment]
        match = await house.open(BONES, [ANN, EASY])
        await house.do(match.id, move_in(match, "column 1"))
        while not thinking.asked:
            await asyncio.sleep(0)
        ids.append(match.id)

    async def come_back(house: Matches) -> None:
        await house.start()
        await computers_rest(house)
        match = await kept(house, ids[0])
        assert match.to_move == 0
        assert [event.seat for event in match.log if isinstance(event, Played)] == [0, 1]

    with_houses(place, leave)
    with_houses(place, come_back)


def test_matches_that_rest_leave_the_memory(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dicehall.match.live.live_matches.MOST_IN_MEMORY", 5)

    async def play(house: Matches) -> None:
        house.thinking = thinking = Thinking()  # type: ignore[assignment]
        busy = [await house.open(BONES, [ANN, EASY]) for _ in range(8)]
        for match in busy:
            await house.do(match.id, move_in(match, "column 1"))
        resting = [await house.open(BONES, [ANN, BOB]) for _ in range(8)]
        assert {match.id for match in busy} <= set(house._live)
        thinking.answer.set_result(None)
        await computers_rest(house)
        for match in resting:
            assert await house.see(match.id) == match
        assert len(house._live) <= 5
        for match in (*busy, *resting):
            assert await house.see(match.id) == await kept(house, match.id)
        assert len(house._live) <= 5

    with_houses(place, play)


def test_many_speak_while_matches_leave_the_memory(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dicehall.match.live.live_matches.MOST_IN_MEMORY", 1)

    async def play(house: Matches) -> None:
        opened = [await house.open(BONES, [ANN, BOB]) for _ in range(4)]
        ends = [play_out(house, match, Random(seed)) for seed, match in enumerate(opened)]
        for end in await asyncio.gather(*ends):
            assert end.result
            assert await house.see(end.id) == end == await kept(house, end.id)

    with_houses(place, play)
