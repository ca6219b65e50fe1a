import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine

from dicehall.game.refused import StoreUnreachable, StoreUnusable
from dicehall.match.store.lists import best_alone, running
from dicehall.match.store.protocol import Store
from dicehall.match.store.schema import metadata
from dicehall.match.store.sqlite import SqliteStore
from dicehall.match.store.upgrade import migrate
from support.contests import SECRET, children_of, full_disk
from support.keeping import ANN, BOB, events_in, opened, with_store
from support.places import FilePlace


def test_everything_that_waits_shares_a_commit(tmp_path: Path) -> None:
    async def use(store: SqliteStore) -> None:
        changes: list[int] = []
        with sqlite3.connect(store.path) as other:
            other.execute("BEGIN IMMEDIATE")  # the writer waits with the first that it took
            first = asyncio.ensure_future(store.open("first", SECRET, [opened()]))
            await asyncio.sleep(0)
            writes = [store.open(f"m{n}", SECRET, [opened()]) for n in range(50)]
            for write in map(asyncio.ensure_future, writes):
                write.add_done_callback(lambda _: changes.append(count(other)))
            await asyncio.sleep(0)
            other.execute("COMMIT")
            await first
            while len(changes) < 50:
                await asyncio.sleep(0)
        assert max(changes) == 51
        assert len(set(changes)) <= 2  # those that were taken at first, and all others

    def count(connection: sqlite3.Connection) -> int:
        return int(connection.execute("SELECT count(*) FROM matches").fetchone()[0])

    with_store(FilePlace(tmp_path), use)


def test_a_full_disk_is_reported_and_survived(tmp_path: Path) -> None:
    async def use(store: SqliteStore) -> None:
        await store.open("m", SECRET, [opened()])
        with full_disk():
            writes = [store.append("m", 1, [ANN]), store.open("n", SECRET, [opened()])]
            answers = await asyncio.gather(*writes, return_exceptions=True)
        assert [type(answer) for answer in answers] == [StoreUnusable, StoreUnusable]
        await store.append("m", 1, [BOB])
        assert await events_in(store, "m") == [opened(), BOB]
        assert await store.load("n") is None

    with_store(FilePlace(tmp_path), use)


def test_a_full_disk_uses_up_no_commitment(tmp_path: Path) -> None:
    async def use(store: Store) -> None:
        with full_disk(), pytest.raises(StoreUnreachable):
            await store.spend("token", 2.0, 1.0)
        assert await store.spend("token", 2.0, 1.0)

    with_store(FilePlace(tmp_path), use)


def test_a_file_that_cannot_be_read_is_out_of_reach_until_it_can(tmp_path: Path) -> None:
    async def use(store: SqliteStore) -> None:
        await store.open("m", SECRET, [opened()])
        store.engine.dispose()
        aside = store.path.rename(tmp_path / "aside")
        store.path.mkdir()
        asked = [
            store.load("m"),
            store.since("m", 0),
            store.list(running("guest")),
            store.ask(best_alone("guest")),
            store.check(),
            store.key(),
            store.spend("token", 2.0, 1.0),
        ]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        store.path.rmdir()
        aside.rename(store.path)
        assert {type(answer) for answer in answers} == {StoreUnreachable}
        assert await events_in(store, "m") == [opened()]

    with_store(FilePlace(tmp_path), use)


def test_a_cancelled_caller_does_no_harm(tmp_path: Path) -> None:
    async def use(store: SqliteStore) -> None:
        with sqlite3.connect(store.path) as other:
            other.execute("BEGIN IMMEDIATE")
            opening = asyncio.ensure_future(store.open("gone", SECRET, [opened()]))
            await asyncio.sleep(0)
            opening.cancel()
            other.execute("COMMIT")
        await store.open("here", SECRET, [opened()])
        assert await events_in(store, "gone") == await events_in(store, "here")

    with_store(FilePlace(tmp_path), use)


def test_what_waits_is_on_disk_before_the_store_is_closed(tmp_path: Path) -> None:
    async def use(store: SqliteStore) -> None:
        await store.open("before", SECRET, [opened()])
        with sqlite3.connect(store.path) as other:
            other.execute("BEGIN IMMEDIATE")  # the writer waits with the first that it took
            first = asyncio.ensure_future(store.open("first", SECRET, [opened()]))
            await asyncio.sleep(0)
            while store.waiting:
                await asyncio.sleep(0)
            second = asyncio.ensure_future(store.open("second", SECRET, [opened()]))
            await asyncio.sleep(0)
            assert store.waiting == 1
            closing = asyncio.ensure_future(store.close())
            await asyncio.sleep(0)
            other.execute("COMMIT")
            await closing
            stored = other.execute("SELECT id FROM matches ORDER BY id").fetchall()
        assert stored == [("before",), ("first",), ("second",)]
        await asyncio.gather(first, second)

    with_store(FilePlace(tmp_path), use)


def writer_of(store: SqliteStore) -> int:
    children = children_of(os.getpid())
    [writer] = [pid for pid, command in children.items() if str(store.path) in command]
    return writer


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="children are found in /proc")
def test_a_writer_that_was_killed_is_replaced(tmp_path: Path) -> None:
    async def use(store: SqliteStore) -> None:
        await store.open("m", SECRET, [opened()])
        with sqlite3.connect(store.path) as other:
            other.execute("BEGIN IMMEDIATE")  # the writer waits with what it took
            appending = asyncio.ensure_future(store.append("m", 1, [ANN]))
            await asyncio.sleep(0)  # it is on its way
            os.kill(writer_of(store), signal.SIGKILL)
            with pytest.raises(StoreUnreachable):
                await appending
            other.execute("COMMIT")
        await store.append("m", 1, [BOB])
        assert await events_in(store, "m") == [opened(), BOB]

    with_store(FilePlace(tmp_path), use)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="children are found in /proc")
def test_the_writer_leaves_signals_to_the_server_and_ends_with_it(tmp_path: Path) -> None:
    async def use(store: SqliteStore) -> None:
        await store.open("m", SECRET, [opened()])
        writer = writer_of(store)
        for stopped_by in (signal.SIGINT, signal.SIGTERM):
            os.kill(writer, stopped_by)
        await store.append("m", 1, [ANN])
        assert writer_of(store) == writer
        await store.close()
        assert not Path(f"/proc/{writer}").exists()

    with_store(FilePlace(tmp_path), use)


def test_a_migration_happens_wholly_or_not_at_all(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "half.db") as other:
        other.execute("CREATE TABLE seats (something)")
    with pytest.raises(StoreUnusable):
        SqliteStore.at(tmp_path / "half.db")
    tables = other.execute("SELECT name FROM sqlite_master").fetchall()
    assert tables == [("seats",)]


def test_several_processes_may_make_the_same_store(tmp_path: Path) -> None:
    make = (
        "import sys, pathlib; from dicehall.match.store.sqlite import SqliteStore\n"
        "SqliteStore.at(pathlib.Path(sys.argv[1]))"
    )
    command = [sys.executable, "-c", make, str(tmp_path / "matches.db")]
    makers = [subprocess.Popen(command) for _ in range(3)]
    assert [maker.wait() for maker in makers] == [0, 0, 0]


def test_any_name_of_a_folder_will_do(tmp_path: Path) -> None:
    folder = tmp_path / "a new folder" / "what? 100%"

    async def use(store: Store) -> None:
        await store.open("m", SECRET, [opened()])
        assert await events_in(store, "m") == [opened()]

    with_store(FilePlace(folder), use)
    assert folder.exists()


def test_an_unusable_place_is_refused_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear Sir or Madam, " * 100)
    with sqlite3.connect(tmp_path / "newer.db") as newer:
        newer.execute("CREATE TABLE alembic_version (version_num)")
        newer.execute("INSERT INTO alembic_version VALUES ('9999')")
    for place in ("letter", "letter/matches.db", ".", "newer.db"):
        with pytest.raises(StoreUnusable) as refused:
            SqliteStore.at(tmp_path / place)
        assert refused.value.code == "store-unusable"
        assert str(tmp_path / place) in refused.value.reason
        assert "\n" not in refused.value.reason
    assert "newer version of Dicehall" in refused.value.reason


def test_the_migrations_make_the_schema_that_the_code_reads(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path}/dicehall.db")
    with engine.begin() as connection:
        migrate(connection)
        options = {"compare_type": True, "compare_server_default": True}
        context = MigrationContext.configure(connection, opts=options)
        assert compare_metadata(context, metadata) == []
