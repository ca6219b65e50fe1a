"""Where tests store their matches: a file, or their own PostgreSQL database."""

import asyncio
import os
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit
from uuid import uuid4

import asyncpg
import pytest

from dicehall.match.store.postgres import PostgresStore
from dicehall.match.store.protocol import Store
from dicehall.match.store.sqlite import SqliteStore

POSTGRES = os.environ.get("DICEHALL_TEST_POSTGRES", "postgresql://postgres@127.0.0.1:5432")
REDIS = os.environ.get("DICEHALL_TEST_REDIS", "redis://127.0.0.1:6379")


class Place(Protocol):
    """A place for matches; all stores opened here share them."""

    @property
    def options(self) -> list[str]:
        """The options that make `dicehall serve` use this place."""

    async def open(self) -> Store:
        """A store, as another process would open it."""


@dataclass(frozen=True)
class FilePlace:
    path: Path

    @property
    def options(self) -> list[str]:
        return ["--data", str(self.path)]

    async def open(self) -> Store:
        return SqliteStore.at(self.path / "dicehall.db")


CLEAR = """
DO $$ DECLARE tables text; BEGIN
  PERFORM pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid();
  SELECT string_agg(quote_ident(tablename), ', ') INTO tables FROM pg_tables
    WHERE schemaname = 'public' AND tablename <> 'alembic_version';
  IF tables IS NOT NULL THEN EXECUTE 'TRUNCATE ' || tables || ' RESTART IDENTITY'; END IF;
END $$
"""


@dataclass(frozen=True)
class DatabasePlace:
    url: str

    @property
    def options(self) -> list[str]:
        return ["--database", self.url]

    async def open(self) -> Store:
        return await PostgresStore.at(self.url)

    def clear(self) -> None:
        """Throw out everybody and everything, except for the tables themselves."""
        server, _, name = self.url.rpartition("/")
        run_sql(server, CLEAR, database=name)


@contextmanager
def new_database(server: str = POSTGRES) -> Iterator[DatabasePlace]:
    """An empty PostgreSQL database; dropped at the end even if it is in use."""
    name = f"dicehall_test_{uuid4().hex}"  # not `secrets`, which a test may have patched
    run_sql(server, f"CREATE DATABASE {name}")
    try:
        yield DatabasePlace(f"{server}/{name}")
    finally:
        run_sql(server, f"DROP DATABASE {name} WITH (FORCE)")


def run_sql(server: str, text: str, *values: Any, database: str = "postgres") -> list[Any]:
    """Run a query, even while a browser's event loop is running."""

    async def run() -> list[Any]:
        connection = await asyncpg.connect(f"{server}/{database}")
        try:
            return list(await connection.fetch(text, *values))
        finally:
            await connection.close()

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, run()).result()


def need(name: str, address: str) -> None:
    """Skip the test if the server is missing; fail if CI is set."""
    parts = urlsplit(address)
    try:
        socket.create_connection((parts.hostname, parts.port), timeout=5).close()
    except OSError:
        missing = f"skipped: there is no {name} at {parts.hostname}:{parts.port}"
        assert "CI" not in os.environ, missing
        pytest.skip(missing)
