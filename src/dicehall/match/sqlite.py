"""The store on SQLite: one writer thread that gathers what is waiting into one transaction."""

import asyncio
import secrets
import sqlite3
import threading
from collections.abc import Collection, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from sqlalchemy import URL, Engine, create_engine, event, insert, select
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import SQLAlchemyError

from dicehall.match.events import Events, MatchOpened, decode, encode
from dicehall.match.falls import ADD, Falls, added, claim
from dicehall.match.index import STATEMENTS, index_rows
from dicehall.match.metrics import COMMIT_APPENDS
from dicehall.match.schema import matches
from dicehall.match.store import (
    MAKE_KEY,
    READ_KEY,
    Answer,
    Kept,
    Line,
    Overtaken,
    Query,
    since,
    versions,
)
from dicehall.match.upgrade import upgrade
from dicehall.refused import StoreUnusable

MOST_IN_ONE_COMMIT = 1000
MOST_IN_ONE_QUERY = 10_000
"""Values; SQLite takes 32,766."""

_DIALECT = sqlite.dialect(paramstyle="named")
_SQL = {statement: str(statement.compile(dialect=_DIALECT)) for statement in STATEMENTS}
_OPEN = str(
    insert(matches).compile(dialect=_DIALECT, column_keys=["id", "game", "opened_at", "secret"])
)
_APPEND = "INSERT INTO events (match_id, seq, data) VALUES (?, ?, ?)"

Rows = list[tuple[str, Sequence[Any] | dict[str, Any]]]


@dataclass(frozen=True, slots=True)
class _Work:
    """The rows of one append, and whom to tell when they are on disk."""

    rows: Rows
    loop: asyncio.AbstractEventLoop
    kept: "asyncio.Future[None]"

    def tell(self, error: Exception | None) -> None:
        with suppress(RuntimeError):  # the loop has closed: nobody waits any more
            self.loop.call_soon_threadsafe(self._settle, error)

    def _settle(self, error: Exception | None) -> None:
        if self.kept.cancelled():
            return
        if error:
            self.kept.set_exception(error)
        else:
            self.kept.set_result(None)


@dataclass(slots=True)
class SqliteStore:
    """Matches in one file. Open it with `SqliteStore.at(path)`."""

    path: Path
    engine: Engine
    _waiting: "SimpleQueue[_Work | None]" = field(default_factory=SimpleQueue)
    _writer: threading.Thread | None = None
    _closed: bool = False

    @classmethod
    def at(cls, path: Path) -> "SqliteStore":
        """The store in this file, made or brought up to date if need be."""
        engine = create_engine(URL.create("sqlite", database=str(path)))
        event.listen(engine, "connect", _prepare)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with engine.begin() as upgrading:
                # The driver would begin too late for tables: all of it happens, or nothing, and
                # once.
                upgrading.exec_driver_sql("BEGIN IMMEDIATE")
                upgrade(upgrading)
            connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            _prepare(connection, None)
        except (OSError, sqlite3.Error, SQLAlchemyError, StoreUnusable) as error:
            engine.dispose()
            why = getattr(error, "orig", None) or error
            raise StoreUnusable(f"matches cannot be kept in {path}: {why}") from error
        store = cls(path, engine)
        store._writer = threading.Thread(
            target=store._write, args=(connection,), name="store", daemon=True
        )
        store._writer.start()
        return store

    async def open(self, match_id: str, secret: str, events: Events) -> None:
        opened = events[0]
        assert isinstance(opened, MatchOpened)
        row = {"id": match_id, "game": opened.game, "opened_at": opened.at, "secret": secret}
        await self._keep([(_OPEN, row), *_rows(match_id, 0, events)])

    async def append(self, match_id: str, version: int, events: Events) -> None:
        await self._keep(_rows(match_id, version, events))

    async def load(self, match_id: str) -> Kept | None:
        return await asyncio.to_thread(self._load, match_id)

    async def since(self, match_id: str, version: int) -> Events:
        return await asyncio.to_thread(self._since, match_id, version)

    async def versions(self, match_ids: Collection[str]) -> dict[str, int]:
        def counts() -> dict[str, int]:
            ids, found = list(match_ids), {}
            with self.engine.connect() as connection:
                for n in range(0, len(ids), MOST_IN_ONE_QUERY):
                    some = versions(ids[n : n + MOST_IN_ONE_QUERY])
                    rows: Sequence[Any] = connection.execute(some).all()
                    found.update(dict(rows))
            return found

        return await asyncio.to_thread(counts)

    async def check(self) -> None:
        await self.versions([""])

    async def key(self) -> str:
        def made() -> str:
            with closing(sqlite3.connect(self.path, isolation_level=None)) as connection:
                _prepare(connection, None)
                connection.execute(MAKE_KEY, {"1": secrets.token_hex(32)})
                return str(connection.execute(READ_KEY).fetchone()[0])

        return await asyncio.to_thread(made)

    async def list(self, query: Query) -> list[Line]:
        def rows() -> list[Line]:
            with self.engine.connect() as connection:
                return [Line(**row) for row in connection.execute(query).mappings()]

        return await asyncio.to_thread(rows)

    async def ask(self, query: Query) -> Answer:
        def rows() -> Answer:
            with self.engine.connect() as connection:
                return [tuple(row) for row in connection.execute(query)]

        return await asyncio.to_thread(rows)

    async def count(self, falls: Mapping[str, Falls]) -> None:
        def add() -> None:
            with self.engine.begin() as connection:
                for row in added(connection.scalars(claim(falls)), falls):
                    connection.execute(ADD, row)

        await asyncio.to_thread(add)

    async def close(self) -> None:
        self._closed = True
        self._waiting.put(None)
        if self._writer:
            await asyncio.to_thread(self._writer.join)
        self.engine.dispose()

    async def _keep(self, rows: Rows) -> None:
        if self._closed:
            raise StoreUnusable("the house is closed")
        loop = asyncio.get_running_loop()
        work = _Work(rows, loop, loop.create_future())
        self._waiting.put(work)
        await work.kept

    def _load(self, match_id: str) -> Kept | None:
        with self.engine.connect() as connection:
            secret = connection.scalar(select(matches.c.secret).where(matches.c.id == match_id))
            if secret is None:
                return None
            return Kept(secret, [decode(data) for data in connection.scalars(since(match_id, 0))])

    def _since(self, match_id: str, version: int) -> Events:
        with self.engine.connect() as connection:
            return [decode(data) for data in connection.scalars(since(match_id, version))]

    def _write(self, connection: sqlite3.Connection) -> None:
        """The writer thread: take everything that waits, commit it, tell everybody."""
        going_on = True
        while going_on:
            batch = [self._waiting.get()]
            while len(batch) < MOST_IN_ONE_COMMIT and not self._waiting.empty():
                batch.append(self._waiting.get())
            going_on = None not in batch
            if works := [work for work in batch if work]:
                _commit(connection, works)
        connection.close()


def _commit(connection: sqlite3.Connection, batch: list[_Work]) -> None:
    """Keep a batch in one transaction; if one of them is to blame that it fails, each on its own,
    so that it cannot harm the others."""
    error = _transact(connection, [row for work in batch for row in work.rows])
    if error and len(batch) > 1 and not isinstance(error, StoreUnusable):
        for work in batch:
            _commit(connection, [work])
    else:
        COMMIT_APPENDS.observe(len(batch))
        for work in batch:
            work.tell(error)


def _transact(connection: sqlite3.Connection, rows: Rows) -> Exception | None:
    """Keep all rows or none of them; what went wrong, if none. The writer survives anything."""
    try:
        connection.execute("BEGIN IMMEDIATE")
        for statement, values in rows:
            connection.execute(statement, values)
        connection.execute("COMMIT")
        return None
    except Exception as failure:
        if connection.in_transaction:
            with suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
        match failure:
            case sqlite3.IntegrityError():
                return Overtaken()
            case sqlite3.OperationalError():
                return StoreUnusable(f"matches cannot be kept now: {failure}")
        return failure


def _rows(match_id: str, version: int, events: Events) -> Rows:
    rows: Rows = [
        (_APPEND, (match_id, seq, encode(event))) for seq, event in enumerate(events, start=version)
    ]
    return rows + [(_SQL[statement], values) for statement, values in index_rows(match_id, events)]


def _prepare(connection: sqlite3.Connection, _: object) -> None:
    """Every commit reaches the disk before it is acknowledged."""
    connection.execute("PRAGMA busy_timeout = 10000")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
