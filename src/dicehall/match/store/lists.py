"""The queries behind lists of matches: read from index rows, never from the logs."""

from collections.abc import Collection

from sqlalchemy import ColumnElement, desc, func, select

from dicehall.match.store.protocol import Query
from dicehall.match.store.schema import events, matches, seats

_lines = select(
    matches.c.id.label("match_id"),
    matches.c.game,
    seats.c.seat,
    seats.c.name,
    seats.c.holder,
    seats.c.level,
    matches.c.opened_at,
    matches.c.ended_at,
    seats.c.score,
    seats.c.won,
).join(seats, seats.c.match_id == matches.c.id)


def running(holder: str, limit: int = 20) -> Query:
    """All seats of the matches that a guest can go on with, newest first."""
    return _of_guest(holder, matches.c.ended_at.is_(None), matches.c.opened_at, limit)


def finished(holder: str, limit: int = 100) -> Query:
    """All seats of the matches that a guest has finished, latest first."""
    return _of_guest(holder, seats.c.score.is_not(None), matches.c.ended_at, limit)


def _of_guest(
    holder: str, which: ColumnElement[bool], moment: ColumnElement[float], limit: int
) -> Query:
    """All seats of so many matches of a guest, those of a match together, the latest first."""
    own = (
        select(matches.c.id)
        .join(seats, seats.c.match_id == matches.c.id)
        .where(seats.c.holder == holder, which)
        .group_by(matches.c.id, moment)
        .order_by(desc(moment))
        .limit(limit)
    )
    chosen = _lines.where(matches.c.id.in_(own))
    return chosen.order_by(desc(moment), matches.c.id, seats.c.seat)


def in_room(code: str) -> Query:
    """The table with a free seat that has this room code."""
    return _lines.where(matches.c.code == code)


def offered(limit: int = 50) -> Query:
    """The free seats that are open to anybody, newest first; each by who waits there."""
    public = _lines.where(matches.c.public, matches.c.code.is_not(None))
    return public.order_by(desc(matches.c.opened_at)).limit(limit)


def best(game: str, holder: str = "", limit: int = 10) -> Query:
    """The highest scores that people have made at a game; with a holder, only theirs."""
    people = _lines.where(matches.c.game == game, seats.c.score.is_not(None), seats.c.level == "")
    if holder:
        people = people.where(seats.c.holder == holder)
    return people.order_by(desc(seats.c.score), matches.c.ended_at).limit(limit)


def with_computers(limit: int = 500) -> Query:
    """The unfinished matches in which a computer player sits, newest first."""
    going_on = _lines.where(matches.c.ended_at.is_(None), seats.c.level != "")
    return going_on.order_by(desc(matches.c.opened_at)).limit(limit)


def since(match_id: str, version: int) -> Query:
    """The data of the events of a match after its first `version`, in order."""
    own = select(events.c.data).where(events.c.match_id == match_id, events.c.seq >= version)
    return own.order_by(events.c.seq)


def versions(match_ids: Collection[str]) -> Query:
    """How many events each of these matches has."""
    counted = select(events.c.match_id, func.max(events.c.seq) + 1)
    return counted.where(events.c.match_id.in_(match_ids)).group_by(events.c.match_id)
