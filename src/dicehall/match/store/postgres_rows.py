"""Turns appends into SQL for PostgreSQL: one statement writes the rows of many appends."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import zip_longest
from time import monotonic
from typing import Any

from sqlalchemy import (
    BindParameter,
    ClauseElement,
    ColumnElement,
    Compiled,
    FromClause,
    Insert,
    String,
    Text,
    Update,
    bindparam,
    column,
    func,
    make_url,
)
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.sql import visitors
from sqlalchemy.sql.compiler import SQLCompiler

from dicehall.match.events import MatchEvents, MatchOpened, encode
from dicehall.match.store.index import APPEND, OPEN, STATEMENTS, IndexRow, index_rows, match_row
from dicehall.match.store.protocol import settle

Clause = Insert | Update
Together = dict[Clause, list[dict[str, Any]]]
"""The rows to write in one step, by statement."""

_DIALECT = make_url("postgresql+asyncpg://").get_dialect()()


def statement(query: ClauseElement) -> tuple[str, list[Any]]:
    """Compile a query; returns its SQL and its arguments in order."""
    compiled = query.compile(dialect=_DIALECT, compile_kwargs={"render_postcompile": True})
    return str(compiled), [compiled.params[name] for name in _names(compiled)]


def row_of(clause: ClauseElement, values: dict[str, Any]) -> tuple[str, tuple[Any, ...]]:
    """Compile a statement; returns its SQL and the values of one row in order."""
    text, names = _compiled(clause, tuple(values))
    return text, tuple(values[name] for name in names)


@dataclass(eq=False, slots=True)
class Work:
    """One append: its rows, when it was queued, and the future to resolve when it is stored."""

    match_id: str
    version: int
    data: list[bytes]
    steps: list[Together]
    kept: "asyncio.Future[None]"
    queued_at: float = field(default_factory=monotonic)
    doubtful: bool = False
    """Whether it was sent on a connection that broke, so that it may already be stored."""

    def settle(self, error: Exception | None = None) -> None:
        settle(self.kept, error)


def work_of(match_id: str, version: int, events: MatchEvents, secret: str | None = None) -> Work:
    """The append of these events; with a `secret`, to a new match."""
    data = [encode(event) for event in events]
    rows: list[IndexRow] = [
        (APPEND, {"match_id": match_id, "seq": seq, "data": event})
        for seq, event in enumerate(data, start=version)
    ]
    if secret is not None:
        opened = events[0]
        assert isinstance(opened, MatchOpened)
        rows.append((OPEN, match_row(match_id, secret, opened)))
    rows += index_rows(match_id, events)
    kept = asyncio.get_running_loop().create_future()
    return Work(match_id, version, data, _steps(rows), kept)


def _steps(rows: list[IndexRow]) -> list[Together]:
    """Group rows into steps. Within a step no statement sees the effect of another, so a table that
    is written in two ways needs two steps."""
    steps: list[Together] = []
    latest: dict[FromClause, tuple[int, Clause]] = {}
    for clause, values in rows:
        table = clause.table
        number, before = latest.get(table, (0, clause))
        number += clause is not before
        latest[table] = number, clause
        if number == len(steps):
            steps.append(defaultdict(list))
        steps[number][clause].append(values)
    return steps


def statements(works: list[Work]) -> Iterator[tuple[str, list[list[Any]]]]:
    """The statements that store these appends: nearly always one, with an array per column.

    All writers take matches in the same order, and events before everything else, so they cannot
    deadlock.
    """
    chains: defaultdict[str, list[Together]] = defaultdict(list)
    for work in sorted(works, key=lambda work: (work.match_id, work.version)):
        chains[work.match_id] += work.steps
    for step in zip_longest(*chains.values(), fillvalue={}):
        together: Together = defaultdict(list)
        for rows in step:
            for clause, values in rows.items():
                together[clause] += values
        text, names = _for_many(tuple(sorted(together, key=STATEMENTS.index)))
        yield text, [[row[name] for row in together[clause]] for clause, name in names]


@cache
def _for_many(clauses: tuple[Clause, ...]) -> tuple[str, list[tuple[Clause, str]]]:
    """One statement that runs all of these for many rows, the first one first. Also returns, for
    each argument, the clause and the value that it stands for."""
    first, *others = (_with_arrays(clause, number) for number, clause in enumerate(clauses))
    for number, other in enumerate(others):
        first = first.add_cte(other.cte(f"other_{number}"))
    compiled = first.compile(dialect=_DIALECT)
    split = (name.split("_", 1) for name in _names(compiled))
    return str(compiled), [(clauses[int(number)], name) for number, name in split]


def _with_arrays(clause: Clause, number: int) -> Clause:
    """The same statement for many rows at once, with an array for each value."""
    types = {
        # Text without a length: a cast to String(n) would silently truncate.
        value.key: Text() if isinstance(value.type, String) else value.type
        for value in visitors.iterate(clause)
        if isinstance(value, BindParameter)
    }
    arrays = (bindparam(f"{number}_{key}", type_=ARRAY(of)) for key, of in types.items())
    columns = (column(key, of) for key, of in types.items())
    rows = func.unnest(*arrays).table_valued(*columns).render_derived(name=f"rows_{number}")

    def column_of(element: Any, **_: Any) -> ColumnElement[Any] | None:
        return rows.c[element.key] if isinstance(element, BindParameter) else None

    changed = visitors.replacement_traverse(clause, {}, column_of)
    assert isinstance(changed, Insert | Update)
    return changed


@cache
def _compiled(clause: ClauseElement, names: tuple[str, ...]) -> tuple[str, list[str]]:
    compiled = clause.compile(dialect=_DIALECT, column_keys=list(names))
    return str(compiled), _names(compiled)


def _names(compiled: Compiled) -> list[str]:
    """The names of a statement's arguments, in order."""
    assert isinstance(compiled, SQLCompiler)
    return list(compiled.positiontup or ())
