"""Failures that only PostgreSQL has: an unreachable server, and unacknowledged commits."""

import asyncio
import gc
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import asyncpg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import create_async_engine

from dicehall.game.refused import StoreUnreachable, StoreUnusable
from dicehall.match.events import CoinTossed, DiceRolled, MatchEvent, SeatTaken
from dicehall.match.store.lists import running
from dicehall.match.store.postgres import PostgresStore
from dicehall.match.store.protocol import Store, VersionConflict
from dicehall.match.store.schema import metadata
from support.contests import SECRET
from support.keeping import ANN, BOB, events_in, opened, with_store
from support.places import POSTGRES, DatabasePlace, need, run_sql
from support.wire import Wire


@asynccontextmanager
async def far_store(place: DatabasePlace) -> AsyncIterator[tuple[PostgresStore, Wire]]:
    """A store at the end of a wire, with a match in it."""
    wire = Wire(place.url)
    store = await PostgresStore.at(await wire.start())
    try:
        await store.open("m", SECRET, [opened()])
        yield store, wire
    finally:
        await store.close()
        await wire.close()


def run(use: Callable[[], Awaitable[None]]) -> None:
    async def all_of_it() -> None:
        await use()

    asyncio.run(all_of_it())


async def until(ready: Callable[[], Awaitable[bool]]) -> None:
    while not await ready():
        await asyncio.sleep(0.01)


@pytest.mark.parametrize(
    ("events", "mute_at"),
    [([ANN], b"SeatTaken"), ([ANN, BOB, CoinTossed(1)], b"COMMIT")],
    ids=["one statement", "a transaction"],
)
def test_an_unacknowledged_commit_is_found(
    database: DatabasePlace, events: list[MatchEvent], mute_at: bytes
) -> None:
    async def use() -> None:
        near = await PostgresStore.at(database.url)
        async with far_store(database) as (store, wire):
            wire.mute_at = mute_at
            writing = asyncio.ensure_future(store.append("m", 1, events))

            async def kept() -> bool:
                return await near.versions(["m"]) == {"m": 1 + len(events)}

            await until(kept)
            assert not writing.done()
            wire.mend()
            await writing
            assert await events_in(store, "m") == [opened(), *events]
        await near.close()

    run(use)


def test_a_found_commit_counts_also_when_the_match_has_gone_on(database: DatabasePlace) -> None:
    async def use() -> None:
        near = await PostgresStore.at(database.url)
        async with far_store(database) as (store, wire):
            wire.mute_at = b"SeatTaken"
            writing = asyncio.ensure_future(store.append("m", 1, [ANN, BOB]))

            async def kept() -> bool:
                return await near.versions(["m"]) == {"m": 3}

            await until(kept)
            await near.append("m", 3, [DiceRolled((5,))])
            wire.mend()
            await writing
            assert await events_in(store, "m") == [opened(), ANN, BOB, DiceRolled((5,))]
        await near.close()

    run(use)


def test_long_values_are_not_truncated(database: DatabasePlace) -> None:
    async def use(store: Store) -> None:
        with pytest.raises(asyncpg.StringDataRightTruncationError):
            await store.open("m", SECRET, [opened(), SeatTaken(0, "Ann", level="easy" * 5)])
        assert await store.load("m") is None

    with_store(database, use)


def test_a_lost_batch_is_sent_again(database: DatabasePlace) -> None:
    async def use() -> None:
        async with far_store(database) as (store, wire):
            wire.open.clear()
            writing = asyncio.ensure_future(store.append("m", 1, [ANN]))
            await wire.held()
            wire.mend()
            await writing
            assert await events_in(store, "m") == [opened(), ANN]

    run(use)


def test_a_late_duplicate_batch_has_no_effect(database: DatabasePlace) -> None:
    async def use() -> None:
        near = await PostgresStore.at(database.url)
        async with far_store(database) as (store, wire):
            await store.append("m", 1, [ANN])  # prepares the statement
            wire.open.clear()
            writing = asyncio.ensure_future(store.append("m", 2, [BOB]))
            await wire.held()
            held = wire.hang_up()
            await writing
            held.set()  # only now the first try arrives
            await near.append("m", 3, [DiceRolled((5,))])
            assert await events_in(near, "m") == [opened(), ANN, BOB, DiceRolled((5,))]
        await near.close()

    run(use)


def test_a_conflict_after_a_lost_reply_is_reported(database: DatabasePlace) -> None:
    async def use() -> None:
        near = await PostgresStore.at(database.url)
        async with far_store(database) as (store, wire):
            await store.open("n", SECRET, [opened()])
            wire.open.clear()
            lost = asyncio.ensure_future(store.append("m", 1, [ANN]))
            kept = asyncio.ensure_future(store.append("n", 1, [ANN]))
            await near.append("m", 1, [BOB])
            await wire.held()
            wire.mend()
            with pytest.raises(VersionConflict):
                await lost
            await kept
            assert await events_in(store, "m") == [opened(), BOB]
            assert await events_in(store, "n") == [opened(), ANN]
        await near.close()

    run(use)


def test_while_the_server_is_away_everything_is_refused(
    database: DatabasePlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dicehall.match.store.postgres_writer.PATIENCE_SECONDS", 0.2)

    async def use() -> None:
        async with far_store(database) as (store, wire):
            wire.refusing = True
            wire.cut()
            asked = [
                store.append("m", 1, [ANN]),
                store.load("m"),
                store.since("m", 0),
                store.check(),
            ]
            answers = await asyncio.gather(*asked, return_exceptions=True)
            assert {type(answer) for answer in answers} == {StoreUnreachable}
            wire.refusing = False
            await store.check()
            assert await events_in(store, "m") == [opened()]
            await store.append("m", 1, [ANN])
            assert await events_in(store, "m") == [opened(), ANN]

    run(use)


def test_a_database_that_refuses_connections_is_unreachable(
    database: DatabasePlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dicehall.match.store.postgres_writer.PATIENCE_SECONDS", 0.2)
    server, _, name = database.url.rpartition("/")

    async def use(store: Store) -> None:
        await store.open("m", SECRET, [opened()])
        run_sql(server, f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1"
        run_sql(server, ended, name)
        asked = [store.append("m", 1, [ANN]), store.load("m"), store.list(running("guest"))]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert {type(answer) for answer in answers} == {StoreUnreachable}
        run_sql(server, f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        assert await events_in(store, "m") == [opened()]

    with_store(database, use)


def test_a_transaction_that_does_not_end_keeps_only_its_own_match(
    database: DatabasePlace,
) -> None:
    async def use(store: Store) -> None:
        await asyncio.gather(*(store.open(name, SECRET, [opened()]) for name in "mno"))
        other = await asyncpg.connect(database.url)
        stuck = other.transaction()
        await stuck.start()
        await other.execute("INSERT INTO events VALUES ('m', 1, 'x')")
        writes = [store.append(name, 1, [ANN]) for name in "mno"]
        held, *free = await asyncio.gather(*writes, return_exceptions=True)
        assert (type(held), free) == (StoreUnreachable, [None, None])
        await stuck.rollback()
        await store.append("m", 1, [ANN])
        await other.close()
        assert await store.versions("mno") == {"m": 2, "n": 2, "o": 2}

    with_store(database, use)


def test_connections_ended_by_the_server_are_made_anew(database: DatabasePlace) -> None:
    async def use(store: Store) -> None:
        assert isinstance(store, PostgresStore)
        await store.open("m", SECRET, [opened()])
        for n in range(1, 30):
            ending = asyncio.ensure_future(end_all(store))
            await store.append(
                "m", n, [SeatTaken(0, f"{n}", f"{n}")] if n == 1 else [DiceRolled((n,))]
            )
            assert len(await events_in(store, "m")) == n + 1
            await ending

    async def end_all(store: PostgresStore) -> None:
        other = await asyncpg.connect(database.url)
        await other.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        await other.close()

    with_store(database, use)


def test_everything_that_waits_shares_a_commit(database: DatabasePlace) -> None:
    async def use(store: Store) -> None:
        assert isinstance(store, PostgresStore)
        opening = [store.open(f"m{n}", SECRET, [opened(), ANN]) for n in range(50)]
        await asyncio.gather(*opening)
        appending = [store.append(f"m{n}", 2, [BOB, DiceRolled((5,))]) for n in range(50)]
        await asyncio.gather(*appending)
        transactions = "SELECT count(DISTINCT xmin::text) FROM events"
        assert await store.pool.fetchval(transactions) == 2

    with_store(database, use)


def test_nodes_that_start_together_make_the_tables_once(empty_database: DatabasePlace) -> None:
    async def use() -> None:
        stores = await asyncio.gather(*(PostgresStore.at(empty_database.url) for _ in range(4)))
        for store in stores:
            await store.close()

    run(use)


def test_the_migrations_make_the_schema_that_the_code_reads(database: DatabasePlace) -> None:
    def compare(connection: Connection) -> list[object]:
        options = {"compare_type": True, "compare_server_default": True}
        context = MigrationContext.configure(connection, opts=options)
        return list(compare_metadata(context, metadata))

    async def use() -> None:
        await (await PostgresStore.at(database.url)).close()
        engine = create_async_engine(database.url.replace("://", "+asyncpg://"))
        async with engine.connect() as connection:
            assert await connection.run_sync(compare) == []
        await engine.dispose()

    run(use)


@pytest.mark.database
@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("postgresql://ann:hidden@127.0.0.1:1/dicehall", "Connect call failed"),
        (f"{POSTGRES}/there_is_no_such_database", "does not exist"),
        ("postgresql://127.0.0.1:many/dicehall", "invalid literal"),
    ],
)
def test_a_database_that_cannot_be_used_is_refused_by_its_name(url: str, why: str) -> None:
    need("PostgreSQL", POSTGRES)
    with pytest.raises(StoreUnusable) as refused:
        asyncio.run(PostgresStore.at(url))
    assert why in refused.value.reason
    assert url.rpartition("/")[2] in refused.value.reason
    assert "hidden" not in refused.value.reason


def test_a_database_of_a_newer_version_is_refused(empty_database: DatabasePlace) -> None:
    async def use() -> None:
        store = await PostgresStore.at(empty_database.url)
        await store.pool.execute("UPDATE alembic_version SET version_num = '9999'")
        await store.close()
        with pytest.raises(StoreUnusable, match="newer version of Dicehall"):
            await PostgresStore.at(empty_database.url)

    run(use)


def test_it_closes_quietly_while_readers_are_called_off(
    database: DatabasePlace, caplog: pytest.LogCaptureFixture
) -> None:
    async def use() -> None:
        for turns in range(30):
            store = await PostgresStore.at(database.url)
            await asyncio.gather(*(store.list(running("guest")) for _ in range(5)))
            readers = [asyncio.create_task(store.list(running("guest"))) for _ in range(5)]
            for _ in range(turns):  # of the loop
                await asyncio.sleep(0)
            for reader in readers:
                reader.cancel()
            await asyncio.gather(*readers, return_exceptions=True)
            await store.close()

    run(use)
    gc.collect()  # what nobody has looked at is complained of when it is thrown away
    assert not caplog.records


FULL_DISK = """
    CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE EXCEPTION 'could not extend file: No space left' USING ERRCODE = 'disk_full';
    END $$;
    CREATE TRIGGER fill BEFORE INSERT OR UPDATE ON events EXECUTE FUNCTION fill();
    CREATE TRIGGER fill BEFORE INSERT OR UPDATE ON house EXECUTE FUNCTION fill();
"""
EMPTY_DISK = "DROP FUNCTION fill CASCADE"


def test_a_full_disk_is_reported_and_survived(database: DatabasePlace) -> None:
    async def use(store: Store) -> None:
        await store.open("m", SECRET, [opened()])
        host = await asyncpg.connect(database.url)
        await host.execute(FULL_DISK)
        writes = [store.append("m", 1, [ANN]), store.open("n", SECRET, [opened()]), store.check()]
        answers = await asyncio.gather(*writes, return_exceptions=True)
        assert [type(answer) for answer in answers] == [StoreUnusable] * 3
        assert "matches cannot be stored right now: could not extend file" in str(answers[0])
        await host.execute(EMPTY_DISK)
        await host.close()
        await store.check()
        await store.append("m", 1, [BOB])
        assert await events_in(store, "m") == [opened(), BOB]
        assert await store.load("n") is None

    with_store(database, use)
