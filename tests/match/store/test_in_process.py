"""A SQLite store without threads and child processes, whose appends are kept elsewhere, too."""

import asyncio
import subprocess
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from dicehall.game.refused import StoreUnreachable
from dicehall.match.background import in_place
from dicehall.match.dice.commitments import new_epoch
from dicehall.match.events import MatchOpened, SeatTaken, decode
from dicehall.match.store.lists import running
from dicehall.match.store.protocol import VersionConflict
from dicehall.match.store.sqlite import SqliteStore
from dicehall.match.store.sqlite_committers import CommitHere
from dicehall.match.store.sqlite_writer import Append

SECRET = "5" * 64
OPENED = MatchOpened("fune", 2, {}, "c" * 64, 1.0)
ANN, BOB = (SeatTaken(seat, name, name) for seat, name in enumerate(("Ann", "Bob")))


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads and processes cannot be started."""

    def refuse(*_: object, **__: object) -> None:
        raise RuntimeError("not here")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    monkeypatch.setattr(subprocess, "Popen", refuse)


def with_store(
    folder: Path,
    use: Callable[[SqliteStore], Awaitable[None]],
    after_commit: Callable[[list[Append]], Awaitable[None]] | None = None,
) -> None:
    async def run() -> None:
        store = SqliteStore.at(
            folder / "m.db", CommitHere, offload=in_place, after_commit=after_commit
        )
        await store.writer.start()
        await use(store)
        await store.close()

    asyncio.run(run())


def test_it_reads_and_writes_at_once(tmp_path: Path) -> None:
    async def use(store: SqliteStore) -> None:
        await store.open("m", SECRET, [OPENED, ANN])
        with pytest.raises(VersionConflict):
            await store.append("m", 1, [BOB])
        await store.append("m", 2, [BOB])
        kept = await store.load("m")
        assert kept
        assert (kept.secret, kept.events) == (SECRET, [OPENED, ANN, BOB])
        assert await store.versions(["m", "n"]) == {"m": 3}
        assert [line.name for line in await store.list(running("Ann"))] == ["Ann", "Bob"]
        assert await store.key() == await store.key()
        await store.begin_epoch(epoch := new_epoch())
        assert await store.epoch() == epoch
        assert [await store.spend("t", 9.0, 1.0) for _ in range(2)] == [True, False]
        await store.check()

    with_store(tmp_path, use)


def test_appends_are_kept_elsewhere_before_they_are_answered(tmp_path: Path) -> None:
    batches: list[list[Append]] = []
    answered: list[str] = []

    async def keep(appends: list[Append]) -> None:
        assert not answered
        await asyncio.sleep(0)
        batches.append([*appends])

    async def use(store: SqliteStore) -> None:
        async def opening(name: str) -> None:
            await store.open(name, SECRET, [OPENED])
            answered.append(name)

        await asyncio.gather(*map(opening, "mn"))
        answered.clear()
        with pytest.raises(VersionConflict):
            await store.append("m", 0, [ANN])
        await store.append("m", 1, [ANN, BOB])

    with_store(tmp_path, use, keep)
    opened, appended = batches
    assert [(one.match_id, one.version, one.secret) for one in opened] == [
        ("m", 0, SECRET),
        ("n", 0, SECRET),
    ]
    [taken] = appended
    assert (taken.match_id, taken.version, taken.secret) == ("m", 1, "")
    assert [*map(decode, taken.events)] == [ANN, BOB]


def test_a_failed_commit_is_retried(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    batches: list[list[int]] = []

    async def keep(appends: list[Append]) -> None:
        batches.append([append.version for append in appends])
        if len(batches) == 1:
            raise OSError("quota exceeded")

    async def use(store: SqliteStore) -> None:
        with pytest.raises(StoreUnreachable):
            await store.open("m", SECRET, [OPENED])
        await store.append("m", 1, [ANN])

    with_store(tmp_path, use, keep)
    assert batches == [[0], [0, 1]]
    assert "could not be saved outside the database" in caplog.text
