import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from contests import NOW, SECRET, full_disk
from dicehall.match.events import DiceRolled, Event, MatchEnded, MatchOpened, MovePlayed, SeatTaken
from dicehall.match.schema import metadata
from dicehall.match.sqlite import SqliteStore
from dicehall.match.store import Line, Overtaken, best, finished, running, with_computers
from dicehall.refused import StoreUnusable

ANN = SeatTaken(0, "Ann", "guest-a")
BOB = SeatTaken(1, "Bob", "guest-b")
EASY = SeatTaken(1, "Easy", level="easy")


def opened(at: float = NOW, game: str = "knucklebones") -> MatchOpened:
    return MatchOpened(game, 2, {}, "promise", at)


def ended(at: float, *scores: int) -> MatchEnded:
    winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    return MatchEnded(scores, winners, SECRET, at)


def with_store(path: Path, use: Callable[[SqliteStore], Awaitable[None]]) -> None:
    async def run() -> None:
        store = SqliteStore.at(path)
        try:
            await use(store)
        finally:
            await store.close()

    asyncio.run(run())


async def events_in(store: SqliteStore, match_id: str) -> list[Event]:
    kept = await store.load(match_id)
    assert kept
    return list(kept.events)


def test_what_is_kept_is_read_again_also_from_a_new_store(tmp_path: Path) -> None:
    events: list[Event] = [opened(), ANN, BOB, DiceRolled((5,)), MovePlayed(0, "column 1", "1")]

    async def write(store: SqliteStore) -> None:
        await store.open("m", SECRET, events[:3])
        await store.append("m", 3, events[3:])

    async def read(store: SqliteStore) -> None:
        kept = await store.load("m")
        assert kept
        assert (kept.secret, kept.events) == (SECRET, events)
        assert await store.load("n") is None

    with_store(tmp_path / "matches.db", write)
    with_store(tmp_path / "matches.db", read)


def test_the_second_writer_of_a_version_is_told_so_and_changes_nothing(tmp_path: Path) -> None:
    async def use(store: SqliteStore) -> None:
        await store.open("m", SECRET, [opened()])
        await store.append("m", 1, [ANN])
        with pytest.raises(Overtaken):
            await store.append("m", 1, [BOB, DiceRolled((5,))])
        with pytest.raises(Overtaken):
            await store.open("m", SECRET, [opened()])
        assert await events_in(store, "m") == [opened(), ANN]
        assert await store.list(running("guest-b")) == []

    with_store(tmp_path / "matches.db", use)


def test_one_bad_write_does_not_harm_those_that_wait_beside_it(tmp_path: Path) -> None:
    async def use(store: SqliteStore) -> None:
        for n in range(20):
            await store.open(f"m{n}", SECRET, [opened()])
        await store.append("m7", 1, [ANN])
        writes = [store.append(f"m{n}", 1, [SeatTaken(0, f"{n}", "guest")]) for n in range(20)]
        unspeakable = store.append("\ud800", 1, [ANN])
        answers = await asyncio.gather(unspeakable, *writes, return_exceptions=True)
        assert isinstance(answers[0], UnicodeEncodeError)
        assert isinstance(answers[8], Overtaken)
        assert answers[1:8] + answers[9:] == [None] * 19
        assert await events_in(store, "m7") == [opened(), ANN]
        for n in {*range(20)} - {7}:
            assert await events_in(store, f"m{n}") == [opened(), SeatTaken(0, f"{n}", "guest")]

    with_store(tmp_path / "matches.db", use)


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

    with_store(tmp_path / "matches.db", use)


def test_closing_finishes_what_waits_and_then_refuses(tmp_path: Path) -> None:
    async def use(store: SqliteStore) -> None:
        opening = [
            asyncio.ensure_future(store.open(f"m{n}", SECRET, [opened()])) for n in range(3000)
        ]
        await asyncio.sleep(0)
        await store.close()
        await asyncio.gather(*opening)
        with pytest.raises(StoreUnusable):
            await store.open("late", SECRET, [opened()])

    async def look(store: SqliteStore) -> None:
        assert await events_in(store, "m0") == await events_in(store, "m2999") == [opened()]

    with_store(tmp_path / "matches.db", use)
    with_store(tmp_path / "matches.db", look)


def test_a_full_disk_is_told_and_survived(tmp_path: Path) -> None:
    async def use(store: SqliteStore) -> None:
        await store.open("m", SECRET, [opened()])
        with full_disk():
            writes = [store.append("m", 1, [ANN]), store.open("n", SECRET, [opened()])]
            answers = await asyncio.gather(*writes, return_exceptions=True)
        assert [type(answer) for answer in answers] == [StoreUnusable, StoreUnusable]
        await store.append("m", 1, [BOB])
        assert await events_in(store, "m") == [opened(), BOB]
        assert await store.load("n") is None

    with_store(tmp_path / "matches.db", use)


def test_a_writer_who_went_away_is_not_missed(tmp_path: Path) -> None:
    store = SqliteStore.at(tmp_path / "matches.db")

    async def leave() -> None:
        opening = asyncio.ensure_future(store.open("gone", SECRET, [opened()]))
        await asyncio.sleep(0)
        opening.cancel()

    async def stay() -> None:
        await store.open("here", SECRET, [opened()])
        assert await events_in(store, "gone") == await events_in(store, "here")
        await store.close()

    with sqlite3.connect(store.path) as other:
        other.execute("BEGIN IMMEDIATE")
        asyncio.run(leave())  # its loop has closed before the writer can answer
        other.execute("COMMIT")
    asyncio.run(stay())


def test_running_and_finished_matches_of_a_guest(tmp_path: Path) -> None:
    async def use(store: SqliteStore) -> None:
        await store.open("old", SECRET, [opened(1.0), ANN, BOB])
        await store.open("new", SECRET, [opened(2.0), ANN])
        await store.open("other", SECRET, [opened(3.0), BOB])
        old = Line("old", "knucklebones", 0, "Ann", 1.0, None, None, None)
        new = Line("new", "knucklebones", 0, "Ann", 2.0, None, None, None)
        assert await store.list(running("guest-a")) == [new, old]
        assert await store.list(running("guest-a", limit=1)) == [new]
        assert await store.list(finished("guest-a")) == []
        await store.append("new", 2, [ended(8.0, 3, 3)])
        await store.append("old", 3, [ended(9.0, 5, 7)])
        assert await store.list(running("guest-a")) == []
        assert await store.list(finished("guest-a")) == [
            Line("old", "knucklebones", 0, "Ann", 1.0, 9.0, 5, False),
            Line("new", "knucklebones", 0, "Ann", 2.0, 8.0, 3, True),
        ]
        [line] = await store.list(finished("guest-b"))
        assert line.won is True
        assert await store.list(finished("guest-c")) == []

    with_store(tmp_path / "matches.db", use)


def test_the_best_scores_of_people(tmp_path: Path) -> None:
    async def use(store: SqliteStore) -> None:
        await store.open("a", SECRET, [opened(1.0), ANN, EASY, ended(2.0, 30, 99)])
        await store.open("b", SECRET, [opened(1.0), ANN, BOB, ended(3.0, 40, 30)])
        await store.open("c", SECRET, [opened(1.0, "knuckles"), ANN, BOB, ended(4.0, 70, 80)])
        await store.open("d", SECRET, [opened(1.0), ANN, BOB])

        async def scores(game: str, holder: str = "", limit: int = 10) -> list[tuple[str, int]]:
            lines = await store.list(best(game, holder, limit))
            return [(f"{line.match_id} {line.name}", line.score or 0) for line in lines]

        assert await scores("knucklebones") == [("b Ann", 40), ("a Ann", 30), ("b Bob", 30)]
        assert await scores("knucklebones", limit=1) == [("b Ann", 40)]
        assert await scores("knucklebones", "guest-b") == [("b Bob", 30)]
        assert await scores("knuckles") == [("c Bob", 80), ("c Ann", 70)]
        assert await scores("fune") == []

    with_store(tmp_path / "matches.db", use)


def test_the_unfinished_matches_with_computers(tmp_path: Path) -> None:
    async def use(store: SqliteStore) -> None:
        await store.open("people", SECRET, [opened(), ANN, BOB])
        await store.open("over", SECRET, [opened(), ANN, EASY, ended(9.0, 1, 2)])
        await store.open("older", SECRET, [opened(1.0), ANN, EASY])
        await store.open("newer", SECRET, [opened(2.0), ANN, EASY])
        assert [line.match_id for line in await store.list(with_computers())] == ["newer", "older"]
        assert [line.match_id for line in await store.list(with_computers(1))] == ["newer"]

    with_store(tmp_path / "matches.db", use)


def test_the_migrations_make_the_schema_that_the_code_reads(tmp_path: Path) -> None:
    async def use(store: SqliteStore) -> None:
        with store.engine.connect() as connection:
            options = {"compare_type": True, "compare_server_default": True}
            context = MigrationContext.configure(connection, opts=options)
            assert compare_metadata(context, metadata) == []

    with_store(tmp_path / "new.db", use)
    with_store(tmp_path / "new.db", use)  # now it exists


def test_a_migration_happens_wholly_or_not_at_all(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "half.db") as other:
        other.execute("CREATE TABLE seats (something)")
    with pytest.raises(StoreUnusable):
        SqliteStore.at(tmp_path / "half.db")
    tables = other.execute("SELECT name FROM sqlite_master").fetchall()
    assert tables == [("seats",)]


def test_several_processes_may_make_the_same_store(tmp_path: Path) -> None:
    make = (
        "import sys, pathlib; from dicehall.match.sqlite import SqliteStore\n"
        "SqliteStore.at(pathlib.Path(sys.argv[1]))"
    )
    command = [sys.executable, "-c", make, str(tmp_path / "matches.db")]
    makers = [subprocess.Popen(command) for _ in range(3)]
    assert [maker.wait() for maker in makers] == [0, 0, 0]


def test_any_name_of_a_file_will_do(tmp_path: Path) -> None:
    path = tmp_path / "a new folder" / "what? 100%.db"

    async def use(store: SqliteStore) -> None:
        await store.open("m", SECRET, [opened()])
        assert await events_in(store, "m") == [opened()]

    with_store(path, use)
    assert path.exists()


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
