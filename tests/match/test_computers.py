"""Computer players at the tables of one house or several."""

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
from support.houses import BONES, EASY, Thinking, computers_rest, kept, with_houses
from support.places import FilePlace, Place


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


def test_a_computer_thinks_for_its_guest_and_network(place: Place) -> None:
    async def play(house: Matches) -> None:
        house.thinking = thinking = Thinking()  # type: ignore[assignment]
        thinking.answer.set_result(None)
        house.networks.note("guest-a", "2001:db8::/64")
        match = await house.open(BONES, [ANN, EASY])
        await house.do(match.id, move_in(match, "column 1"))
        await computers_rest(house)
        assert thinking.parties == [("2001:db8::/64", "guest-a")]

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


def test_a_computer_moves_when_the_disk_has_room_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("dicehall.match.service.RETRY_SECONDS", 0)

    async def play(house: Matches) -> None:
        house.thinking = thinking = Thinking()  # type: ignore[assignment]
        match = await house.open(BONES, [ANN, EASY])
        match = await house.do(match.id, move_in(match, "column 1"))
        with full_disk():
            thinking.answer.set_result(None)
            while "cannot be stored" not in caplog.text:
                await asyncio.sleep(0)
        assert (await to_move(house, match.id, 0)).version > match.version

    with_houses(FilePlace(tmp_path), play)
    assert "stopped" not in caplog.text


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
