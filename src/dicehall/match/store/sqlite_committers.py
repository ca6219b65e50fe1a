"""Where a SQLite file is written: in a child process, or in this one."""

import asyncio
import json
import pickle
import sqlite3
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path
from typing import Protocol

from dicehall.match.store import sqlite_child
from dicehall.match.store.sqlite_child import Failure, Rows, commit, prepare

LONGEST_ANSWER = 1_000_000


class Committer(Protocol):
    """Writes batches of appends to a file, one batch at a time."""

    async def start(self) -> None:
        """Get ready in advance, so that the first move is not slow."""

    async def commit(self, batch: list[Rows]) -> list[Failure | None]:
        """Commit a batch; the failure of each append, or None. If this raises, the batch may or may
        not have been written."""

    def end(self) -> None:
        """Give up the file, once what has begun is written. The next commit opens it again."""

    async def close(self) -> None:
        """Like `end`, but wait for it."""


class CommitInChild:
    """Commits in a child process. A thread would compete with the event loop for the interpreter
    lock, which takes a third of the time of a move under load."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._child: Process | None = None
        self._ended: Process | None = None

    async def start(self) -> None:
        await self._started()

    async def commit(self, batch: list[Rows]) -> list[Failure | None]:
        child = await self._started()
        assert child.stdin
        assert child.stdout
        child.stdin.write(pickle.dumps(batch))
        await child.stdin.drain()
        failures: list[Failure | None] = json.loads(await child.stdout.readuntil(b"\n"))
        return failures

    def end(self) -> None:
        """Close the child's input: it finishes its work and exits."""
        self._ended, self._child = self._child, None
        if self._ended and self._ended.stdin:
            self._ended.stdin.close()

    async def close(self) -> None:
        self.end()
        if self._ended:
            await self._ended.wait()

    async def _started(self) -> Process:
        if self._child is None or self._child.returncode is not None:
            program = (sys.executable, "-I", "-S", sqlite_child.__file__, str(self._path))
            self._child = await asyncio.create_subprocess_exec(
                *program, stdin=PIPE, stdout=PIPE, limit=LONGEST_ANSWER
            )
        return self._child


class CommitHere:
    """Commits in this process, which does nothing else meanwhile."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None

    async def start(self) -> None:
        self._opened()

    async def commit(self, batch: list[Rows]) -> list[Failure | None]:
        return commit(self._opened(), batch)

    def end(self) -> None:
        if self._connection:
            self._connection.close()
            self._connection = None

    async def close(self) -> None:
        self.end()

    def _opened(self) -> sqlite3.Connection:
        if self._connection is None:
            self._connection = sqlite3.connect(self._path, isolation_level=None)
            prepare(self._connection)
        return self._connection
