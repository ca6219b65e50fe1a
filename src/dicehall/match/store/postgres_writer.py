"""The writer of a process to PostgreSQL: it commits all waiting appends in one transaction.

If the connection breaks during a commit, its outcome is unknown. So the appends are sent again: the
primary key (match, seq) lets them in once, and a conflicting append is compared with what is
stored.
"""

import asyncio
import logging
from asyncio import Queue
from dataclasses import dataclass, field
from time import monotonic

import asyncpg

from dicehall.game.messages import translatable
from dicehall.game.refused import StoreUnreachable, StoreUnusable
from dicehall.match.metrics import COMMIT_APPENDS
from dicehall.match.store.postgres_rows import Work, statements
from dicehall.match.store.protocol import VersionConflict

MOST_IN_ONE_COMMIT = 1000
CONNECT_SECONDS = 5.0
ANSWER_SECONDS = 10.0
PATIENCE_SECONDS = 3.0
"""How long an append is retried before it is refused."""
PAUSE_SECONDS = 0.05

SESSION = {
    "application_name": "dicehall",
    # Limits how long a node that was cut off during a transaction can block the others.
    "idle_in_transaction_session_timeout": "5s",
    "lock_timeout": "1s",
    "jit": "off",  # compiling takes longer than any of our queries
    "tcp_user_timeout": "10s",
}
"""The settings of a connection."""

CONNECTION_ERRORS = (
    OSError,  # includes TimeoutError
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.InsufficientResourcesError,
    asyncpg.ReadOnlySQLTransactionError,
    asyncpg.TransactionRollbackError,
)
"""The database or the connection failed, not the statement."""

LOGIN_ERRORS = (
    asyncpg.ObjectNotInPrerequisiteStateError,
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.InvalidCatalogNameError,
    asyncpg.InsufficientPrivilegeError,
)
"""Raised on connecting while a database is moved or renamed, or its passwords change."""

SEND_AGAIN = translatable("the database cannot be reached: try again")


def disk_full(error: asyncpg.DiskFullError) -> StoreUnusable:
    """The refusal for a full disk: one of `CONNECTION_ERRORS`, but retrying would not help."""
    return StoreUnusable(
        translatable("matches cannot be stored right now: %(why)s", why=str(error))
    )


_STORED = """
    SELECT wanted.number, events.data
    FROM unnest($1::varchar[], $2::int[]) WITH ORDINALITY AS wanted (match_id, version, number)
    JOIN events ON events.match_id = wanted.match_id AND events.seq >= wanted.version
    ORDER BY wanted.number, events.seq
"""

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Writer:
    """Commits appends. Start it with `await Writer.on(url)`."""

    url: str
    _waiting: "Queue[Work | None]" = field(default_factory=Queue)
    _connection: "asyncpg.Connection[asyncpg.Record] | None" = None
    _task: "asyncio.Task[None] | None" = None
    _closed: bool = False

    @classmethod
    async def on(cls, url: str) -> "Writer":
        """Start a writer. It connects first, so that the first append is not slow."""
        writer = cls(url)
        await writer._connected()
        writer._task = asyncio.create_task(writer._run())
        return writer

    @property
    def waiting(self) -> int:
        """The number of appends that wait for the next commit."""
        return self._waiting.qsize()

    async def keep(self, work: Work) -> None:
        """Return when the append is stored, or raise why it is not."""
        if self._closed:
            raise StoreUnreachable(translatable("the server has stopped"))
        self._waiting.put_nowait(work)
        await work.kept

    async def close(self) -> None:
        """Finish pending appends."""
        if not self._closed:
            self._closed = True
            self._waiting.put_nowait(None)
        if self._task:
            await self._task

    async def _run(self) -> None:
        """Commit everything that waits, batch after batch."""
        running = True
        while running:
            batch = [await self._waiting.get()]
            while len(batch) < MOST_IN_ONE_COMMIT and not self._waiting.empty():
                batch.append(self._waiting.get_nowait())
            running = None not in batch
            await self._commit([work for work in batch if work])
        if self._connection:
            self._connection.terminate()

    async def _commit(self, batch: list[Work]) -> None:
        """Commit a batch. If it fails because of one append, each is committed on its own, so that
        the others succeed. No error ends the writer."""
        while batch:
            try:
                batch = await self._attempt(batch)
            except Exception as error:
                if isinstance(error, asyncpg.DiskFullError):
                    log.error("cannot store moves: %r", error)
                    while batch:
                        batch.pop().settle(disk_full(error))
                elif isinstance(error, CONNECTION_ERRORS):
                    batch = await self._wait_for_server(batch, error)
                elif len(batch) == 1:
                    locked = isinstance(error, asyncpg.LockNotAvailableError)
                    batch.pop().settle(StoreUnreachable(SEND_AGAIN) if locked else error)
                else:
                    for work in batch:
                        await self._commit([work])
                    return

    async def _attempt(self, batch: list[Work]) -> list[Work]:
        """Write a batch in one transaction; returns the appends to retry."""
        connection = await self._connected()
        steps = list(statements(batch))
        try:
            if len(steps) == 1:  # a single statement is its own transaction
                text, arrays = steps[0]
                await connection.execute(text, *arrays)
            else:
                async with connection.transaction():
                    for text, arrays in steps:
                        await connection.execute(text, *arrays)
        except asyncpg.IntegrityConstraintViolationError as conflict:
            return await self._settle_conflicts(connection, batch, conflict)
        COMMIT_APPENDS.observe(len(batch))
        for work in batch:
            work.settle()
        return []

    async def _settle_conflicts(
        self,
        connection: "asyncpg.Connection[asyncpg.Record]",
        batch: list[Work],
        conflict: asyncpg.IntegrityConstraintViolationError,
    ) -> list[Work]:
        """Settle the appends whose version is taken, by another process or by their own first
        attempt before the connection broke; returns the appends to retry."""
        stored: list[list[bytes]] = [[] for _ in batch]
        wanted = [work.match_id for work in batch], [work.version for work in batch]
        for number, data in await connection.fetch(_STORED, *wanted):
            stored[number - 1].append(data)
        left = []
        for work, found in zip(batch, stored, strict=True):
            if not found:
                left.append(work)
            elif work.doubtful and found[: len(work.data)] == work.data:
                work.settle()
            else:
                work.settle(VersionConflict())
        if len(left) < len(batch):
            return left
        if len(batch) == 1:
            raise VersionConflict from conflict
        raise conflict

    async def _wait_for_server(self, batch: list[Work], error: Exception) -> list[Work]:
        """Refuse appends that have waited too long; returns the appends to retry."""
        if self._connection:
            self._connection.terminate()
            self._connection = None
        left = []
        for work in batch:
            work.doubtful = True
            if monotonic() - work.queued_at < PATIENCE_SECONDS:
                left.append(work)
            else:
                log.error("cannot store a move: %r", error, extra={"match": work.match_id})
                work.settle(StoreUnreachable(SEND_AGAIN))
        if left:
            await asyncio.sleep(PAUSE_SECONDS)
        return left

    async def _connected(self) -> "asyncpg.Connection[asyncpg.Record]":
        if self._connection is None or self._connection.is_closed():
            try:
                self._connection = await asyncpg.connect(
                    self.url,
                    timeout=CONNECT_SECONDS,
                    command_timeout=ANSWER_SECONDS,
                    server_settings=SESSION,
                )
            except LOGIN_ERRORS as error:
                raise ConnectionRefusedError(str(error)) from error
        return self._connection
