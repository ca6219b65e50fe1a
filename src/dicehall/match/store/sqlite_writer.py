"""The writer of a process to SQLite: it commits all waiting appends in one transaction."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from dicehall.game.messages import translatable
from dicehall.game.refused import StoreUnreachable, StoreUnusable
from dicehall.match.metrics import COMMIT_APPENDS
from dicehall.match.store.protocol import VersionConflict, settle
from dicehall.match.store.sqlite_child import Failure, Rows
from dicehall.match.store.sqlite_committers import Committer

MOST_IN_ONE_COMMIT = 1000

SEND_AGAIN = translatable("the match cannot be reached: try again")

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Append:
    """Encoded events that were stored together, after the first `version` events of a match. A new
    match has a `secret`."""

    match_id: str
    version: int
    events: tuple[bytes, ...]
    secret: str = ""


AfterCommit = Callable[[list[Append]], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class _PendingAppend:
    """The rows of one append, and the future to resolve when they are on disk."""

    rows: Rows
    append: Append | None
    kept: "asyncio.Future[None]"


class SqliteWriter:
    """Commits appends to a file. Appends that arrive during a commit form the next batch.

    `after_commit` is awaited with the appends of each batch after its transaction, before they are
    answered: it can keep them elsewhere, too. If it raises, they are answered as failed, and come
    again with the next batch.
    """

    def __init__(self, committer: Committer, after_commit: AfterCommit | None = None) -> None:
        self.after_commit = after_commit
        self._committer = committer
        self._gathering: list[_PendingAppend] = []
        self._unkept: list[Append] = []
        """Appends that are committed, but that `after_commit` has not taken."""
        self._writing: asyncio.Task[None] | None = None
        self._closed = False
        self._failing = False

    @property
    def waiting(self) -> int:
        """The number of appends that wait for the next commit."""
        return len(self._gathering)

    async def start(self) -> None:
        """Get ready in advance, so that the first move is not slow."""
        await self._committer.start()

    async def keep(self, rows: Rows, append: Append | None = None) -> None:
        """Return when all of these rows are on disk; if this raises, none of them are. `append`
        describes them for `after_commit`."""
        if self._closed:
            raise StoreUnreachable(translatable("the server has stopped"))
        work = _PendingAppend(rows, append, asyncio.get_running_loop().create_future())
        self._gathering.append(work)
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write())
        await work.kept

    async def close(self) -> None:
        """Finish pending appends."""
        self._closed = True
        if self._writing and not self._writing.done():
            await self._writing
        await self._committer.close()

    async def _write(self) -> None:
        """Commit everything that waits, batch after batch."""
        try:
            while self._gathering:
                batch = self._gathering[:MOST_IN_ONE_COMMIT]
                del self._gathering[:MOST_IN_ONE_COMMIT]
                errors = await self._commit(batch)
                self._log_failure(errors)
                COMMIT_APPENDS.observe(len(batch))
                for work, error in zip(batch, errors, strict=True):
                    settle(work.kept, error)
        except asyncio.CancelledError:  # the loop is closing: a child finishes without it
            self._committer.end()
            raise

    def _log_failure(self, errors: list[Exception | None]) -> None:
        """Log when writing starts to fail, as on a full disk, and when it works again."""
        failure = next((error for error in errors if isinstance(error, StoreUnusable)), None)
        if failure and not self._failing:
            log.error("%s", failure.reason)
        elif self._failing and not failure:
            log.warning("matches can be stored again")
        self._failing = failure is not None

    async def _commit(self, batch: list[_PendingAppend]) -> list[Exception | None]:
        try:
            failures = await self._committer.commit([work.rows for work in batch])
        except Exception:  # the batch may or may not have been written
            log.exception("the writer process has died")
            self._committer.end()
            return [StoreUnreachable(SEND_AGAIN)] * len(batch)
        done = zip(batch, failures, strict=True)
        if await self._pass_on([work.append for work, failure in done if not failure]):
            return list(map(_error, failures))
        return [StoreUnreachable(SEND_AGAIN)] * len(batch)

    async def _pass_on(self, appends: list[Append | None]) -> bool:
        """Pass appends on to `after_commit`, if there is one. Returns whether it took them."""
        if self.after_commit is None:
            return True
        self._unkept += filter(None, appends)
        try:
            if self._unkept:
                await self.after_commit(self._unkept)
        except Exception:
            log.exception("committed changes could not be saved outside the database")
            return False
        self._unkept = []
        return True


def _error(failure: Failure | None) -> Exception | None:
    match failure:
        case None:
            return None
        case "conflict", _:
            return VersionConflict()
        case "unusable", reason:
            return StoreUnusable(
                translatable("matches cannot be stored right now: %(why)s", why=reason)
            )
        case _, reason:
            return RuntimeError(reason)
