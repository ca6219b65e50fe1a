"""The store on SQLite: one file, one writer."""

import logging
import secrets
import sqlite3
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event, select
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import IntegrityError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from dicehall.game.refused import StoreUnreachable, StoreUnusable
from dicehall.match.background import Offload, in_thread
from dicehall.match.events import MatchEvents, MatchOpened, decode, encode
from dicehall.match.store.index import OPEN, STATEMENTS, index_rows, match_row
from dicehall.match.store.lists import since, versions
from dicehall.match.store.private_files import make_private_file
from dicehall.match.store.protocol import (
    Change,
    ListedSeat,
    Query,
    ResultRows,
    StoredMatch,
    VersionConflict,
)
from dicehall.match.store.schema import matches
from dicehall.match.store.sqlite_child import Prepare, Rows, prepare
from dicehall.match.store.sqlite_committers import CommitInChild, Committer
from dicehall.match.store.sqlite_writer import SEND_AGAIN, AfterCommit, Append, SqliteWriter
from dicehall.match.store.statements import (
    BEGIN_EPOCH,
    FORGET,
    MAKE_KEY,
    PROBE,
    READ_EPOCH,
    READ_KEY,
    SPEND,
)
from dicehall.match.store.upgrade import unusable, upgrade

MOST_IN_ONE_QUERY = 10_000
"""Values; SQLite takes at most 32,766."""

PROBE_BYTES = 48 * 1024
"""More than a new match needs on disk: if this can be written, a new match can be stored."""

log = logging.getLogger(__name__)

Result = TypeVar("Result")

_DIALECT = sqlite.dialect(paramstyle="named")
_SQL = {statement: str(statement.compile(dialect=_DIALECT)) for statement in STATEMENTS}
_APPEND = "INSERT INTO events (match_id, seq, data) VALUES (?, ?, ?)"
"""Positional values are faster than named ones, and most rows are events."""


@dataclass(slots=True)
class SqliteStore:
    """Matches in one file. Open it with `SqliteStore.at(path)`."""

    path: Path
    engine: Engine
    writer: SqliteWriter
    offload: Offload

    @classmethod
    def at(
        cls,
        path: Path,
        committer: Callable[[Path], Committer] = CommitInChild,
        *,
        offload: Offload = in_thread,
        prepare: Prepare = prepare,
        after_commit: AfterCommit | None = None,
    ) -> "SqliteStore":
        """Open the store in this file; creates or upgrades it if necessary. The committer writes
        it, and `after_commit` gets what was written (`SqliteWriter`). `prepare` configures the
        connections that the store opens itself."""
        engine = create_engine(URL.create("sqlite", database=str(path)))
        event.listen(engine, "connect", lambda connection, _: prepare(connection))
        try:
            make_private_file(path)
            with engine.begin() as upgrading:
                # Otherwise the driver begins no transaction for schema changes: they could be left
                # half done, or be made by two processes at once.
                upgrading.exec_driver_sql("BEGIN IMMEDIATE")
                upgrade(upgrading)
        except (OSError, sqlite3.Error, SQLAlchemyError, StoreUnusable) as error:
            engine.dispose()
            raise unusable(str(path), error) from error
        return cls(path, engine, SqliteWriter(committer(path), after_commit), offload)

    @property
    def waiting(self) -> int:
        return self.writer.waiting

    async def open(self, match_id: str, secret: str, events: MatchEvents) -> None:
        opened = events[0]
        assert isinstance(opened, MatchOpened)
        row = match_row(match_id, secret, opened)
        append = Append(match_id, 0, tuple(map(encode, events)), secret)
        await self.writer.keep([(_SQL[OPEN], row), *_rows(append, events)], append)

    async def append(self, match_id: str, version: int, events: MatchEvents) -> None:
        append = Append(match_id, version, tuple(map(encode, events)))
        await self.writer.keep(_rows(append, events), append)

    async def load(self, match_id: str) -> StoredMatch | None:
        def found(connection: Connection) -> StoredMatch | None:
            secret = connection.scalar(select(matches.c.secret).where(matches.c.id == match_id))
            return secret and StoredMatch(secret, _events(connection, match_id))

        return await self._run(found)

    async def since(self, match_id: str, version: int) -> MatchEvents:
        return await self._run(lambda connection: _events(connection, match_id, version))

    async def versions(self, match_ids: Collection[str]) -> dict[str, int]:
        def counts(connection: Connection) -> dict[str, int]:
            ids, found = list(match_ids), dict[str, int]()
            for n in range(0, len(ids), MOST_IN_ONE_QUERY):
                some = versions(ids[n : n + MOST_IN_ONE_QUERY])
                rows: Sequence[Any] = connection.execute(some).all()
                found.update(dict(rows))
            return found

        return await self._run(counts)

    async def check(self) -> None:
        await self.versions([""])
        await self.writer.keep([(PROBE, {"1": secrets.token_hex(PROBE_BYTES // 2)})])

    async def key(self) -> str:
        def made(connection: Connection) -> str:
            connection.exec_driver_sql(MAKE_KEY, {"1": secrets.token_hex(32)})
            return str(connection.exec_driver_sql(READ_KEY).scalar_one())

        return await self._run(made)

    async def begin_epoch(self, epoch: str) -> None:
        await self._run(lambda connection: connection.exec_driver_sql(BEGIN_EPOCH, {"1": epoch}))

    async def epoch(self) -> str:
        found = await self._run(lambda connection: connection.exec_driver_sql(READ_EPOCH).scalar())
        return str(found or "")

    async def list(self, query: Query) -> list[ListedSeat]:
        return await self._run(
            lambda connection: [ListedSeat(**row) for row in connection.execute(query).mappings()]
        )

    async def ask(self, query: Query) -> ResultRows:
        return await self._run(lambda connection: [tuple(row) for row in connection.execute(query)])

    async def change(self, changes: Sequence[Change]) -> None:
        def carry_out() -> None:
            with self.engine.begin() as connection:
                connection.exec_driver_sql("PRAGMA secure_delete = ON")
                for clause, values in changes:
                    connection.execute(clause, values)

        try:
            await self.offload(carry_out)
        except IntegrityError as error:
            raise VersionConflict from error
        except SQLAlchemyError as error:
            raise unusable(str(self.path), error) from error

    async def spend(self, token: str, until: float, now: float) -> bool:
        def used(connection: Connection) -> bool:
            connection.execute(FORGET, {"now": now})
            return connection.scalar(SPEND, {"token": token, "until": until}) is not None

        return await self._run(used)

    async def close(self) -> None:
        await self.writer.close()
        self.engine.dispose()

    async def _run(self, use: Callable[[Connection], Result]) -> Result:
        """Use a connection. Failures may be temporary: the disk is full, or there are too many open
        files or queries."""

        def run() -> Result:
            with self.engine.begin() as connection:
                return use(connection)

        try:
            return await self.offload(run)
        except (OperationalError, PoolTimeout) as error:
            log.error("cannot read or write the database file: %s", error)
            raise StoreUnreachable(SEND_AGAIN) from error


def _events(connection: Connection, match_id: str, version: int = 0) -> MatchEvents:
    return [decode(data) for data in connection.scalars(since(match_id, version))]


def _rows(append: Append, events: MatchEvents) -> Rows:
    match_id = append.match_id
    rows: Rows = [
        (_APPEND, (match_id, seq, data))
        for seq, data in enumerate(append.events, start=append.version)
    ]
    return rows + [(_SQL[statement], values) for statement, values in index_rows(match_id, events)]
