"""Databases of older versions open, and keep their matches."""

import asyncio
import time
from collections.abc import Callable
from random import Random
from typing import Any, TypeVar

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, MetaData, create_engine, insert, inspect, select, text
from sqlalchemy.ext.asyncio import create_async_engine

from dicehall.game import new_game
from dicehall.match.events import MatchOpened
from dicehall.match.figures import MatchReader
from dicehall.match.match import Match
from dicehall.match.service import Matches
from dicehall.match.store.figures import played_seats, unread
from dicehall.match.store.lists import best, finished, running
from dicehall.match.store.protocol import Store
from dicehall.match.store.schema import metadata
from dicehall.match.store.upgrade import MIGRATIONS, VERSION, migrate
from dicehall.match.thinking.here import ThinkingHere
from support import contests
from support.contests import SECRET
from support.keeping import ANN, BOB, EASY, ended, opened, with_store
from support.places import DatabasePlace, FilePlace, Place
from support.services import play_out, with_services

Result = TypeVar("Result")


def on_connection(place: Place, use: Callable[[Connection], Result]) -> Result:
    """Use a database without a store."""
    if isinstance(place, FilePlace):
        engine = create_engine(f"sqlite:///{place.path}/dicehall.db")
        with engine.begin() as connection:
            return use(connection)
    assert isinstance(place, DatabasePlace)
    url = place.url.replace("://", "+asyncpg://")

    async def run() -> Result:
        engine = create_async_engine(url)
        async with engine.begin() as connection:
            result = await connection.run_sync(use)
        await engine.dispose()
        return result

    return asyncio.run(run())


def take_back(place: Place, revision: str) -> None:
    """Give a database the tables of an older version, with what they can hold of its rows."""

    def rebuild(connection: Connection) -> None:
        kept = {
            table.name: connection.execute(select(table)).mappings().all()
            for table in metadata.sorted_tables
        }
        empty(connection)
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", str(MIGRATIONS))
        command.upgrade(config, revision)
        older = MetaData()
        older.reflect(connection)
        for table in older.sorted_tables:
            columns = table.columns.keys()
            if rows := [{name: row[name] for name in columns} for row in kept.get(table.name, ())]:
                connection.execute(insert(table), rows)

    on_connection(place, rebuild)


def empty(connection: Connection) -> None:
    metadata.drop_all(connection)
    connection.execute(text(f"DROP TABLE {VERSION}"))


def _index(found: Any) -> str:
    options = {name: str(value) for name, value in found.get("dialect_options", {}).items()}
    return str({**found, "dialect_options": options})


def describe(connection: Connection) -> dict[str, Any]:
    """The tables of a database; the order of their columns does not matter."""
    found = inspect(connection)
    return {
        table: (
            sorted(map(str, found.get_columns(table))),
            found.get_pk_constraint(table),
            sorted(map(str, found.get_foreign_keys(table))),
            sorted(map(_index, found.get_indexes(table))),
            found.get_table_options(table),
            connection.execute(text(f"SELECT * FROM {VERSION}")).all(),
        )
        for table in found.get_table_names()
    }


def test_an_empty_database_gets_the_schema_that_the_migrations_make(place: Place) -> None:
    async def use(store: Store) -> None:
        await store.check()

    with_store(place, use)
    made = on_connection(place, describe)
    on_connection(place, empty)
    on_connection(place, migrate)
    assert {*made} == {*metadata.tables, VERSION}
    assert on_connection(place, describe) == made


@pytest.mark.parametrize("revision", ["0001", "0008"])
def test_a_database_of_an_older_version_opens(place: Place, revision: str) -> None:
    sitting = [contests.ANN, contests.BOB]
    guest = contests.ANN.holder
    played: list[Match] = []

    async def play(service: Matches) -> None:
        over = await service.open(new_game("knucklebones"), sitting)
        played.append(await play_out(service, over, Random(1)))
        played.append(await service.open(new_game("knucklebones"), sitting))

    def count_faces(connection: Connection) -> None:
        over = text("INSERT INTO uncounted (match_id) VALUES (:id)")
        connection.execute(over, {"id": played[0].id})
        connection.execute(text("INSERT INTO falls VALUES ('fune', 'd6', 1, 7)"))

    async def check(service: Matches) -> None:
        assert [await service.see(match.id) for match in played] == played
        queries = finished(guest), running(guest)
        listed = [{seat.match_id for seat in await service.store.list(one)} for one in queries]
        assert listed == [{match.id} for match in played]
        await play_out(service, played[1], Random(2))

    with_services(place, play)
    take_back(place, revision)
    if revision == "0008":
        on_connection(place, count_faces)
    with_services(place, check)
    tables = on_connection(place, lambda connection: inspect(connection).get_table_names())
    assert {*tables} == {*metadata.tables, "alembic_version"}


def test_a_store_of_an_older_version_learns_the_variants_of_its_matches(place: Place) -> None:
    def sparkle(curve: str) -> MatchOpened:
        return MatchOpened("sparkle", 1, {"curve": curve} if curve else {}, "promise", 1.0)

    async def fill(store: Store) -> None:
        await store.open("a", SECRET, [sparkle("gentle"), ANN, ended(2.0, 90)])
        await store.open("b", SECRET, [sparkle(""), ANN, ended(2.0, 40)])
        await store.open("c", SECRET, [opened(1.0), ANN, BOB, ended(3.0, 40, 30)])
        await store.open("d", SECRET, [sparkle("gentle"), ANN])

    async def check(store: Store) -> None:
        lines = await store.list(finished("guest-a")) + await store.list(running("guest-a"))
        variants = {line.match_id: line.variant for line in lines}
        assert variants == {"a": "gentle", "b": "classic", "c": "", "d": "gentle"}
        assert [line.score for line in await store.list(best("sparkle", variant="gentle"))] == [90]
        await store.open("e", SECRET, [sparkle("gentle"), ANN, ended(2.0, 91)])
        assert len(await store.list(best("sparkle", variant="gentle"))) == 2

    async def look_again(store: Store) -> None:
        assert [line.match_id for line in await store.list(running("guest-a"))] == ["d"]

    with_store(place, fill)
    take_back(place, "0004")
    with_store(place, check)
    with_store(place, look_again)


def test_the_matches_of_an_older_version_wait_to_be_read(place: Place) -> None:
    async def fill(store: Store) -> None:
        await store.open("a", SECRET, [opened(1.0), ANN, EASY, ended(2.0, 40, 30)])
        await store.open("b", SECRET, [opened(1.0), ANN, BOB])

    async def check(store: Store) -> None:
        assert await store.ask(unread(9)) == [("a",)]
        ((match_id, *_rest),) = await store.ask(played_seats("guest-a"))
        assert match_id == "a"
        reader = MatchReader(store, ThinkingHere(0), asyncio.to_thread, time.time, alone=True)
        assert await reader.read_next()
        assert await store.ask(unread(9)) == []

    with_store(place, fill)
    take_back(place, "0012")
    with_store(place, check)
