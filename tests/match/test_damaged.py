"""Lists of matches of which some cannot be loaded: their game is gone, or their data is damaged."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, update

from dicehall.match.commands import Resign
from dicehall.match.opening import set_table
from dicehall.match.rooms import Terms
from dicehall.match.service import Matches
from dicehall.match.store.protocol import Store
from dicehall.match.store.schema import events
from dicehall.match.store.sqlite import SqliteStore
from dicehall.match.unstarted import find_unstarted
from support.clients import program
from support.contests import ANN, BOB
from support.places import FilePlace, Place
from support.server import Server
from support.services import BONES, EASY, computers_rest, with_services

GONE_GAME = b'{"type":"MatchOpened","game":"gone","seats":2,"options":{},"promise":"","at":1.0}'
DAMAGED = b"{"


async def damage(store: Store, match_id: str, data: bytes) -> None:
    """Put something else in the place of a match's first event."""
    first = update(events).where(events.c.match_id == match_id, events.c.seq == 0)
    await store.change([(first.values(data=data), {})])


def test_a_match_that_cannot_be_loaded_is_left_out_and_logged_once(
    place: Place, caplog: pytest.LogCaptureFixture
) -> None:
    opened: list[str] = []

    async def fill(service: Matches) -> None:
        opened.extend([(await service.open(BONES, [ANN, BOB])).id for _ in range(4)])
        await damage(service.store, opened[0], GONE_GAME)
        await damage(service.store, opened[2], DAMAGED)

    async def check(service: Matches) -> None:
        for _ in range(2):
            seen = await service.see_all([*opened, "no-such-match"])
            assert [*seen] == [opened[1], opened[3]]
            assert all(match.id == one for one, match in seen.items())

    with_services(place, fill)
    with_services(place, check)
    logged = [record.getMessage() for record in caplog.records]
    assert [one.split()[1] for one in logged] == sorted([opened[0], opened[2]])


def test_every_node_sees_the_newest_version_of_many_matches(place: Place) -> None:
    async def play(service: Matches, other: Matches) -> None:
        ids = [(await service.open(BONES, [ANN, BOB])).id for _ in range(3)]
        await other.see_all(ids)
        ended = await service.do(ids[1], Resign(ANN.holder, ""))
        assert (await other.see_all(ids))[ids[1]] == ended
        assert await other.see_all(ids) == await service.see_all(ids)

    with_services(place, play, count=2)


def test_many_matches_are_loaded_with_one_query(tmp_path: Path) -> None:
    received: list[str] = []

    async def fill(service: Matches) -> None:
        ids.extend([(await service.open(BONES, [ANN, BOB])).id for _ in range(55)])

    async def check(service: Matches) -> None:
        assert isinstance(service.store, SqliteStore)
        event.listen(
            service.store.engine, "before_cursor_execute", lambda *told: received.append(told[2])
        )
        assert len(await service.see_all(ids)) == 55

    ids: list[str] = []
    with_services(FilePlace(tmp_path), fill)
    with_services(FilePlace(tmp_path), check)
    assert len(received) == 1


def test_a_match_that_is_dropped_while_others_are_loaded_stays_dropped(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def check(service: Matches) -> None:
        deleted, other = [(await service.open(BONES, [ANN, BOB])).id for _ in range(2)]
        service._live.drop(service._live[other])
        kind = type(service.store)
        ask = kind.ask

        async def drop_and_ask(store: Any, query: Any) -> Any:
            service._live.drop(service._live[deleted])
            return await ask(store, query)

        monkeypatch.setattr(kind, "ask", drop_and_ask)
        await service.see_all([deleted, other])
        assert service.peek(other)
        assert not service.peek(deleted)

    with_services(place, check)


def test_a_damaged_match_does_not_keep_others_from_being_found_or_resumed(place: Place) -> None:
    table = set_table("knucklebones", {}, "people", "guest-a", ("", ""), "first")
    alone: list[str] = []

    async def fill(service: Matches) -> None:
        alone.append((await service.open(*table)).id)
        for sitting in (table[1], [BOB, ANN], [replace(EASY, seat=0), replace(ANN, seat=1)]):
            match = await service.open(BONES, sitting)
            await damage(service.store, match.id, DAMAGED)

    async def check(service: Matches) -> None:
        found = await find_unstarted(service, *table, Terms())
        assert found
        assert found.id == alone[0]
        await service.start()
        assert service.resuming
        await asyncio.wait_for(service.resuming, 120)
        await computers_rest(service)

    with_services(place, fill)
    with_services(place, check)


@pytest.mark.slow
def test_home_and_lobby_open_when_a_public_table_and_an_own_match_are_damaged(
    tmp_path: Path,
) -> None:
    server = Server(tmp_path)
    try:
        with program(server) as ada, program(server) as bob:
            room: dict[str, Any] = {"game": "knuckles", "opponent": "open", "public": True}
            opened = [
                guest.post("/api/matches", json={**room, "name": name}).json()["id"]
                for guest, name in ((ada, "Ada"), (ada, "Ada"), (bob, "Bob"))
            ]
            server.stop()

            async def break_two(service: Matches) -> None:
                await damage(service.store, opened[0], GONE_GAME)
                await damage(service.store, opened[1], DAMAGED)

            with_services(FilePlace(tmp_path), break_two)
            server.start()
            for guest in (ada, bob):
                for path in ("/", "/lobby"):
                    assert guest.get(path).status_code == 200
            assert opened[2] in ada.get("/lobby").text
    finally:
        server.stop()
