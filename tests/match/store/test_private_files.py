"""Other users of the machine cannot read the server's files."""

import asyncio
import logging
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from dicehall.host.backup import back_up
from dicehall.match.store.sqlite import SqliteStore
from support.contests import SECRET
from support.keeping import opened

pytestmark = pytest.mark.skipif(os.name != "posix", reason="files have no modes here")

FILES = ("dicehall.db", "dicehall.db-wal", "dicehall.db-shm")


@pytest.fixture(autouse=True)
def open_handed() -> Iterator[None]:
    """A umask that makes new files readable and writable by everyone."""
    before = os.umask(0)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


async def keep_a_match(folder: Path) -> dict[str, int]:
    """Keep a match, and look at the files while they are in use."""
    store = SqliteStore.at(folder / "dicehall.db")
    await store.open("m", SECRET, [opened()])
    await store.key()
    modes = {name: mode(folder / name) for name in FILES}
    await store.close()
    return modes


def test_a_new_server_is_private_from_its_first_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.delattr("pathlib.Path.chmod")
    assert asyncio.run(keep_a_match(tmp_path / "house")) == dict.fromkeys(FILES, 0o600)
    assert mode(tmp_path / "house") == 0o700
    assert caplog.messages == []


def test_readable_files_are_made_private_and_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "house"
    asyncio.run(keep_a_match(folder))
    writer = f"import sqlite3; sqlite3.connect({str(folder / FILES[0])!r}).execute('VACUUM');"
    subprocess.run([sys.executable, "-c", f"{writer} import os; os._exit(9)"], check=False)
    for name in FILES:  # as a server left them that was killed
        (folder / name).chmod(0o644)
    folder.chmod(0o755)
    assert asyncio.run(keep_a_match_again(folder)) == dict.fromkeys(FILES, 0o600)
    assert mode(folder) == 0o700
    [line] = [record for record in caplog.records if record.name.startswith("dicehall")]
    assert line.levelno == logging.WARNING
    for entry in (folder, *(folder / name for name in FILES)):
        assert f"{entry}" in line.message


async def keep_a_match_again(folder: Path) -> dict[str, int]:
    store = SqliteStore.at(folder / "dicehall.db")
    await store.open("another", SECRET, [opened()])
    modes = {name: mode(folder / name) for name in FILES}
    await store.close()
    return modes


@pytest.mark.parametrize("kind", ["for everybody", "a home", "with other things"])
def test_a_folder_that_is_shared_stays_as_it_is(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    before = 0o1777 if kind == "for everybody" else 0o755
    shared.chmod(before)
    if kind == "a home":
        monkeypatch.setenv("HOME", str(shared / "ann"))
    if kind == "with other things":
        (shared / "letters").touch()
    assert asyncio.run(keep_a_match(shared)) == dict.fromkeys(FILES, 0o600)
    assert mode(shared) == before


def test_files_that_cannot_be_made_private_are_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    folder = tmp_path / "house"
    asyncio.run(keep_a_match(folder))
    folder.chmod(0o755)
    with monkeypatch.context() as patched:
        patched.setattr("pathlib.Path.chmod", refuse)
        asyncio.run(keep_a_match_again(folder))
    assert caplog.messages == [
        f"other users of this machine can read {folder}: Operation not permitted"
    ]


def test_a_folder_of_another_user_is_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "house"
    asyncio.run(keep_a_match(folder))
    owner = folder.stat().st_uid
    if owner == 0:
        os.chown(folder, owner := 4242, -1)
    monkeypatch.setattr("os.geteuid", lambda: owner + 1)
    asyncio.run(keep_a_match_again(folder))
    assert f"{folder} belongs to another user, who can read its contents" in caplog.messages


def test_a_world_writable_folder_is_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "letters").touch()
    tmp_path.chmod(0o777)
    asyncio.run(keep_a_match(tmp_path))
    assert caplog.messages == [f"every user of this machine can replace the files in {tmp_path}"]


def test_files_beside_the_database_may_vanish(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "exists", lambda self: True)  # and is removed before it is looked at
    asyncio.run(SqliteStore.at(tmp_path / "house/matches.db").close())


def test_a_copy_is_as_private_as_the_server(tmp_path: Path) -> None:
    folder, copy = tmp_path / "house", tmp_path / "copy"
    asyncio.run(keep_a_match(folder))
    back_up(folder, copy)
    assert {entry.name: mode(entry) for entry in copy.iterdir()} == {"dicehall.db": 0o600}
    assert mode(copy) == 0o700
