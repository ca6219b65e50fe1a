"""Finished matches are read once, by one process, also those of an old database."""

import asyncio
import time
from random import Random

import pytest

from dicehall.game import new_game
from dicehall.match.administration import Administration
from dicehall.match.dice.commitments import CommittedDice
from dicehall.match.figures import MatchReader
from dicehall.match.match import Match
from dicehall.match.service import Matches
from dicehall.match.store.figures import PlayedSeat, played_seats, unread
from dicehall.match.store.protocol import Store
from dicehall.match.thinking.here import ThinkingHere
from support import contests
from support.keeping import ANN, BOB, EASY, ended, opened, with_store
from support.places import Place
from support.services import play_out, with_services

GUEST = contests.ANN.holder


async def seats_of(store: Store, guest: str = GUEST, **which: object) -> list[PlayedSeat]:
    return [PlayedSeat(*row) for row in await store.ask(played_seats(guest, **which))]  # type: ignore[arg-type]


def reader(store: Store, *, alone: bool = True, now: float = 1000.0) -> MatchReader:
    return MatchReader(store, ThinkingHere(0), asyncio.to_thread, lambda: now, alone=alone)


async def played(service: Matches, seed: int = 1) -> Match:
    promised = CommittedDice(f"match-{seed}", contests.SECRET)  # the same dice each time: no draw
    match = await service.open(new_game("knucklebones"), [contests.ANN, contests.BOB], promised)
    return await play_out(service, match, Random(seed))


def test_both_seats_of_a_match_get_their_figures(place: Place) -> None:
    async def run(service: Matches) -> None:
        match = await played(service)
        (before,) = await seats_of(service.store)
        assert (before.milestones, before.luck) == (None, None)
        assert await reader(service.store).read_next()
        assert not await reader(service.store).read_next()
        (ann,) = await seats_of(service.store)
        (bob,) = await seats_of(service.store, contests.BOB.holder)
        assert ann.match_id == bob.match_id == match.id
        assert ann.won != bob.won
        assert ann.won == bob.other_won
        assert ann.luck == pytest.approx(-(bob.luck or 0))
        assert ann.spread == pytest.approx(bob.spread)
        assert 0 < (ann.spread or 0) < 2
        assert (ann.cost or 0) > 0
        assert (ann.level, ann.holder) == ("", contests.BOB.holder)

    with_services(place, run)


def test_waiting_guests_then_latest_matches_are_read_first(place: Place) -> None:
    async def run(store: Store) -> None:
        for n in range(3):
            await store.open(
                f"m{n}", contests.SECRET, [opened(1.0), ANN, EASY, ended(2.0 + n, 9, 8)]
            )
        await store.open("b", contests.SECRET, [opened(1.0), BOB, ended(1.5, 9, 8)])
        assert [row[0] for row in await store.ask(unread(9))] == ["m2", "m1", "m0", "b"]
        waiting = reader(store)
        waiting.wake("guest-b")
        assert await waiting.read_next()
        assert [row[0] for row in await store.ask(unread(9))] == ["m2", "m1", "m0"]
        while await waiting.read_next():
            pass
        assert not await store.ask(unread(9))
        assert [seat.match_id for seat in await seats_of(store, "guest-a")] == ["m2", "m1", "m0"]
        assert len(await seats_of(store, "guest-a", since=3.0)) == 1
        assert not await seats_of(store, "guest-a", game="fune")

    with_store(place, run)


def test_a_match_is_read_by_one_process_and_by_another_if_that_stopped(place: Place) -> None:
    async def run(store: Store) -> None:
        await store.open("m", contests.SECRET, [opened(1.0), ANN, EASY, ended(2.0, 9, 8)])
        first, other = (reader(store, alone=False) for _ in range(2))
        assert await first._claim("m")
        assert not await other.read_next()
        assert await reader(store, alone=False, now=2000.0).read_next()

    with_store(place, run)


def test_a_match_that_cannot_be_read_stops_no_other(
    place: Place, caplog: pytest.LogCaptureFixture
) -> None:
    async def run(store: Store) -> None:
        await store.open("m", contests.SECRET, [opened(1.0), ANN, EASY, ended(2.0, 9, 8)])
        broken = reader(store)
        broken._figures = None  # type: ignore[assignment, method-assign]
        assert await broken.read_next()
        assert not await broken.read_next()

    with_store(place, run)
    assert "cannot compute the figures" in caplog.text


def test_without_a_package_only_luck_is_unknown(place: Place) -> None:
    class Bare(ThinkingHere):
        async def compare(self, *about: object) -> None:
            raise ModuleNotFoundError

    async def run(service: Matches) -> None:
        await played(service, seed=4)
        bare = MatchReader(service.store, Bare(0), asyncio.to_thread, time.time, alone=True)
        assert await bare.read_next()
        found = await seats_of(service.store) + await seats_of(service.store, contests.BOB.holder)
        assert [seat.luck for seat in found] == [None, None]
        assert {*map(type, (seat.milestones for seat in found))} == {str}

    with_services(place, run)


def test_nothing_of_an_erased_guest_is_left(place: Place) -> None:
    async def run(service: Matches) -> None:
        shared = await played(service)
        await service.open(new_game("fune"), [contests.ANN])
        await Administration(service.store).erase_guest(GUEST)
        assert not await seats_of(service.store)
        (bob,) = await seats_of(service.store, contests.BOB.holder)
        assert (bob.match_id, bob.name) == (shared.id, "Guest")
        assert GUEST not in bob.holder

    with_services(place, run)
