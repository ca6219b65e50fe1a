"""What a guest has besides finished matches: running matches, tries at today's dice, puzzles and
settings. It travels as JSON in a comment of a file of records, which are the finished matches."""

import json
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import msgspec
from sqlalchemy import Table, delete, insert, select

from dicehall.game.messages import translatable
from dicehall.game.refused import BadLine
from dicehall.match.events import MatchEvent
from dicehall.match.store.editing import match_ids
from dicehall.match.store.protocol import Change, Store, VersionConflict
from dicehall.match.store.schema import puzzle_ratings, puzzle_tries, tries

COMMENT = "# dicehall: "
ME = '"me"'
"""Stands for the guest's id in the file."""


class Belongings(msgspec.Struct):
    """Rows of tables without the guest, and running matches with their seeds."""

    settings: dict[str, str]
    running: list[tuple[str, str, list[MatchEvent]]] = []
    tries: list[tuple[str, str, str]] = []
    puzzle_ratings: list[tuple[str, float, float, float, int, int]] = []
    puzzle_tries: list[tuple[str, int, int, int, str, bool, bool, int, float, float]] = []


async def write_belongings(
    store: Store, guest: str, settings: dict[str, str], *, running: bool
) -> str:
    """The comment for a file. `running` includes running matches: only where there is a single
    guest, since their secrets give away the dice to come."""
    found = Belongings(settings)
    for table in (tries, puzzle_ratings, puzzle_tries):
        rows = await store.ask(select(*_columns(table)).where(table.c.guest == guest))
        setattr(found, table.name, [tuple(row) for row in rows])
    for match_id, *_ in await store.ask(match_ids(guest=guest, running=True)) if running else ():
        if kept := await store.load(match_id):
            found.running.append((match_id, kept.secret, list(kept.events)))
    text = msgspec.json.encode(found).decode()
    return f"{COMMENT}{text.replace(json.dumps(guest), ME)}\n"


def read_belongings(rows: Iterable[str], guest: str) -> tuple[list[str], Belongings]:
    """The rows of a file without such a comment, and what it holds, now for this guest."""
    records, found = list[str](), Belongings({})
    for row in rows:
        if not row.startswith(COMMENT):
            records.append(row)
            continue
        text = row.removeprefix(COMMENT).replace(ME, json.dumps(guest))
        try:
            found = msgspec.json.decode(text, type=Belongings)
        except msgspec.DecodeError:
            raise BadLine(translatable("part of this file is damaged")) from None
    return records, found


async def take_over(store: Store, guest: str, found: Belongings) -> int:
    """Give a guest what is not here yet: for each game the longer list of puzzles, tries at days
    without one, and running matches, which go on with the same dice. Returns how many of these are
    new."""
    new = 0
    for match_id, secret, happened in found.running:
        if await store.load(match_id) is None:
            await store.open(match_id, secret, tuple(happened))
            new += 1
    for row in found.tries:
        if await store.load(row[2]):
            with suppress(VersionConflict):
                await store.change([_insert(tries, guest, row)])
    ratings = select(puzzle_ratings.c.game, puzzle_ratings.c.rated).where(
        puzzle_ratings.c.guest == guest
    )
    here = {row[0]: row[1] for row in await store.ask(ratings)}
    for rating in found.puzzle_ratings:
        game, *_, rated, _solved = rating
        if here.get(game, -1) < rated:
            changes: list[Change] = [
                (delete(table).where(table.c.guest == guest, table.c.game == game), {})
                for table in (puzzle_ratings, puzzle_tries)
            ]
            changes.append(_insert(puzzle_ratings, guest, rating))
            changes += [
                _insert(puzzle_tries, guest, row) for row in found.puzzle_tries if row[0] == game
            ]
            await store.change(changes)
    return new


def _columns(table: Table) -> list[Any]:
    return [column for column in table.columns if column.name != "guest"]


def _insert(table: Table, guest: str, row: tuple[Any, ...]) -> Change:
    names = [column.name for column in _columns(table)]
    return insert(table), dict(zip(names, row, strict=True)) | {"guest": guest}
