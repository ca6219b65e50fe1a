"""Computer players at the tables of one server or several."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest

from dicehall.game.records import Played
from dicehall.game.refused import (
    StoreUnreachable,
)
from dicehall.match.commands import Resign
from dicehall.match.match import Match
from dicehall.match.service import Matches
from dicehall.match.store.protocol import Store
from support.contests import ANN, full_disk, move_in, random_move
from support.places import FilePlace
from support.services import BONES, EASY, Thinking, computers_rest, kept, with_services


async def to_move(service: Matches, match_id: str, seat: int) -> Match:
    """The match when this seat is to move, or when it is over."""
    async for match in service.watch(match_id, 0):
        if match.to_move == seat or match.result:
            return match
    raise AssertionError("the match ended")


def test_the_computer_answers(file_place: FilePlace) -> None:
    async def play(service: Matches) -> None:
        random = Random(6)
        match = await service.open(BONES, [ANN, EASY])
        while not match.result:
            await service.do(match.id, random_move(match, random))
            match = await to_move(service, match.id, 0)
        assert match == await kept(service, match.id)
        assert {event.seat for event in match.log if isinstance(event, Played)} == {0, 1}

    with_services(file_place, play)


def test_a_computer_thinks_for_its_guest_and_network(file_place: FilePlace) -> None:
    async def play(service: Matches) -> None:
        service.thinking = thinking = Thinking()  # type: ignore[assignment]
        thinking.answer.set_result(None)
        service.networks.note("guest-a", "2001:db8::/64")
        match = await service.open(BONES, [ANN, EASY])
        await service.do(match.id, move_in(match, "column 1"))
        await computers_rest(service)
        assert thinking.parties == [("2001:db8::/64", "guest-a")]

    with_services(file_place, play)


def test_resigning_while_the_computer_thinks_is_not_an_error(
    file_place: FilePlace, caplog: pytest.LogCaptureFixture
) -> None:
    async def play(service: Matches) -> None:
        service.thinking = thinking = Thinking()  # type: ignore[assignment]
        match = await service.open(BONES, [ANN, EASY])
        match = await service.do(match.id, move_in(match, "column 1"))
        while not thinking.asked:
            await asyncio.sleep(0)
        end = await service.do(match.id, Resign("guest-a", "2"))
        thinking.answer.set_result(None)
        await computers_rest(service)
        assert await kept(service, match.id) == end

    with_services(file_place, play)
    assert not caplog.records


def test_a_computer_moves_when_the_disk_has_room_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("dicehall.match.service.RETRY_SECONDS", 0)

    async def play(service: Matches) -> None:
        service.thinking = thinking = Thinking()  # type: ignore[assignment]
        match = await service.open(BONES, [ANN, EASY])
        match = await service.do(match.id, move_in(match, "column 1"))
        with full_disk():
            thinking.answer.set_result(None)
            while "cannot be stored" not in caplog.text:
                await asyncio.sleep(0)
        assert (await to_move(service, match.id, 0)).version > match.version

    with_services(FilePlace(tmp_path), play)
    assert "stopped" not in caplog.text


def test_two_servers_let_the_computer_move_once(
    file_place: FilePlace, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
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

    with_services(file_place, play, count=2)
    assert not caplog.records


def test_the_server_that_moved_last_lets_the_computer_think(file_place: FilePlace) -> None:
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

    with_services(file_place, play, count=2)


def test_a_computer_that_failed_tries_again_when_somebody_looks(
    file_place: FilePlace, caplog: pytest.LogCaptureFixture
) -> None:
    async def play(service: Matches) -> None:
        service.thinking = thinking = Thinking()  # type: ignore[assignment]
        match = await service.open(BONES, [ANN, EASY])
        match = await service.do(match.id, move_in(match, "column 1"))
        thinking.answer.set_exception(MemoryError())
        await computers_rest(service)
        service.thinking = thinking = Thinking()  # type: ignore[assignment]
        thinking.answer.set_result(None)
        assert await service.see(match.id) == match
        assert (await to_move(service, match.id, 0)).version > match.version

    with_services(file_place, play)
    assert "computer player of match" in caplog.text


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
    file_place: FilePlace, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("dicehall.match.service.RETRY_SECONDS", 0.001)

    async def play(service: Matches) -> None:
        service.thinking = thinking = Thinking()  # type: ignore[assignment]
        thinking.answer.set_result(None)
        match = await service.open(BONES, [ANN, EASY])
        move = move_in(match, "column 1")
        service.store = Flaky(service.store, times=1)  # type: ignore[assignment]
        with pytest.raises(StoreUnreachable):
            await service.do(match.id, move)
        await service.do(match.id, move)
        service.store.times = 3  # type: ignore[attr-defined]
        await computers_rest(service)
        assert (await kept(service, match.id)).to_move == 0
        assert thinking.asked == 1

    with_services(file_place, play)
    assert not caplog.records


def test_computers_play_on_after_a_restart(file_place: FilePlace) -> None:
    ids: list[str] = []

    async def leave(service: Matches) -> None:
        service.thinking = thinking = Thinking()  # type: ignore[assignment]
        match = await service.open(BONES, [ANN, EASY])
        await service.do(match.id, move_in(match, "column 1"))
        while not thinking.asked:
            await asyncio.sleep(0)
        ids.append(match.id)

    async def come_back(service: Matches) -> None:
        await service.start()
        await computers_rest(service)
        match = await kept(service, ids[0])
        assert match.to_move == 0
        assert [event.seat for event in match.log if isinstance(event, Played)] == [0, 1]

    with_services(file_place, leave)
    with_services(file_place, come_back)
