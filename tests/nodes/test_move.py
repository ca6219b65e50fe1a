"""`dicehall move-to`: a server moves from a file to PostgreSQL, all of it or nothing."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from dicehall.match.store import transfer
from nodes.conftest import NewNode
from nodes.visitors import open_match, play, see, visitor
from support.commands import dicehall
from support.contests import SECRET
from support.keeping import ANN, BOB, ended, opened, with_store
from support.places import DatabasePlace, FilePlace


def move(folder: Path, url: str) -> CompletedProcess[str]:
    return dicehall("move-to", url, "--data", str(folder))


def test_a_server_moves_with_its_guests(
    new_node: NewNode, database: DatabasePlace, tmp_path: Path
) -> None:
    async def play_on() -> None:
        node = new_node("--data", str(tmp_path))
        async with visitor(node) as ada:
            match = await open_match(ada, node, "knucklebones", "people", other="Bob")
            match = (await play(ada, node, match, match["turn"]["moves"][0])).json()
            for number in range(3):
                await open_match(ada, node, "fune", "alone", name=f"Ada {number}")
            early = await asyncio.to_thread(move, tmp_path, database.url)
            assert (early.returncode, early.stderr.count("\n")) == (2, 1)
            assert "stop it first" in early.stderr
            node.stop()
            done = await asyncio.to_thread(move, tmp_path, database.url)
            assert (done.returncode, done.stderr) == (0, "")
            assert "copied and compared: 4 matches" in done.stdout
            again = await asyncio.to_thread(move, tmp_path, database.url)
            assert again.returncode == 2
            assert "there are matches in" in again.stderr
            moved = new_node(*database.options)
            assert await see(ada, moved, match) == match
            assert (await play(ada, moved, match, match["turn"]["moves"][0])).is_success

    asyncio.run(play_on())


def test_what_did_not_arrive_as_it_was_sent_is_not_kept(
    database: DatabasePlace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fill(store: object) -> None:
        await store.open("m", SECRET, [opened(), ANN, BOB, ended(2.0, 9, 7)])  # type: ignore[attr-defined]

    with_store(FilePlace(tmp_path), fill)
    true_rows = transfer._seen

    def without_the_last(*asked):  # type: ignore[no-untyped-def]
        rows = list(true_rows(*asked))
        return rows[:-1] if asked[1].name == "events" else rows

    monkeypatch.setattr(transfer, "_seen", without_the_last)
    path = tmp_path / "dicehall.db"
    with pytest.raises(transfer.StoreUnusable, match="events m differed after copying"):
        asyncio.run(transfer.transfer(path, database.url))
    monkeypatch.undo()
    moved = asyncio.run(transfer.transfer(path, database.url))
    with closing(sqlite3.connect(path)) as source:
        for table, count in moved.rows.items():
            assert source.execute(f"SELECT count(*) FROM {table}").fetchone() == (count,)


def test_missing_data_and_wrong_databases_are_refused(tmp_path: Path) -> None:
    assert "there are no matches in" in move(tmp_path, "postgresql://nowhere/x").stderr
    asyncio.run(make(tmp_path))
    assert "use postgresql://" in move(tmp_path, "mysql://ann:hidden@db/x").stderr
    away = move(tmp_path, "postgresql://ann:hidden@127.0.0.1:1/x").stderr
    assert "postgresql://ann@127.0.0.1:1/x" in away
    assert away.count("\n") == 1


async def make(folder: Path) -> None:
    await (await FilePlace(folder).open()).close()
