"""The store on PostgreSQL: a connection pool for reading, and one writer (`postgres_writer`)."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import TypeVar

import asyncpg
from sqlalchemy import NullPool, func, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine

from dicehall.game.messages import translatable
from dicehall.game.refused import StoreUnreachable, StoreUnusable
from dicehall.match.addresses import without_password
from dicehall.match.events import MatchEvents, decode
from dicehall.match.store.postgres_rows import row_of, statement, work_of
from dicehall.match.store.postgres_writer import (
    ANSWER_SECONDS,
    CONNECT_SECONDS,
    CONNECTION_ERRORS,
    LOGIN_ERRORS,
    PAUSE_SECONDS,
    SESSION,
    Writer,
    disk_full,
)
from dicehall.match.store.protocol import (
    Change,
    ListedSeat,
    Query,
    ResultRows,
    StoredMatch,
    VersionConflict,
)
from dicehall.match.store.schema import for_postgres
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

MOST_READERS = 10
CLOSING_SECONDS = 2.0
"""How long cancelled readers may take to return their connections."""
PATIENCE_SECONDS = 1.0
"""How long a read is retried if the database cannot be reached."""
UPGRADE_LOCK = 0xD1CE
"""The advisory lock of the node that upgrades the schema; the other nodes wait for it."""

DATABASE_ERRORS = (
    *CONNECTION_ERRORS,
    ValueError,
    asyncpg.PostgresError,
    SQLAlchemyError,
    StoreUnusable,
)

_SECRET = "SELECT secret FROM matches WHERE id = $1"
_SINCE = "SELECT data FROM events WHERE match_id = $1 AND seq >= $2 ORDER BY seq"
_VERSIONS = (
    "SELECT match_id, max(seq) + 1 FROM events WHERE match_id = ANY($1::varchar[]) GROUP BY 1"
)

log = logging.getLogger(__name__)

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class PostgresStore:
    """Matches in a PostgreSQL database. Open it with `await PostgresStore.at(url)`."""

    pool: "asyncpg.Pool[asyncpg.Record]"
    writer: Writer

    @classmethod
    async def at(cls, url: str) -> "PostgresStore":
        """Open the store in this database; creates or upgrades its tables if necessary."""
        try:
            await _upgrade(url)
            pool = await asyncpg.create_pool(
                url,
                min_size=1,
                max_size=MOST_READERS,
                timeout=CONNECT_SECONDS,
                command_timeout=ANSWER_SECONDS,
                server_settings=SESSION,
            )
            return cls(pool, await Writer.on(url))
        except DATABASE_ERRORS as error:
            raise unusable(without_password(url), error) from error

    @property
    def waiting(self) -> int:
        return self.writer.waiting

    async def open(self, match_id: str, secret: str, events: MatchEvents) -> None:
        await self.writer.keep(work_of(match_id, 0, events, secret))

    async def append(self, match_id: str, version: int, events: MatchEvents) -> None:
        await self.writer.keep(work_of(match_id, version, events))

    async def load(self, match_id: str) -> StoredMatch | None:
        try:
            secret = await self._retry(lambda: self.pool.fetchval(_SECRET, match_id))
        except asyncpg.DataError:  # an id with a character that PostgreSQL cannot hold
            return None
        return None if secret is None else StoredMatch(secret, await self.since(match_id, 0))

    async def since(self, match_id: str, version: int) -> MatchEvents:
        rows = await self._retry(lambda: self.pool.fetch(_SINCE, match_id, version))
        return [decode(row["data"]) for row in rows]

    async def versions(self, match_ids: Collection[str]) -> dict[str, int]:
        ids = list(match_ids)
        return {
            row[0]: row[1] for row in await self._retry(lambda: self.pool.fetch(_VERSIONS, ids))
        }

    async def check(self) -> None:
        await self._retry(lambda: self.pool.execute(PROBE, secrets.token_hex(32)))

    async def key(self) -> str:
        await self._retry(lambda: self.pool.execute(MAKE_KEY, secrets.token_hex(32)))
        return str(await self._retry(lambda: self.pool.fetchval(READ_KEY)))

    async def begin_epoch(self, epoch: str) -> None:
        await self._retry(lambda: self.pool.execute(BEGIN_EPOCH, epoch))

    async def epoch(self) -> str:
        return str(await self._retry(lambda: self.pool.fetchval(READ_EPOCH)) or "")

    async def list(self, query: Query) -> list[ListedSeat]:
        sql, values = statement(query)
        return [
            ListedSeat(**row) for row in await self._retry(lambda: self.pool.fetch(sql, *values))
        ]

    async def ask(self, query: Query) -> ResultRows:
        sql, values = statement(query)
        return [tuple(row) for row in await self._retry(lambda: self.pool.fetch(sql, *values))]

    async def change(self, changes: Sequence[Change]) -> None:
        async def carry_out() -> None:
            async with self.pool.acquire() as connection, connection.transaction():
                for clause, values in changes:
                    sql, arguments = row_of(clause, values) if values else statement(clause)
                    await connection.execute(sql, *arguments)

        try:
            await self._retry(carry_out)
        except asyncpg.IntegrityConstraintViolationError as conflict:
            raise VersionConflict from conflict

    async def spend(self, token: str, until: float, now: float) -> bool:
        async def used() -> bool:
            sql, values = row_of(FORGET, {"now": now})
            await self.pool.execute(sql, *values)
            sql, values = row_of(SPEND, {"token": token, "until": until})
            return await self.pool.fetchval(sql, *values) is not None

        return await self._retry(used)

    async def close(self) -> None:
        await self.writer.close()
        with suppress(*CONNECTION_ERRORS):
            await asyncio.wait_for(self.pool.close(), CLOSING_SECONDS)

    async def _retry(self, run: Callable[[], Awaitable[Result]]) -> Result:
        """Run a query, and retry it for a while if the connection is lost."""
        started = monotonic()
        while True:
            try:
                return await run()
            except asyncpg.DiskFullError as error:
                raise disk_full(error) from error
            except (*CONNECTION_ERRORS, *LOGIN_ERRORS) as error:
                if monotonic() - started > PATIENCE_SECONDS:
                    log.error("the database cannot be reached: %r", error)
                    raise StoreUnreachable(
                        translatable("the database cannot be reached")
                    ) from error
            await asyncio.sleep(PAUSE_SECONDS)


async def _upgrade(url: str) -> None:
    for_postgres()

    async def connect() -> "asyncpg.Connection[asyncpg.Record]":
        return await asyncpg.connect(url, timeout=CONNECT_SECONDS)

    engine = create_async_engine("postgresql+asyncpg://", async_creator=connect, poolclass=NullPool)
    async with engine.begin() as connection:
        await connection.execute(select(func.pg_advisory_xact_lock(UPGRADE_LOCK)))
        await connection.run_sync(upgrade)
