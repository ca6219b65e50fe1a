"""What every store promises, whichever database it is on."""

import asyncio

import msgspec
import pytest

from dicehall.game.refused import StoreUnreachable
from dicehall.match.events import (
    CoinTossed,
    DiceRolled,
    MatchEvent,
    MovePlayed,
    SeatTaken,
)
from dicehall.match.store.lists import (
    finished,
    running,
)
from dicehall.match.store.protocol import Store, VersionConflict
from support.contests import SECRET
from support.keeping import ANN, BOB, ended, events_in, opened, with_store
from support.places import Place


def test_stored_events_are_read_back_from_a_new_store(place: Place) -> None:
    events: list[MatchEvent] = [
        opened(),
        ANN,
        BOB,
        DiceRolled((5,)),
        MovePlayed(0, "column 1", "1"),
    ]

    async def write(store: Store) -> None:
        await store.open("m", SECRET, events[:3])
        await store.append("m", 3, events[3:])

    async def read(store: Store) -> None:
        kept = await store.load("m")
        assert kept
        assert (kept.secret, kept.events) == (SECRET, events)
        assert await store.load("n") is None

    with_store(place, write)
    with_store(place, read)


def test_the_second_writer_of_a_version_is_refused(place: Place) -> None:
    async def use(store: Store) -> None:
        await store.open("m", SECRET, [opened()])
        await store.append("m", 1, [ANN])
        with pytest.raises(VersionConflict):
            await store.append("m", 1, [BOB, DiceRolled((5,))])
        with pytest.raises(VersionConflict):
            await store.open("m", SECRET, [opened()])
        assert await events_in(store, "m") == [opened(), ANN]
        assert await store.list(running("guest-b")) == []

    with_store(place, use)


def test_one_bad_write_does_not_harm_those_that_wait_beside_it(place: Place) -> None:
    async def use(store: Store) -> None:
        for n in range(20):
            await store.open(f"m{n}", SECRET, [opened()])
        await store.append("m7", 1, [ANN])
        writes = [store.append(f"m{n}", 1, [SeatTaken(0, f"{n}", "guest")]) for n in range(20)]
        unspeakable = store.append("\ud800", 1, [ANN])
        answers = await asyncio.gather(unspeakable, *writes, return_exceptions=True)
        assert type(answers[0]) not in (type(None), VersionConflict)
        assert isinstance(answers[8], VersionConflict)
        assert answers[1:8] + answers[9:] == [None] * 19
        assert await events_in(store, "m7") == [opened(), ANN]
        for n in {*range(20)} - {7}:
            assert await events_in(store, f"m{n}") == [opened(), SeatTaken(0, f"{n}", "guest")]

    with_store(place, use)


def test_closing_finishes_what_waits_and_then_refuses(place: Place) -> None:
    async def use(store: Store) -> None:
        opening = [
            asyncio.ensure_future(store.open(f"m{n}", SECRET, [opened()])) for n in range(3000)
        ]
        await asyncio.sleep(0)
        await store.close()
        await asyncio.gather(*opening)
        with pytest.raises(StoreUnreachable):
            await store.open("late", SECRET, [opened()])

    async def check(store: Store) -> None:
        assert await events_in(store, "m0") == await events_in(store, "m2999") == [opened()]

    with_store(place, use)
    with_store(place, check)


def test_what_happens_to_a_match_in_one_commit_happens_in_turn(place: Place) -> None:
    async def use(store: Store) -> None:
        await asyncio.gather(
            store.open("m", SECRET, [msgspec.structs.replace(opened(), code="ABCDEF")]),
            store.append("m", 1, [ANN]),
            store.append("m", 2, [BOB]),
            store.append("m", 3, [CoinTossed(1)]),
            store.append("m", 4, [ended(2.0, 7, 5)]),
        )
        seats = await store.list(finished("guest-a"))
        assert [(seat.name, seat.score, seat.won) for seat in seats] == [
            ("Bob", 7, True),
            ("Ann", 5, False),
        ]

    with_store(place, use)


def test_what_happened_since_a_version(place: Place) -> None:
    async def use(store: Store) -> None:
        await store.open("m", SECRET, [opened(), ANN])
        await store.append("m", 2, [BOB, DiceRolled((5,))])
        await store.open("n", SECRET, [opened()])
        assert list(await store.since("m", 1)) == [ANN, BOB, DiceRolled((5,))]
        assert list(await store.since("m", 4)) == list(await store.since("o", 0)) == []
        many = [f"o{n}" for n in range(40_000)]
        assert await store.versions(["m", "n", *many]) == {"m": 4, "n": 1}
        assert await store.versions([]) == {}
        await store.check()

    with_store(place, use)


def test_two_writes_of_one_version_at_once(place: Place) -> None:
    async def use(store: Store) -> None:
        await store.open("m", SECRET, [opened()])
        writes = [store.append("m", 1, [SeatTaken(0, f"{n}", "guest")]) for n in range(5)]
        answers = await asyncio.gather(*writes, return_exceptions=True)
        assert [type(answer) for answer in answers].count(VersionConflict) == 4
        winner = answers.index(None)
        assert await events_in(store, "m") == [opened(), SeatTaken(0, f"{winner}", "guest")]

    with_store(place, use)


def test_appending_to_an_unknown_match_fails(place: Place) -> None:
    async def use(store: Store) -> None:
        with pytest.raises(VersionConflict):
            await store.append("nothing", 0, [ANN])
        assert await store.load("nothing") is None

    with_store(place, use)


def test_no_name_of_a_match_breaks_anything(place: Place) -> None:
    async def use(store: Store) -> None:
        for strange in ("", "\0", "'; DROP TABLE matches", "🎲" * 100, "%s$1?:a"):
            assert await store.load(strange) is None

    with_store(place, use)


def test_two_stores_write_to_the_same_matches_at_once(place: Place) -> None:
    async def use(one: Store) -> None:
        two = await place.open()
        ids = [f"m{n}" for n in range(40)]
        await asyncio.gather(*(one.open(match_id, SECRET, [opened()]) for match_id in ids))
        writes = [
            store.append(match_id, 1, [SeatTaken(0, name, name), DiceRolled((1,))])
            for name, store, order in (("one", one, ids), ("two", two, ids[::-1]))
            for match_id in order
        ]
        answers = await asyncio.gather(*writes, return_exceptions=True)
        assert answers.count(None) == 40
        assert {type(answer) for answer in answers} == {type(None), VersionConflict}
        for n, match_id in enumerate(ids):
            won = "one" if answers[n] is None else "two"
            kept = [opened(), SeatTaken(0, won, won), DiceRolled((1,))]
            assert await events_in(one, match_id) == await events_in(two, match_id) == kept
        await two.close()

    with_store(place, use)


def test_all_openers_of_the_store_get_the_same_key(place: Place) -> None:
    async def use(one: Store) -> None:
        two = await place.open()
        keys = await asyncio.gather(*(store.key() for store in (one, two, one, two)))
        assert len(set(keys)) == 1
        assert len(keys[0]) == 64
        await two.close()

    with_store(place, use)
