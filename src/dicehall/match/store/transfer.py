"""Transfers all data from a SQLite file to an empty PostgreSQL database, or none of it.

The rows that arrived are compared with those that were sent before the transaction is committed.
"""

import hashlib
from collections.abc import AsyncIterator, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncpg
from sqlalchemy import Connection, Table, collate, select

from dicehall.game.messages import translatable
from dicehall.game.refused import StoreUnusable
from dicehall.match.addresses import without_password
from dicehall.match.store.postgres import DATABASE_ERRORS, PostgresStore
from dicehall.match.store.postgres_rows import statement
from dicehall.match.store.postgres_writer import CONNECT_SECONDS
from dicehall.match.store.schema import edits, events, metadata
from dicehall.match.store.sqlite import SqliteStore
from dicehall.match.store.upgrade import unusable

TABLES = [table for table in metadata.sorted_tables if table is not edits]
"""Referenced tables come first; `edits` only matter to running servers and are left out."""
AT_ONCE = 1000

Row = tuple[Any, ...]


@dataclass(slots=True)
class Transferred:
    """The number of rows of each table, and a digest of them; events have one per match."""

    rows: dict[str, int] = field(default_factory=dict)
    digests: dict[tuple[str, str], bytes] = field(default_factory=dict)

    def see(self, table: Table, row: Row) -> None:
        """Count a row and add it to its digest; the order of rows matters."""
        key = table.name, row[0] if table is events else ""
        self.rows[table.name] = self.rows.get(table.name, 0) + 1
        before = self.digests.get(key, b"")
        self.digests[key] = hashlib.sha256(before + repr(row).encode()).digest()


async def transfer(path: Path, url: str) -> Transferred:
    """Copy all rows of the file at `path` to the database at `url`."""
    store = SqliteStore.at(path)
    try:
        await (await PostgresStore.at(url)).close()  # creates the tables
        with store.engine.connect() as source:
            return await _copy(source, url)
    except DATABASE_ERRORS as error:
        if isinstance(error, StoreUnusable):
            raise
        raise unusable(without_password(url), error) from error
    finally:
        await store.close()


async def _copy(source: Connection, url: str) -> Transferred:
    target = await asyncpg.connect(url, timeout=CONNECT_SECONDS)
    sent, arrived = Transferred(), Transferred()
    try:
        async with target.transaction():
            await _check_empty(target, url)
            for table in TABLES:
                columns = [column.name for column in table.columns]
                seen = _seen(sent, table, _rows(source, table))
                await target.copy_records_to_table(table.name, records=seen, columns=columns)
            for table in TABLES:
                async for row in _kept(target, table):
                    arrived.see(table, row)
            if sent != arrived:
                raise StoreUnusable(
                    translatable(
                        "nothing was copied: %(what)s differed after copying",
                        what=_difference(sent, arrived),
                    )
                )
    finally:
        await target.close()
    return sent


async def _check_empty(target: "asyncpg.Connection[asyncpg.Record]", url: str) -> None:
    for table in metadata.sorted_tables:
        if await target.fetchval(f"SELECT EXISTS (SELECT FROM {table.name})"):
            where = without_password(url)
            raise StoreUnusable(translatable("there are matches in %(where)s already", where=where))


def _difference(sent: Transferred, arrived: Transferred) -> str:
    """The first table and match that differ."""
    keys = sent.digests.keys() | arrived.digests.keys()
    table, match_id = min(k for k in keys if sent.digests.get(k) != arrived.digests.get(k))
    return f"{table} {match_id}"


def _rows(source: Connection, table: Table) -> Iterator[Row]:
    in_order = select(table).order_by(*table.primary_key.columns)
    for row in source.execution_options(yield_per=AT_ONCE).execute(in_order):
        yield tuple(row)


def _seen(counted: Transferred, table: Table, rows: Iterable[Row]) -> Iterator[Row]:
    for row in rows:
        counted.see(table, row)
        yield row


async def _kept(target: "asyncpg.Connection[asyncpg.Record]", table: Table) -> AsyncIterator[Row]:
    keys = [
        collate(column, "C") if column.type.python_type is str else column
        for column in table.primary_key.columns
    ]
    text, _ = statement(select(table).order_by(*keys))
    async for row in target.cursor(text, prefetch=AT_ONCE):
        yield tuple(row)
