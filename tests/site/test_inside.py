"""The application as it runs in a browser's worker, without a browser."""

import asyncio
import json
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from dicehall.game.records import read_many
from dicehall.site.build.rehearsal import Newcomer, old_database
from dicehall.site.inside import journal
from dicehall.site.inside.cookies import CookieJar
from dicehall.site.inside.door import Door
from dicehall.site.inside.hall import open_hall
from dicehall.site.inside.journal import Journal, rebuild
from dicehall.site.inside.later import Later
from dicehall.site.inside.thinking import answer

ADDRESS = "https://example.org/dice/"
ROOT = "/dice/app"


class Kept:
    """What a browser would store and still have after a reload."""

    def __init__(self) -> None:
        self.snapshot: bytes | None = None
        self.batches: list[str] = []
        self.cookies = ""
        self.full = False

    async def keep(self, batch: str, cookies: str) -> None:
        if self.full:
            raise OSError("the storage is full")
        self.batches += filter(None, [batch])
        self.cookies = cookies or self.cookies

    async def replace(self, snapshot: bytes) -> None:
        self.snapshot, self.batches = snapshot, []

    async def open(self, place: Path) -> Newcomer:
        return Newcomer(await self.open_door(place), ROOT)

    async def open_door(self, place: Path) -> Door:
        before = self.snapshot, self.batches, self.cookies
        place.unlink(missing_ok=True)
        return await open_hall(ADDRESS, *before, self.keep, self.replace, think, place)


async def think(question: bytes) -> bytes:
    return answer(question)


def run(test: Callable[[Kept], Awaitable[None]]) -> None:
    asyncio.run(test(Kept()))  # type: ignore[arg-type]


async def open_match(visitor: Newcomer, **fields: str) -> Any:
    opening = {"game": "knucklebones", "name": "Ada", "opponent": "people", **fields}
    return json.loads((await visitor.ask("POST", "/api/matches", opening))[2])


async def play(visitor: Newcomer, match: Any) -> Any:
    move = {"move": match["turn"]["moves"][0], "version": match["version"]}
    there = f"/api/matches/{match['id']}/moves"
    status, _, text = await visitor.ask("POST", there, move)
    return json.loads(text) if status < 400 else status


def test_everything_is_there_again_after_a_reload(tmp_path: Path) -> None:
    async def test(kept: Kept) -> None:
        visitor = await kept.open(tmp_path / "a.db")
        match = await play(visitor, await open_match(visitor))
        again = await kept.open(tmp_path / "b.db")
        found = json.loads((await again.ask("GET", f"/api/matches/{match['id']}"))[2])
        assert found == match  # with "yours": it is the same guest
        await play(again, found)

    run(test)


def test_a_move_is_kept_before_it_is_answered(tmp_path: Path) -> None:
    async def test(kept: Kept) -> None:
        visitor = await kept.open(tmp_path / "a.db")
        match = await open_match(visitor)
        before = len(kept.batches)
        await play(visitor, match)
        assert len(kept.batches) == before + 1

    run(test)


def test_a_move_that_cannot_be_kept_is_refused_and_can_be_sent_again(tmp_path: Path) -> None:
    async def test(kept: Kept) -> None:
        door = await kept.open_door(tmp_path / "a.db")
        visitor = Newcomer(door, ROOT)
        match = await open_match(visitor)
        kept.full = True
        move = {"move": match["turn"]["moves"][0], "version": match["version"], "id": "once"}
        there = f"/api/matches/{match['id']}/moves"
        assert (await visitor.ask("POST", there, move, broken=True))[0] == 503
        kept.full = False
        assert (await visitor.ask("POST", there, move))[0] < 300
        again = await kept.open(tmp_path / "b.db")
        found = json.loads((await again.ask("GET", f"/api/matches/{match['id']}"))[2])
        assert found["version"] > match["version"]

    run(test)


def test_a_snapshot_replaces_many_batches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "MOST_BATCHES", 3)

    async def test(kept: Kept) -> None:
        visitor = await kept.open(tmp_path / "a.db")
        match = await open_match(visitor)
        while len(match["log"]) < 8:
            match = await play(visitor, match)
        assert kept.snapshot
        assert len(kept.batches) < 3
        again = await kept.open(tmp_path / "b.db")
        found = json.loads((await again.ask("GET", f"/api/matches/{match['id']}"))[2])
        assert found["version"] == match["version"]

    run(test)


def test_a_transaction_that_is_rolled_back_is_not_kept(tmp_path: Path) -> None:
    async def test(kept: Kept) -> None:
        path = tmp_path / "a.db"
        recorded = Journal(path, lambda batch: kept.keep(batch, ""), kept.replace)
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            recorded.follow(connection)
            for line in ("CREATE TABLE t (x)", "INSERT INTO t VALUES ('it''s ?')"):
                connection.execute("BEGIN")
                connection.execute(line)
                connection.execute("COMMIT")
            connection.execute("BEGIN")
            connection.executemany("INSERT INTO t VALUES (?)", [(b"\x00\xff",), (1.5,)])
            connection.execute("ROLLBACK")
        await recorded.settle()
        rebuild(tmp_path / "b.db", b"", kept.batches)
        with closing(sqlite3.connect(tmp_path / "b.db")) as connection:
            assert connection.execute("SELECT x FROM t").fetchall() == [("it's ?",)]

    run(test)


def test_a_newer_version_migrates_stored_matches(tmp_path: Path) -> None:
    async def test(kept: Kept) -> None:
        kept.snapshot = old_database(tmp_path / "old.db")
        match = await open_match(await kept.open(tmp_path / "a.db"))
        again = await kept.open(tmp_path / "b.db")
        assert (await again.ask("GET", f"/api/matches/{match['id']}"))[0] == 200

    run(test)


def test_multiplayer_features_are_absent(tmp_path: Path) -> None:
    async def test(kept: Kept) -> None:
        visitor = await kept.open(tmp_path / "a.db")
        for path in ("/", "/new/fune", "/settings", "/you", "/you/ladder"):
            text = (await visitor.ask("GET", path))[2]
            assert not any(word in text for word in ("/invite/", "/lobby", "/join", "/device"))
        assert "whose=mine" not in (await visitor.ask("GET", "/scores"))[2]
        for path in ("/lobby", "/join", "/r/ABC234"):
            assert (await visitor.ask("GET", path))[0] == 404

    run(test)


def test_nothing_leads_to_other_people(tmp_path: Path) -> None:
    async def test(kept: Kept) -> None:
        visitor = await kept.open(tmp_path / "a.db")
        match = await open_match(visitor, game="sparkle", opponent="alone")
        await visitor.ask("POST", f"/api/matches/{match['id']}/resignation")
        assert "/beat" not in (await visitor.ask("GET", f"/matches/{match['id']}"))[2]
        there = "/today/" + json.loads((await visitor.ask("GET", "/api/today"))[2])["day"]
        assert "others" not in (await visitor.ask("GET", f"{there}/sparkle"))[2]
        tried = await visitor.ask("POST", f"{there}/sparkle/try")
        own = tried[1]["location"].removeprefix(ROOT)
        match = json.loads((await visitor.ask("GET", f"/api{own}"))[2])
        while match["turn"].get("moves"):
            match = await play(visitor, match)
        assert "others" not in (await visitor.ask("GET", own))[2]
        result = (await visitor.ask("GET", f"{there}/sparkle"))[2]
        assert "others" not in result
        assert 'id="share"' in result
        assert "place 1" not in result

    run(test)


def test_links_lead_to_the_folder(tmp_path: Path) -> None:
    async def test(kept: Kept) -> None:
        visitor = await kept.open(tmp_path / "a.db")
        board = (await visitor.ask("GET", "/analysis/knuckles"))[2]
        assert f'data-link="{ADDRESS}#/analysis/knuckles?' in board

    run(test)


def test_everything_goes_to_a_file_and_into_another_browser(tmp_path: Path) -> None:
    async def test(kept: Kept) -> None:
        visitor = await kept.open(tmp_path / "a.db")
        await visitor.play("knucklebones")
        running = await play(visitor, await open_match(visitor))
        await visitor.ask("POST", "/settings", text="theme=dark&name=Ada")
        puzzle = json.loads((await visitor.ask("GET", "/api/puzzles/fune/next"))[2])
        path = f"/api/puzzles/fune/{puzzle['number']}"
        answer = {"move": puzzle["moves"][0], "attempt": 0}
        assert (await visitor.ask("POST", path, answer))[0] == 200
        progress = (await visitor.ask("GET", "/api/puzzles"))[2]
        saved = (await visitor.ask("GET", "/archive"))[2]
        assert saved.count("game: knucklebones") == 1
        assert len(list(read_many(saved))) == 1  # `dicehall import` reads it
        other = await Kept().open(tmp_path / "b.db")
        for said in ("2 matches imported.", "0 matches imported."):
            assert (await other.ask("POST", "/archive", text=saved))[2] == said
        again = (await other.ask("GET", "/archive"))[2]
        assert again.partition("# dicehall")[2] == saved.partition("# dicehall")[2]
        there = json.loads((await other.ask("GET", f"/api/matches/{running['id']}"))[2])
        assert there == running
        assert (await play(other, there))["version"] > running["version"]
        assert (await other.ask("GET", "/api/puzzles"))[2] == progress
        assert 'data-theme="dark"' in (await other.ask("GET", "/"))[2]

    run(test)


def test_a_damaged_file_changes_nothing(tmp_path: Path) -> None:
    async def test(kept: Kept) -> None:
        visitor = await kept.open(tmp_path / "a.db")
        before = (await visitor.ask("GET", "/archive"))[2]
        for text in ('# dicehall: {"settings"', '# dicehall: {"settings": {}, "tries": [[1]]}'):
            status, _, said = await visitor.ask("POST", "/archive", text=text)
            assert (status, "damaged" in said) == (422, True)
        assert (await visitor.ask("GET", "/archive"))[2] == before

    run(test)


def test_a_module_that_comes_later_is_fetched_when_it_is_needed(tmp_path: Path) -> None:
    (tmp_path / "packed").mkdir()

    def fetch() -> None:
        (tmp_path / "packed" / "late.py").write_text("there = True")

    found = Later(tmp_path, "packed.late", fetch)
    assert found.find_spec("packed.other") is None
    assert not list((tmp_path / "packed").iterdir())
    spec = found.find_spec("packed.late")
    assert spec
    assert spec.origin == str(tmp_path / "packed" / "late.py")


def test_cookies_last_as_long_as_they_should() -> None:
    jar = CookieJar()
    assert jar.put([b'a="1 2"; Path=/; Max-Age=100', b"b=2; Max-Age=50; HttpOnly"])
    assert not jar.put([b"b=2; Max-Age=50"])
    assert jar.header() == b'a="1 2"; b=2'
    assert CookieJar(jar.write(), now=0).header() == jar.header()
    assert CookieJar(jar.write(), now=1e12).header() == b""
    jar.put([b"a=; Max-Age=0"])
    assert jar.header() == b"b=2"
