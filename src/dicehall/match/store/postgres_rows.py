"""The rows of appends as PostgreSQL takes them: few statements, each for many rows."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby, zip_longest
from time import monotonic
from typing import Any

from sqlalchemy import ClauseElement, Compiled, insert, make_url
from sqlalchemy.sql.compiler import SQLCompiler

from dicehall.match.events import MatchEvents, MatchOpened, encode
from dicehall.match.store.index import index_rows
from dicehall.match.store.protocol import settle
from dicehall.match.store.schema import events as event_table
from dicehall.match.store.schema import matches

Rows = list[tuple[str, tuple[Any, ...]]]

_DIALECT = make_url("postgresql+asyncpg://").get_dialect()()
_OPEN = insert(matches)
_APPEND = insert(event_table)


def statement(query: ClauseElement) -> tuple[str, list[Any]]:
    """A query as PostgreSQL reads it, and its arguments in their order."""
    compiled = query.compile(dialect=_DIALECT, compile_kwargs={"render_postcompile": True})
    return str(compiled), [compiled.params[name] for name in _names(compiled)]


@dataclass(eq=False, slots=True)
class Work:
    """One append: its rows, since when it waits, and whom to tell when it is kept."""

    match_id: str
    version: int
    data: list[bytes]
    rows: Rows
    kept: "asyncio.Future[None]"
    asked_at: float = field(default_factory=monotonic)
    doubtful: bool = False
    """Whether it was sent on a connection that broke: it may have been kept."""

    def settle(self, error: Exception | None = None) -> None:
        settle(self.kept, error)


def work_of(match_id: str, version: int, events: MatchEvents, secret: str | None = None) -> Work:
    """What is to be written for these events; with a secret, of a new match."""
    data = [encode(event) for event in events]
    rows: Rows = []
    if secret is not None:
        opened = events[0]
        assert isinstance(opened, MatchOpened)
        row = {"id": match_id, "game": opened.game, "opened_at": opened.at, "secret": secret}
        rows.append(row_of(_OPEN, row))
    for seq, event in enumerate(data, start=version):
        rows.append(row_of(_APPEND, {"match_id": match_id, "seq": seq, "data": event}))
    rows += [row_of(clause, values) for clause, values in index_rows(match_id, events)]
    return Work(match_id, version, data, rows, asyncio.get_running_loop().create_future())


def rounds(works: list[Work]) -> Iterator[tuple[str, list[tuple[Any, ...]]]]:
    """The rows of all works by statement; what one work does in turn stays in that order.

    Everybody writes the events of matches in the same order, before anything else of them: two
    writers can wait for each other, but never both at once.
    """
    in_order = sorted(works, key=lambda work: (work.match_id, work.version))
    runs = [[list(run) for _, run in groupby(work.rows, _text)] for work in in_order]
    for step in zip_longest(*runs, fillvalue=[]):
        together: defaultdict[str, list[tuple[Any, ...]]] = defaultdict(list)
        for run in step:
            for text, values in run:
                together[text].append(values)
        yield from together.items()


def _text(row: tuple[str, tuple[Any, ...]]) -> str:
    return row[0]


def row_of(clause: ClauseElement, values: dict[str, Any]) -> tuple[str, tuple[Any, ...]]:
    """A statement as PostgreSQL reads it, and the values of one row in their order."""
    text, names = _compiled(clause, tuple(values))
    return text, tuple(values[name] for name in names)


@cache
def _compiled(clause: ClauseElement, names: tuple[str, ...]) -> tuple[str, list[str]]:
    compiled = clause.compile(dialect=_DIALECT, column_keys=list(names))
    return str(compiled), _names(compiled)


def _names(compiled: Compiled) -> list[str]:
    """The names of a statement's arguments, in their order."""
    assert isinstance(compiled, SQLCompiler)
    return list(compiled.positiontup or ())
