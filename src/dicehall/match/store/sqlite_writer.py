"""The writer of a process to SQLite: it commits all waiting appends in one transaction.

A child process does the writing. A thread would compete with the event loop for the interpreter
lock, which takes a third of the time of a move under load.
"""

import asyncio
import json
import logging
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from dataclasses import dataclass
from pathlib import Path

from dicehall.game.messages import translatable
from dicehall.game.refused import StoreUnreachable, StoreUnusable
from dicehall.match.metrics import COMMIT_APPENDS
from dicehall.match.store import sqlite_child
from dicehall.match.store.protocol import VersionConflict, settle
from dicehall.match.store.sqlite_child import Failure, Rows

MOST_IN_ONE_COMMIT = 1000
LONGEST_ANSWER = 1_000_000

SEND_AGAIN = translatable("the match cannot be reached: try again")

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Work:
    """The rows of one append, and the future to resolve when they are on disk."""

    rows: Rows
    kept: "asyncio.Future[None]"


class SqliteWriter:
    """Commits appends to a file. Appends that arrive during a commit form the next batch."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._gathering: list[_Work] = []
        self._writing: asyncio.Task[None] | None = None
        self._child: Process | None = None
        self._closed = False
        self._failing = False

    @property
    def waiting(self) -> int:
        """The number of appends that wait for the next commit."""
        return len(self._gathering)

    async def start(self) -> None:
        """Start the child process in advance, so that the first move is not slow."""
        await self._started()

    async def keep(self, rows: Rows) -> None:
        """Return when all of these rows are on disk; if this raises, none of them are."""
        if self._closed:
            raise StoreUnreachable(translatable("the server has stopped"))
        work = _Work(rows, asyncio.get_running_loop().create_future())
        self._gathering.append(work)
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write())
        await work.kept

    async def close(self) -> None:
        """Finish pending appends."""
        self._closed = True
        if self._writing and not self._writing.done():
            await self._writing
        if child := self._end_child():
            await child.wait()

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
        except asyncio.CancelledError:  # the loop is closing: the child finishes without it
            self._end_child()
            raise

    def _log_failure(self, errors: list[Exception | None]) -> None:
        """Log when writing starts to fail, as on a full disk, and when it works again."""
        failure = next((error for error in errors if isinstance(error, StoreUnusable)), None)
        if failure and not self._failing:
            log.error("%s", failure.reason)
        elif self._failing and not failure:
            log.warning("matches can be stored again")
        self._failing = failure is not None

    async def _commit(self, batch: list[_Work]) -> list[Exception | None]:
        try:
            child = await self._started()
            assert child.stdin
            assert child.stdout
            child.stdin.write(pickle.dumps([work.rows for work in batch]))
            await child.stdin.drain()
            return list(map(_error, json.loads(await child.stdout.readuntil(b"\n"))))
        except Exception:  # the batch may or may not have been written
            log.exception("the writer process has died")
            self._end_child()
            return [StoreUnreachable(SEND_AGAIN)] * len(batch)

    async def _started(self) -> Process:
        if self._child is None or self._child.returncode is not None:
            program = (sys.executable, "-I", "-S", sqlite_child.__file__, str(self._path))
            self._child = await asyncio.create_subprocess_exec(
                *program, stdin=PIPE, stdout=PIPE, limit=LONGEST_ANSWER
            )
        return self._child

    def _end_child(self) -> Process | None:
        """Close the child's input: it finishes its work and exits."""
        child, self._child = self._child, None
        if child and child.stdin:
            child.stdin.close()
        return child


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
