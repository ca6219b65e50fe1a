"""The process that writes matches to a SQLite file. It needs nothing but Python itself.

Batches of appends come in on standard input. For each a line goes out: what went wrong with each of
its appends, or null. It ends when its input does.
"""

import json
import pickle
import signal
import sqlite3
import sys
from contextlib import suppress
from itertools import groupby
from operator import itemgetter
from typing import Any

Rows = list[tuple[str, Any]]
"""Statements with their values."""

Failure = tuple[str, str]
"""`conflict`, `unusable` or `broken`; and the reason."""


def prepare(connection: Any) -> None:
    """Every commit reaches the disk before it is acknowledged."""
    connection.execute("PRAGMA busy_timeout = 10000")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def commit(connection: sqlite3.Connection, batch: list[Rows]) -> list[Failure | None]:
    """Keep a batch in one transaction. If one append makes it fail, each is kept on its own, so
    that it cannot harm the others."""
    failure = _transact(connection, [row for rows in batch for row in rows])
    if failure and len(batch) > 1 and failure[0] != "unusable":
        return [_transact(connection, rows) for rows in batch]
    return [failure] * len(batch)


def _transact(connection: sqlite3.Connection, rows: Rows) -> Failure | None:
    """Keep all rows or none of them; what went wrong, if none. The writer survives anything."""
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
    """Write what comes until nothing more can come: whoever sends it has ended, or was killed."""
    for stopped_by in (signal.SIGINT, signal.SIGTERM):  # which are meant for the house
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
