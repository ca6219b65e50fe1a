"""The process that writes matches to a SQLite file. It imports only the standard library.

It reads batches of appends from standard input, and answers each with a line of JSON: for each
append its failure, or null. It exits at the end of its input.
"""

import json
import pickle
import signal
import sqlite3
import sys
from collections.abc import Callable
from contextlib import suppress
from itertools import groupby
from operator import itemgetter
from typing import Any

Rows = list[tuple[str, Any]]
"""Statements and their values."""

Failure = tuple[str, str]
"""A kind (`conflict`, `unusable` or `broken`) and a reason."""


Prepare = Callable[[sqlite3.Connection], None]
"""Configures a new connection."""


def prepare(connection: Any) -> None:
    """Configure a connection so that every commit reaches the disk before it is acknowledged."""
    connection.execute("PRAGMA busy_timeout = 10000")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def commit(connection: sqlite3.Connection, batch: list[Rows]) -> list[Failure | None]:
    """Commit a batch in one transaction. If it fails because of one append, each is committed on
    its own, so that the others succeed."""
    failure = _transact(connection, [row for rows in batch for row in rows])
    if failure and len(batch) > 1 and failure[0] != "unusable":
        return [_transact(connection, rows) for rows in batch]
    return [failure] * len(batch)


def _transact(connection: sqlite3.Connection, rows: Rows) -> Failure | None:
    """Write all rows or none; returns the failure, if any. No error ends the writer."""
    try:
        connection.execute("BEGIN IMMEDIATE")
        for statement, some in groupby(rows, itemgetter(0)):
            connection.executemany(statement, [values for _, values in some])
        connection.execute("COMMIT")
        return None
    except Exception as error:
        if connection.in_transaction:
            with suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
        match error:
            case sqlite3.IntegrityError():
                return "conflict", str(error)
            case sqlite3.OperationalError():
                return "unusable", str(error)
        return "broken", repr(error)


def main(path: str) -> None:
    """Write batches until the input ends, because the parent has exited or was killed."""
    for stopped_by in (signal.SIGINT, signal.SIGTERM):  # meant for the parent
        signal.signal(stopped_by, signal.SIG_IGN)
    connection = sqlite3.connect(path, isolation_level=None)
    prepare(connection)
    with suppress(EOFError, pickle.UnpicklingError, BrokenPipeError):
        while True:
            failures = commit(connection, pickle.load(sys.stdin.buffer))
            print(json.dumps(failures), flush=True)
    connection.close()


if __name__ == "__main__":
    main(sys.argv[1])
