"""Commands in, events out: the guarantees of the match service to players and spectators."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from dicehall.game.records import Played
from dicehall.game.refused import (
    MatchOver,
    NotYourTurn,
    SeatNotFree,
    StaleVersion,
    StoreUnusable,
    UnknownMatch,
)
from dicehall.match.bus.protocol import MemoryBus, News, VersionReached
from dicehall.match.commands import Resign
from dicehall.match.match import Match
from dicehall.match.rooms import Terms
from dicehall.match.service import Matches
from dicehall.match.store.lists import running
from support.contests import ANN, BOB, NOW, full_disk, move_in, random_move
from support.places import FilePlace, Place
from support.services import BONES, EASY, Thinking, computers_rest, kept, play_out, with_services


def test_a_match_is_opened_played_and_kept(file_place: FilePlace) -> None:
    async def play(service: Matches) -> None:
        match = await service.open(BONES, [ANN, BOB])
        match = await play_out(service, match, Random(1))
        assert await service.see(match.id) == match == await kept(service, match.id)

    async def check(service: Matches) -> None:
        with pytest.raises(UnknownMatch):
            await service.see("nothing")

    with_services(file_place, play)
    with_services(file_place, check)


def test_log_times_have_milliseconds(file_place: FilePlace) -> None:
    async def play() -> None:
        service = Matches(await file_place.open(), MemoryBus(), now=lambda: NOW + 0.1234567)
        match = await service.open(BONES, [ANN, BOB])
        match = await service.do(match.id, Resign(ANN.holder, ""))
        stored = await service.store.load(match.id)
        assert stored
        moments = {getattr(event, "at", 0.0) for event in stored.events} - {0.0}
        assert moments == {NOW + 0.123}
        await service.close()

    asyncio.run(play())


def test_a_refused_seat_opens_no_match(file_place: FilePlace) -> None:
    async def play(service: Matches) -> None:
        with pytest.raises(SeatNotFree):
            await service.open(BONES, [ANN, ANN])
        assert await service.store.list(running(ANN.holder)) == []

    with_services(file_place, play)


def test_watchers_hear_every_version_in_order_and_the_end(file_place: FilePlace) -> None:
    bus = MemoryBus()

    async def play(service: Matches) -> None:
        match = await service.open(BONES, [ANN, BOB])

        async def watch(version: int) -> list[Match]:
            return [seen async for seen in service.watch(match.id, version)]

        watchers = [asyncio.ensure_future(watch(version)) for version in (0, match.version, 20)]
        end = await play_out(service, match, Random(2))
        for first, watcher in zip((0, match.version, 20), watchers, strict=True):
            versions = [seen.version for seen in await watcher]
            assert versions == sorted(set(versions))
            assert versions[0] > first
            assert (await watcher)[-1] == end
        assert await watch(0) == [end]
        assert await watch(end.version) == []

    with_services(file_place, play, bus=bus)
    assert not bus._listeners


def test_a_leaving_watcher_is_removed(file_place: FilePlace) -> None:
    bus = MemoryBus()

    async def play(service: Matches) -> None:
        match = await service.open(BONES, [ANN, BOB])

        seen: list[Match] = []

        async def watch(match_id: str) -> None:
            async for state in service.watch(match_id, 0):
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

    with_services(file_place, play, bus=bus)


def test_a_move_that_cannot_be_kept_has_not_happened(tmp_path: Path) -> None:
    bus = MemoryBus()

    async def play(service: Matches) -> None:
        received: list[News] = []
        match = await service.open(BONES, [ANN, BOB])
        bus.listen(match.id, received.append)
        move = random_move(match, Random(9))
        with full_disk(), pytest.raises(StoreUnusable):
            await service.do(match.id, move)
        assert await service.see(match.id) == match == await kept(service, match.id)
        assert received == []
        after = await service.do(match.id, move)
        assert after == await kept(service, match.id)
        assert received == [VersionReached(after.version)]

    with_services(FilePlace(tmp_path), play, bus=bus)


def test_a_disconnected_caller_leaves_no_half_published_command(file_place: FilePlace) -> None:
    async def play(service: Matches) -> None:
        match = await service.open(BONES, [ANN, BOB])
        watching = service.watch(match.id, match.version)
        hearing = asyncio.ensure_future(anext(watching))
        calling = asyncio.ensure_future(service.do(match.id, random_move(match, Random(9))))
        while not service._live[match.id].lock.locked():
            await asyncio.sleep(0)
        calling.cancel()
        heard = await hearing
        assert calling.cancelled()
        assert heard.version > match.version
        assert heard == await service.see(match.id) == await kept(service, match.id)
        await watching.aclose()

    with_services(file_place, play)


def test_disconnecting_while_sitting_down_still_takes_the_seat(file_place: FilePlace) -> None:
    """The command has no id: carried out once more it is refused, but it was stored."""

    async def play(service: Matches) -> None:
        match = await service.open(BONES, [ANN])
        received: list[News] = []
        service.bus.listen(match.id, received.append)
        calling = asyncio.ensure_future(service.do(match.id, BOB))
        while not service._live[match.id].lock.locked():
            await asyncio.sleep(0)
        calling.cancel()
        await asyncio.wait([calling])
        while service._abandoned:
            await asyncio.wait([*service._abandoned])
        assert calling.cancelled()
        stored = await kept(service, match.id)
        assert stored.full
        assert received == [VersionReached(stored.version)]

    with_services(file_place, play)


def test_closing_finishes_a_command_and_wakes_no_watcher(
    file_place: FilePlace, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> None:
        service = Matches(await file_place.open(), MemoryBus())
        service.thinking = thinking = Thinking()  # type: ignore[assignment]
        with_computer = await service.open(BONES, [ANN, EASY])
        with_clock = await service.open(BONES, [ANN, BOB], terms=Terms(clock=60))
        for match in (with_computer, with_clock):
            calling = asyncio.ensure_future(service.do(match.id, random_move(match, Random(9))))
            while not service._live[match.id].lock.locked():
                await asyncio.sleep(0)
            calling.cancel()
            await asyncio.wait([calling])
        await service.close()
        for match in (with_computer, with_clock):
            live = service._live[match.id]
            assert live.match.version > match.version
            assert live.computer is None
        assert not service._deadlines._deadlines
        assert not thinking.asked

    asyncio.run(play())
    assert not caplog.records


def test_two_servers_race_for_a_version_and_one_wins(place: Place) -> None:
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
            [(_, command_id)] = after.moves_by_id.keys() - match.moves_by_id.keys()
            assert command_id == moves[winner].id
            match = after
        assert await one.see(match.id, match.version) == match
        assert await two.see(match.id, match.version) == match

    with_services(place, play, count=2)


def test_the_same_command_sent_to_two_servers_is_carried_out_once(file_place: FilePlace) -> None:
    async def play(one: Matches, two: Matches) -> None:
        random = Random(4)
        match = await one.open(BONES, [ANN, BOB])
        for _ in range(8):
            move = random_move(match, random)
            match, again = await asyncio.gather(one.do(match.id, move), two.do(match.id, move))
            assert match == again == await kept(one, match.id)
        assert sum(isinstance(event, Played) for event in match.log) == 8

    with_services(file_place, play, count=2)


def test_a_server_learns_what_another_has_done(file_place: FilePlace) -> None:
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

    with_services(file_place, play, count=2)


def test_what_another_server_has_done_is_seen_without_any_news(file_place: FilePlace) -> None:
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

    with_services(file_place, play, count=2)


def test_a_resend_publishes_again(file_place: FilePlace) -> None:
    async def play(one: Matches, two: Matches) -> None:
        one.bus = MemoryBus()  # it is gone before it can say what it has done
        match = await two.open(BONES, [ANN, BOB])
        received: list[News] = []
        two.bus.listen(match.id, received.append)
        move = move_in(match, "column 1", "the same")
        after = await one.do(match.id, move)
        assert received == []
        assert await two.do(match.id, move) == after
        assert received == [VersionReached(after.version)]

    with_services(file_place, play, count=2)


def test_watchers_get_what_the_bus_has_missed(
    file_place: FilePlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dicehall.match.bus.protocol.DISCONNECTED_RESYNC_SECONDS", 0.01)

    async def play(one: Matches, two: Matches) -> None:
        two.bus = MemoryBus()
        await two.start()
        match = await one.open(BONES, [ANN, BOB])
        watching = two.watch(match.id, match.version)
        seeing = asyncio.ensure_future(anext(watching))
        match = await one.do(match.id, move_in(match, "column 1"))
        assert await seeing == match
        await watching.aclose()

    with_services(file_place, play, count=2)


def test_matches_that_rest_leave_the_memory(
    file_place: FilePlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dicehall.match.live.live_matches.MOST_IN_MEMORY", 5)

    async def play(service: Matches) -> None:
        service.thinking = thinking = Thinking()  # type: ignore[assignment]
        busy = [await service.open(BONES, [ANN, EASY]) for _ in range(8)]
        for match in busy:
            await service.do(match.id, move_in(match, "column 1"))
        resting = [await service.open(BONES, [ANN, BOB]) for _ in range(8)]
        assert {match.id for match in busy} <= set(service._live)
        thinking.answer.set_result(None)
        await computers_rest(service)
        for match in resting:
            assert await service.see(match.id) == match
        assert len(service._live) <= 5
        for match in (*busy, *resting):
            assert await service.see(match.id) == await kept(service, match.id)
        assert len(service._live) <= 5

    with_services(file_place, play)


def test_many_speak_while_matches_leave_the_memory(
    file_place: FilePlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dicehall.match.live.live_matches.MOST_IN_MEMORY", 1)

    async def play(service: Matches) -> None:
        opened = [await service.open(BONES, [ANN, BOB]) for _ in range(4)]
        ends = [play_out(service, match, Random(seed)) for seed, match in enumerate(opened)]
        for end in await asyncio.gather(*ends):
            assert end.result
            assert await service.see(end.id) == end == await kept(service, end.id)

    with_services(file_place, play)
