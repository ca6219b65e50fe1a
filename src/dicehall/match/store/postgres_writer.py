"""The one writer of a process to PostgreSQL: it gathers what is waiting into one transaction.

A connection can break while it commits, and then nobody knows whether it did. So what was sent is
sent again: the key (match, seq) lets it in once, and what is turned away is compared with what
lies there.
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
"""How long an append waits for a server that is away before it is refused."""
PAUSE_SECONDS = 0.05

SESSION = {
    "application_name": "dicehall",
    # Others wait no longer than this for a node that was cut off in the middle of a transaction.
    "idle_in_transaction_session_timeout": "5s",
    "lock_timeout": "1s",
    "jit": "off",  # compiling a query takes longer than any that is asked here
    "tcp_user_timeout": "10s",
}
"""How the server is to treat a connection."""

AWAY = (
    OSError,  # of which a timeout is one
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.InsufficientResourcesError,
    asyncpg.ReadOnlySQLTransactionError,
    asyncpg.TransactionRollbackError,
)
"""The server or the way to it is at fault, not what was sent."""

LETS_NOBODY_IN = (
    asyncpg.ObjectNotInPrerequisiteStateError,
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.InvalidCatalogNameError,
    asyncpg.InsufficientPrivilegeError,
)
"""Met on connecting while a database is moved or renamed, or its passwords are changed."""

SEND_AGAIN = translatable("the database cannot be reached: send it again")


def disk_full(error: asyncpg.DiskFullError) -> StoreUnusable:
    """What is refused on a full disk. It is one of the errors in `AWAY`, but waiting is no use."""
    return StoreUnusable(translatable("matches cannot be stored now: %(why)s", why=str(error)))


_LIES_THERE = """
    SELECT asked.number, events.data
    FROM unnest($1::varchar[], $2::int[]) WITH ORDINALITY AS asked (match_id, version, number)
    JOIN events ON events.match_id = asked.match_id AND events.seq >= asked.version
    ORDER BY asked.number, events.seq
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
        """A writer to this database, at work; its first append is as quick as all others."""
        writer = cls(url)
        await writer._connected()
        writer._task = asyncio.create_task(writer._run())
        return writer

    @property
    def waiting(self) -> int:
        """How many appends wait for the next commit."""
        return self._waiting.qsize()

    async def keep(self, work: Work) -> None:
        """Return when an append is kept; raise why it is not."""
        if self._closed:
            raise StoreUnreachable(translatable("the server has stopped"))
        self._waiting.put_nowait(work)
        await work.kept

    async def close(self) -> None:
        """Finish what is waiting."""
        if not self._closed:
            self._closed = True
            self._waiting.put_nowait(None)
        if self._task:
            await self._task

    async def _run(self) -> None:
        """Take everything that waits, commit it, tell everybody."""
        going_on = True
        while going_on:
            batch = [await self._waiting.get()]
            while len(batch) < MOST_IN_ONE_COMMIT and not self._waiting.empty():
                batch.append(self._waiting.get_nowait())
            going_on = None not in batch
            await self._commit([work for work in batch if work])
        if self._connection:
            self._connection.terminate()

    async def _commit(self, batch: list[Work]) -> None:
        """Keep a batch. If one append makes it fail, each is kept on its own, so that it cannot
        harm the others. The writer survives anything."""
        while batch:
            try:
                batch = await self._attempt(batch)
            except Exception as error:
                if isinstance(error, asyncpg.DiskFullError):
                    log.error("cannot keep moves: %r", error)
                    while batch:
                        batch.pop().settle(disk_full(error))
                elif isinstance(error, AWAY):
                    batch = await self._wait_for_server(batch, error)
                elif len(batch) == 1:
                    locked = isinstance(error, asyncpg.LockNotAvailableError)
                    batch.pop().settle(StoreUnreachable(SEND_AGAIN) if locked else error)
                else:
                    for work in batch:
                        await self._commit([work])
                    return

    async def _attempt(self, batch: list[Work]) -> list[Work]:
        """Write a batch in one transaction and tell everybody; returns those to be tried again."""
        connection = await self._connected()
        steps = list(statements(batch))
        try:
            if len(steps) == 1:  # which is a transaction by itself
                text, arrays = steps[0]
                await connection.execute(text, *arrays)
            else:
                async with connection.transaction():
                    for text, arrays in steps:
                        await connection.execute(text, *arrays)
        except asyncpg.IntegrityConstraintViolationError as conflict:
            return await self._turn_away(connection, batch, conflict)
        COMMIT_APPENDS.observe(len(batch))
        for work in batch:
            work.settle()
        return []

    async def _turn_away(
        self,
        connection: "asyncpg.Connection[asyncpg.Record]",
        batch: list[Work],
        conflict: asyncpg.IntegrityConstraintViolationError,
    ) -> list[Work]:
        """Tell those whose version is taken, by others or by what they sent themselves before a
        connection broke; returns those to be tried again."""
        lying: list[list[bytes]] = [[] for _ in batch]
        asked = [work.match_id for work in batch], [work.version for work in batch]
        for number, data in await connection.fetch(_LIES_THERE, *asked):
            lying[number - 1].append(data)
        left = []
        for work, there in zip(batch, lying, strict=True):
            if not there:
                left.append(work)
            elif work.doubtful and there[: len(work.data)] == work.data:
                work.settle()
            else:
                work.settle(VersionConflict())
        if len(left) < len(batch):
            return left
        if len(batch) == 1:
            raise VersionConflict from conflict
        raise conflict

    async def _wait_for_server(self, batch: list[Work], error: Exception) -> list[Work]:
        """Refuse those who have waited long enough; returns those to be tried again."""
        if self._connection:
            self._connection.terminate()
            self._connection = None
        left = []
        for work in batch:
            work.doubtful = True
            if monotonic() - work.asked_at < PATIENCE_SECONDS:
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
            except LETS_NOBODY_IN as error:
                raise ConnectionRefusedError(str(error)) from error
        return self._connection
