"""Lines of `dicehall admin list`."""

from collections.abc import Iterable
from datetime import UTC, datetime
from itertools import groupby
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dicehall.match.store.protocol import ListedSeat

Line = list["ListedSeat"]
"""The seats of one match."""


def by_match(listed: "Iterable[ListedSeat]") -> list[Line]:
    """Group seats by match."""
    return [list(seats) for _, seats in groupby(listed, lambda seat: seat.match_id)]


def as_text(line: Line) -> str:
    """A match on one line."""
    first = line[0]
    ended = f"over {day(first.ended_at)}" if first.ended_at else "running"
    names = " – ".join(f"{seat.name} ({seat.holder or seat.level})" for seat in line)
    return f"{first.match_id}  {day(first.opened_at)}  {first.game:<13} {ended:<15} {names}"


def as_data(line: Line) -> dict[str, Any]:
    """A match as plain data."""
    first = line[0]
    return {
        "id": first.match_id,
        "game": first.game,
        "opened_at": first.opened_at,
        "ended_at": first.ended_at,
        "seats": [
            {
                "seat": seat.seat,
                "name": seat.name,
                "guest": seat.holder,
                "level": seat.level,
                "score": seat.score,
            }
            for seat in line
        ],
    }


def day(at: float) -> str:
    """The UTC date of a Unix timestamp.

    >>> day(86400.0)
    '1970-01-02'
    """
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d")
