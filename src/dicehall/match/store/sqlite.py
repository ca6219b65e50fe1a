"""The store on SQLite: one file, one writer."""

import asyncio
import logging
import secrets
import sqlite3
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import URL, Engine, create_engine, event, select
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import IntegrityError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from dicehall.game.refused import StoreUnreachable, StoreUnusable
from dicehall.match.events import MatchEvents, MatchOpened, decode, encode
from dicehall.match.store.index import OPEN, STATEMENTS, index_rows, match_row
from dicehall.match.store.lists import since, versions
from dicehall.match.store.private_files import make_private_file
from dicehall.match.store.protocol import (
    Answer,
    Change,
    ListedSeat,
    Query,
    StoredMatch,
    VersionConflict,
)
from dicehall.match.store.schema import matches
from dicehall.match.store.sqlite_child import Rows, prepare
from dicehall.match.store.sqlite_writer import SEND_AGAIN, SqliteWriter
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
"""More than a new match takes in the file: where this can be written, that can be stored."""

log = logging.getLogger(__name__)

Said = TypeVar("Said")

_DIALECT = sqlite.dialect(paramstyle="named")
_SQL = {statement: str(statement.compile(dialect=_DIALECT)) for statement in STATEMENTS}
_APPEND = "INSERT INTO events (match_id, seq, data) VALUES (?, ?, ?)"
"""Values by position are quicker than by name, and most rows are of this kind."""


@dataclass(slots=True)
class SqliteStore:
    """Matches in one file. Open it with `SqliteStore.at(path)`."""

    path: Path
    engine: Engine
    writer: SqliteWriter

    @classmethod
    def at(cls, path: Path) -> "SqliteStore":
        """The store in this file, made or brought up to date if need be."""
        engine = create_engine(URL.create("sqlite", database=str(path)))
        event.listen(engine, "connect", lambda connection, _: prepare(connection))
        try:
            make_private_file(path)
            with engine.begin() as upgrading:
                # Without this the driver begins no transaction for changes of tables: they could
                # be left half done, or be made by two processes at once.
                upgrading.exec_driver_sql("BEGIN IMMEDIATE")
                upgrade(upgrading)
        except (OSError, sqlite3.Error, SQLAlchemyError, StoreUnusable) as error:
            engine.dispose()
            raise unusable(str(path), error) from error
        return cls(path, engine, SqliteWriter(path))

    @property
    def waiting(self) -> int:
        return self.writer.waiting

    async def open(self, match_id: str, secret: str, events: MatchEvents) -> None:
        opened = events[0]
        assert isinstance(opened, MatchOpened)
        row = match_row(match_id, secret, opened)
        await self.writer.keep([(_SQL[OPEN], row), *_rows(match_id, 0, events)])

    async def append(self, match_id: str, version: int, events: MatchEvents) -> None:
        await self.writer.keep(_rows(match_id, version, events))

    async def load(self, match_id: str) -> StoredMatch | None:
        return await self._asked(lambda: self._load(match_id))

    async def since(self, match_id: str, version: int) -> MatchEvents:
        return await self._asked(lambda: self._since(match_id, version))

    async def versions(self, match_ids: Collection[str]) -> dict[str, int]:
        def counts() -> dict[str, int]:
            ids, found = list(match_ids), {}
            with self.engine.connect() as connection:
                for n in range(0, len(ids), MOST_IN_ONE_QUERY):
                    some = versions(ids[n : n + MOST_IN_ONE_QUERY])
                    rows: Sequence[Any] = connection.execute(some).all()
                    found.update(dict(rows))
            return found

        return await self._asked(counts)

    async def check(self) -> None:
        await self.versions([""])
        await self.writer.keep([(PROBE, {"1": secrets.token_hex(PROBE_BYTES // 2)})])

    async def key(self) -> str:
        def made() -> str:
            with self.engine.begin() as connection:
                connection.exec_driver_sql(MAKE_KEY, {"1": secrets.token_hex(32)})
                return str(connection.exec_driver_sql(READ_KEY).scalar_one())

        return await self._asked(made)

    async def begin_epoch(self, epoch: str) -> None:
        def begin() -> None:
            with self.engine.begin() as connection:
                connection.exec_driver_sql(BEGIN_EPOCH, {"1": epoch})

        await self._asked(begin)

    async def epoch(self) -> str:
        def read() -> str:
            with self.engine.connect() as connection:
                return str(connection.exec_driver_sql(READ_EPOCH).scalar() or "")

        return await self._asked(read)

    async def list(self, query: Query) -> list[ListedSeat]:
        def rows() -> list[ListedSeat]:
            with self.engine.connect() as connection:
                return [ListedSeat(**row) for row in connection.execute(query).mappings()]

        return await self._asked(rows)

    async def ask(self, query: Query) -> Answer:
        def rows() -> Answer:
            with self.engine.connect() as connection:
                return [tuple(row) for row in connection.execute(query)]

        return await self._asked(rows)

    async def change(self, changes: Sequence[Change]) -> None:
        def carry_out() -> None:
            with self.engine.begin() as connection:
                connection.exec_driver_sql("PRAGMA secure_delete = ON")
                for clause, values in changes:
                    connection.execute(clause, values)

        try:
            await asyncio.to_thread(carry_out)
        except IntegrityError as error:
            raise VersionConflict from error
        except SQLAlchemyError as error:
            raise unusable(str(self.path), error) from error

    async def spend(self, token: str, until: float, now: float) -> bool:
        def used() -> bool:
            with self.engine.begin() as connection:
                connection.execute(FORGET, {"now": now})
                return connection.scalar(SPEND, {"token": token, "until": until}) is not None

        return await self._asked(used)

    async def close(self) -> None:
        await self.writer.close()
        self.engine.dispose()

    async def _asked(self, question: Callable[[], Said]) -> Said:
        """Ask in a thread. A file that cannot be used now may be later: the disk is full, all
        descriptors are taken, or too many others ask."""
        try:
            return await asyncio.to_thread(question)
        except (OperationalError, PoolTimeout) as error:
            log.error("cannot read or write the database file: %s", error)
            raise StoreUnreachable(SEND_AGAIN) from error

    def _load(self, match_id: str) -> StoredMatch | None:
        with self.engine.connect() as connection:
            secret = connection.scalar(select(matches.c.secret).where(matches.c.id == match_id))
            if secret is None:
                return None
            return StoredMatch(
                secret, [decode(data) for data in connection.scalars(since(match_id, 0))]
            )

    def _since(self, match_id: str, version: int) -> MatchEvents:
        with self.engine.connect() as connection:
            return [decode(data) for data in connection.scalars(since(match_id, version))]


def _rows(match_id: str, version: int, events: MatchEvents) -> Rows:
    rows: Rows = [
        (_APPEND, (match_id, seq, encode(event))) for seq, event in enumerate(events, start=version)
    ]
    return rows + [(_SQL[statement], values) for statement, values in index_rows(match_id, events)]
