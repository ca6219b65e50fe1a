"""Deadlines that pass without a request: all processes reach the same result."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, cast

import pytest

from dicehall.game import new_game
from dicehall.game.refused import StoreUnreachable
from dicehall.match import background
from dicehall.match.administration import Administration
from dicehall.match.bus.protocol import MemoryBus
from dicehall.match.events import Forfeited, MatchEnded
from dicehall.match.live.deadlines import Deadlines
from dicehall.match.match import Match
from dicehall.match.rooms import Terms
from dicehall.match.service import Matches
from dicehall.match.store.protocol import Store, StoredMatch
from dicehall.match.time_limits import ClaimWin
from support.contests import ANN, BOB, NOW
from support.places import Place

BONES = new_game("knucklebones")


class Time:
    """A clock that only moves when a test moves it."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> float:
        return self.now


async def end_of(service: Matches, match_id: str) -> Match:
    """The match when it is over."""
    async for match in service.watch(match_id, 0):
        if match.result:
            return match
    raise AssertionError("a match that has ended says so")


def run_out(place: Place, terms: Terms, why: str) -> None:
    async def play() -> None:
        time, bus = Time(), MemoryBus()
        stores = [await place.open() for _ in range(3)]
        services = [
            Matches(store, bus, pace=0, alone=False, now=time, monotonic=time) for store in stores
        ]
        match = await services[0].open(BONES, [ANN, BOB], terms=terms)
        time.now += 200
        if not terms.clock:
            match = await services[0].do(match.id, ClaimWin("guest-b"))
        time.now += 200
        # The first has rung for itself in time; the others load the match after the deadline.
        ends = await asyncio.gather(*(end_of(service, match.id) for service in services[1:]))
        assert [end.loss and (end.loss.seat, end.loss.why) for end in ends] == [(0, why)] * 2
        kept = await services[0].store.load(match.id)
        assert kept
        assert [type(event) for event in kept.events[-2:]] == [Forfeited, MatchEnded]
        assert sum(isinstance(event, MatchEnded) for event in kept.events) == 1
        for service in services:
            await service.close()

    asyncio.run(play())


def test_a_claim_runs_out_in_several_processes_at_once(place: Place) -> None:
    run_out(place, Terms(), "absence")


def test_a_clock_runs_out_in_several_processes_at_once(place: Place) -> None:
    run_out(place, Terms(clock=60), "time")


def test_a_bell_rings_once_at_the_last_moment_it_was_set_for() -> None:
    async def ring() -> list[str]:
        rung: list[str] = []

        async def heard(match_id: str) -> None:
            rung.append(match_id)

        time = Time()
        bells = Deadlines(time, heard)
        bells.set("a", time.now + 1000)
        bells.set("a", time.now)
        bells.set("a", time.now)
        bells.set("b", time.now)
        bells.set("b", None)
        bells.set("c", time.now + 1000)
        while not rung:
            await asyncio.sleep(0.01)
        bells.set("c", time.now)
        while len(rung) < 2:
            await asyncio.sleep(0.01)
        bells.set("d", time.now)
        await bells.close()
        return rung

    assert asyncio.run(ring()) == ["a", "c"]


def test_a_deadline_that_could_not_be_looked_at_is_looked_at_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(background, "FIRST_PAUSE_SECONDS", 0.001)

    async def ring() -> list[str]:
        rung: list[str] = []

        async def heard(match_id: str) -> None:
            rung.append(match_id)
            if len(rung) < 3:
                raise StoreUnreachable("away for a moment")

        deadlines = Deadlines(Time(), heard)
        deadlines.set("a", NOW)
        async with asyncio.timeout(120):
            while len(rung) < 3:
                await asyncio.sleep(0.01)
        await deadlines.close()
        return rung

    assert asyncio.run(ring()) == ["a"] * 3


def run_out_once(place: Place, disturb: Callable[[Matches, str], Awaitable[None]]) -> None:
    """Look at a deadline that has passed, after something has happened to the match."""

    async def play() -> None:
        time = Time()
        service = Matches(await place.open(), MemoryBus(), alone=False, now=time, monotonic=time)
        match = await service.open(BONES, [ANN, BOB], terms=Terms(clock=60))
        time.now += 200
        await disturb(service, match.id)
        service._deadlines.set(match.id, time.now)
        async with asyncio.timeout(120):
            while service._deadlines._deadlines or service._deadlines._running:
                await asyncio.sleep(0.01)
        await service.close()

    asyncio.run(play())


def test_a_match_that_the_host_has_deleted_has_no_deadline(
    place: Place, caplog: pytest.LogCaptureFixture
) -> None:
    async def delete(service: Matches, match_id: str) -> None:
        await Administration(service.store).delete([match_id])

    async def delete_and_forget(service: Matches, match_id: str) -> None:
        await delete(service, match_id)
        service._live.clear()

    run_out_once(place, delete)
    run_out_once(place, delete_and_forget)
    assert not caplog.records


class AwayStore:
    """A store that cannot be reached the first few times that it is read."""

    def __init__(self, store: Store, times: int) -> None:
        self._store, self._times = store, times

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def load(self, match_id: str) -> StoredMatch | None:
        self._times -= 1
        if self._times >= 0:
            raise StoreUnreachable("away for a moment")
        return await self._store.load(match_id)


def test_a_deadline_waits_for_the_store_without_a_complaint(
    place: Place, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("dicehall.match.service.RETRY_SECONDS", 0.001)

    async def lose_store(service: Matches, match_id: str) -> None:
        service.store = cast(Store, AwayStore(service.store, times=3))
        service._live.clear()

    run_out_once(place, lose_store)
    assert not caplog.records
