"""The statements on the tables of puzzles."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import delete, func, insert, select

from dicehall.match.store.protocol import Change, Query
from dicehall.match.store.schema import puzzle_ratings, puzzle_tries

_TRY = ("number", "attempt", "move", "solved", "rated", "streak", "gained", "at")


def tries_of(guest: str, game: str) -> Query:
    """A guest's tries at a game, in their order: the fields of `Try`."""
    own = select(*(puzzle_tries.c[name] for name in _TRY)).where(
        puzzle_tries.c.guest == guest, puzzle_tries.c.game == game
    )
    return own.order_by(puzzle_tries.c.seq)


def ratings_of(guest: str) -> Query:
    """A guest's ratings: game, rating, deviation, volatility, rated, solved."""
    columns = [column for column in puzzle_ratings.c if column.name != "guest"]
    return select(*columns).where(puzzle_ratings.c.guest == guest)


def count_tries(guest: str) -> Query:
    """The games at which a guest has tried puzzles, and how often."""
    own = select(puzzle_tries.c.game, func.count()).where(puzzle_tries.c.guest == guest)
    return own.group_by(puzzle_tries.c.game).order_by(puzzle_tries.c.game)


def add_try(
    guest: str, game: str, seq: int, answer: dict[str, Any], rating: dict[str, Any]
) -> Iterator[Change]:
    """Add a try and replace the rating. A taken `seq` or attempt conflicts."""
    yield insert(puzzle_tries), {"guest": guest, "game": game, "seq": seq, **answer}
    own = puzzle_ratings.c.guest == guest, puzzle_ratings.c.game == game
    yield delete(puzzle_ratings).where(*own), {}
    yield insert(puzzle_ratings), {"guest": guest, "game": game, **rating}


def delete_puzzles(guest: str) -> Iterator[Change]:
    """Delete everything about a guest's puzzles."""
    for table in (puzzle_tries, puzzle_ratings):
        yield delete(table).where(table.c.guest == guest), {}
