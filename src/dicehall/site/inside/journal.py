"""Records what is committed to a SQLite database, so that it can be kept elsewhere and rebuilt.

The browser has no disk on which SQLite could commit: its file lives in memory. A batch holds the
statements of one or more transactions; a snapshot is a whole database file.
"""

import asyncio
import json
import sqlite3
from collections.abc import Awaitable, Callable, Iterable
from contextlib import closing
from functools import partial
from pathlib import Path

MOST_BATCHES = 400
"""After this many batches, a snapshot replaces them, because rebuilding from them takes longer."""

READING = ("SELECT", "PRAGMA", "BEGIN", "--", "EXPLAIN")


class Journal:
    """Keeps every transaction of a database. `keep` must return when a batch is safe, `replace`
    when a snapshot has taken the place of all batches."""

    def __init__(
        self,
        path: Path,
        keep: Callable[[str], Awaitable[None]],
        replace: Callable[[bytes], Awaitable[None]],
        kept: int = 0,
    ) -> None:
        self._path = path
        self._keep = keep
        self._replace = replace
        self._kept = kept
        self._committed: list[str] = []
        self._lock = asyncio.Lock()

    def follow(self, connection: sqlite3.Connection) -> None:
        """Record what this connection commits from now on."""
        connection.set_trace_callback(partial(self._note, []))

    def _note(self, transaction: list[str], statement: str) -> None:
        if statement.startswith("COMMIT"):
            self._committed += transaction
            transaction.clear()
        elif statement.startswith("ROLLBACK"):
            transaction.clear()
        elif not statement.lstrip().upper().startswith(READING):
            transaction.append(statement)

    async def settle(self) -> None:
        """Return when everything committed so far is kept. If this raises, the next call tries
        again."""
        if not self._committed and not self._lock.locked():
            return
        async with self._lock:
            if batch := self._committed:
                self._committed = []
                try:
                    await self._keep(json.dumps(batch, ensure_ascii=False))
                except BaseException:
                    self._committed = batch + self._committed
                    raise
                self._kept += 1
            if self._kept >= MOST_BATCHES and not self._committed:
                await self._compact()

    async def _compact(self) -> None:
        with closing(sqlite3.connect(self._path)) as connection:
            snapshot = connection.serialize()
        await self._replace(snapshot)
        self._kept = 0


def rebuild(path: Path, snapshot: bytes, batches: Iterable[str]) -> None:
    """Write the database that a snapshot and the batches since then describe."""
    path.write_bytes(snapshot)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN")
        for batch in batches:
            for statement in json.loads(batch):
                connection.execute(statement)
        connection.execute("COMMIT")
