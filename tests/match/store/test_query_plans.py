"""No list reads the whole of a table that grows with every match."""

import inspect
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import asyncpg

from dicehall.match.store import editing, figures, lists
from dicehall.match.store.postgres_rows import statement
from dicehall.match.store.protocol import Query
from dicehall.match.store.sqlite import SqliteStore
from dicehall.match.today import ranking
from support.keeping import with_store
from support.places import DatabasePlace

SCAN = re.compile(r"SCAN (?!SUBQUERY|CONSTANT ROW|\(subquery|anon_)")
"""A step of SQLite's plan that reads a whole table or index, whatever alias it has."""

GROWING = ("matches", "seats", "events", "tries")

LISTS: dict[str, list[Query]] = {
    "running": [lists.running("guest-1"), lists.running("guest-1", offset=25, game="fune")],
    "finished": [
        lists.finished("guest-1", game="fune", result=one) for one in ("", *lists.RESULTS)
    ],
    "count_finished": [lists.count_finished("guest-1", result=one) for one in ("", "won")],
    "in_room": [lists.in_room("ABCDEF")],
    "count_waiting": [lists.count_waiting("guest-1")],
    "offered": [lists.offered(), lists.offered(["m1", "m2"], 1900.0)],
    "opponents_since": [lists.opponents_since("guest-1", 1900.0)],
    "best": [
        lists.best("fune"),
        lists.best("sparkle", "gentle"),
        lists.best("fune", "", "guest-1"),
    ],
    "since": [lists.since("m1", 3)],
    "whole": [lists.whole(["m1", "m2"])],
    "versions": [lists.versions(["m1", "m2"])],
    "results_against": [lists.results_against("guest-1")],
    "best_alone": [lists.best_alone("guest-1"), lists.best_alone("guest-1", "fune", before=9.0)],
    "own_tables": [lists.own_tables("guest-1", "fune")],
    "ending": [lists.ending("m1")],
    "meetings": [
        lists.meetings("fune", "guest-1", other, 9.0, 5)
        for other in (("guest-2", ""), ("", "easy"))
    ],
    "played_seats": [figures.played_seats("guest-1", game="fune", since=9.0)],
    "find_matches": [editing.find_matches(guest="guest-1")],
    "match_ids": [editing.match_ids(guest="guest-1")],
    "counted": [ranking.counted("2026-11-18", "fune")],
    "finished_days": [ranking.finished_days("guest-1")],
    "tries_on": [ranking.tries_on("guest-1", "2026-11-18")],
    "edits_after": [editing.edits_after(3)],
    "newest_edit": [editing.newest_edit()],
}

READS_A_PART: dict[str, tuple[Query, str]] = {
    "unread": (figures.unread(20), "seats_unread"),
    "with_computers": (lists.with_computers(), "matches_running"),
}
"""Lists that go through an index from its end until they have enough, and that index: unfinished
matches only, when a server starts."""

READS_ALL = {"older_than", "find_guests"}
"""What only a host asks for, by hand, of all matches."""


def test_every_list_is_here() -> None:
    defined = {
        name
        for module in (lists, editing, figures, ranking)
        for name, function in inspect.getmembers(module, inspect.isfunction)
        if inspect.signature(function).return_annotation is Query and name[0] != "_"
    }
    assert defined - {*LISTS, *READS_A_PART, *READS_ALL} == {"lines_of"}  # a part of others


def test_no_list_scans_a_table_on_sqlite(tmp_path: Path) -> None:
    store = SqliteStore.at(tmp_path / "dicehall.db")
    with store.engine.connect() as connection:

        def scans(query: Query) -> list[str]:
            text = str(query.compile(store.engine, compile_kwargs={"literal_binds": True}))
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {text}").all()
            steps = [str(step[3]) for step in plan]
            assert steps
            return [step for step in steps if SCAN.match(step)]

        assert not {name: found for name in LISTS for q in LISTS[name] if (found := scans(q))}
        for query, index in READS_A_PART.values():
            assert all(index in scan for scan in scans(query))  # or it searches in a part
        assert scans(editing.older_than(9.0, unfinished=True))  # or nothing was looked at
    store.engine.dispose()


def test_no_list_scans_a_table_on_postgres(database: DatabasePlace) -> None:
    async def prepare(_: Any) -> None:
        connection = await asyncpg.connect(database.url)
        await connection.execute(FILL)
        # What is left are plans that show which index conditions there are.
        for kind in ("seqscan", "hashjoin", "mergejoin", "hashagg"):
            await connection.execute(f"SET enable_{kind} = off")

        async def scans(query: Query) -> list[str]:
            text, values = statement(query)
            plan = await connection.fetchval(f"EXPLAIN (FORMAT JSON) {text}", *values)
            return [*_scans(json.loads(plan)[0]["Plan"])]

        for name, queries in LISTS.items():
            for query in queries:
                assert await scans(query) == [], name
        for query, index in READS_A_PART.values():
            [scan] = await scans(query)
            assert index in scan
        assert await scans(editing.older_than(9.0, unfinished=True))
        await connection.close()

    with_store(database, prepare)


def _scans(node: dict[str, Any]) -> Iterator[str]:
    """The parts of a plan that go through a growing table or all of an index of it."""
    kind, table = node["Node Type"], node.get("Relation Name")
    if table in GROWING and not kind.startswith("Bitmap") and "Index Cond" not in node:
        yield f"{kind} {table} {node.get('Index Name', '')}"
    for part in node.get("Plans", ()):
        yield from _scans(part)


FILL = """
    INSERT INTO matches (id, game, opened_at, ended_at, code, public, secret)
        SELECT 'm' || n, 'fune', n, CASE WHEN n % 2 > 0 THEN n END,
            CASE WHEN n % 2 = 0 THEN n END, true, ''
        FROM generate_series(1, 2000) n;
    INSERT INTO seats (match_id, seat, holder, name, level, ended_at, milestones)
        SELECT 'm' || n, seat, 'guest-' || n % 97 * (seat + 1), '',
            CASE WHEN seat = 1 AND n % 3 > 0 THEN 'easy' ELSE '' END,
            CASE WHEN n % 2 > 0 THEN n END, CASE WHEN n % 100 > 1 THEN '' END
        FROM generate_series(1, 2000) n, generate_series(0, 1) seat;
    INSERT INTO events (match_id, seq, data)
        SELECT 'm' || n, seq, '' FROM generate_series(1, 2000) n, generate_series(0, 9) seq;
    INSERT INTO tries (day, game, guest, match_id)
        SELECT 'day ' || n / 50, 'fune', 'guest-' || n % 50, 'm' || n
        FROM generate_series(1, 2000) n;
    ANALYZE;
"""
