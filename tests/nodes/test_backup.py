"""Backup and restore, with the commands of deploy/README.md."""

import asyncio
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from nodes.conftest import NewNode
from nodes.node import missing
from nodes.visitors import open_match, play, see, visitor
from support.commands import dicehall
from support.places import DatabasePlace, new_database


def run(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, **environment},
    )


def test_a_server_in_a_file_is_copied_while_it_is_open(new_node: NewNode, tmp_path: Path) -> None:
    folder, copy = str(tmp_path / "house"), str(tmp_path / "copies" / "monday")

    async def copy_and_compare() -> None:
        node = new_node("--data", folder)
        async with visitor(node) as ada:
            match = await open_match(ada, node, "knucklebones", "people", other="Bob")
            match = (await play(ada, node, match, match["turn"]["moves"][0])).json()
            done = dicehall("backup", copy, "--data", folder)
            assert (done.returncode, done.stderr) == (0, "")
            assert copy in done.stdout
            await play(ada, node, match, match["turn"]["moves"][0])
            restored = new_node("--data", copy)
            assert await see(ada, restored, match) == match  # with the seats of its guests
            assert (await play(ada, restored, match, match["turn"]["moves"][0])).is_success

    asyncio.run(copy_and_compare())


def test_uncopyable_data_is_refused(tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "dicehall.db").touch()
    empty, full = str(tmp_path / "empty"), str(tmp_path / "full")
    for arguments, said in (
        ([full, "--data", empty], f"there are no matches in {empty}"),
        ([full, "--data", full], f"there are matches in {full} already"),
        ([empty, "--database", "postgresql://db"], "with its own tools"),
    ):
        done = dicehall("backup", *arguments)
        assert done.returncode == 2
        assert said in done.stderr
        assert done.stderr.count("\n") == 1


def test_a_server_in_a_database_is_dumped_and_restored(
    new_node: NewNode, database: DatabasePlace, tmp_path: Path
) -> None:
    for program in ("pg_dump", "pg_restore"):
        if not shutil.which(program):
            missing(program)
    dump = str(tmp_path / "dicehall.dump")

    async def dump_and_compare(other: DatabasePlace) -> None:
        node = new_node(*database.options)
        async with visitor(node) as ada:
            match = await open_match(ada, node, "knucklebones", "people", other="Bob")
            match = (await play(ada, node, match, match["turn"]["moves"][0])).json()
            done = run("pg_dump", "--format=custom", f"--file={dump}", database.url)
            assert (done.returncode, done.stderr) == (0, "")
            await play(ada, node, match, match["turn"]["moves"][0])
            options = ["--clean", "--if-exists", "--no-owner", f"--dbname={other.url}"]
            done = run("pg_restore", *options, dump)
            assert (done.returncode, done.stderr) == (0, "")
            restored = new_node(*other.options)
            assert await see(ada, restored, match) == match
            assert (await play(ada, restored, match, match["turn"]["moves"][0])).is_success

    with new_database() as other:
        asyncio.run(dump_and_compare(other))


@pytest.fixture(autouse=True)
def no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DICEHALL_DATA", "DICEHALL_DATABASE"):
        monkeypatch.delenv(name, raising=False)
