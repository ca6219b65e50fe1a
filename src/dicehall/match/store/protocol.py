"""Where matches are kept, as a protocol; and the lists that are read from it.

An append is durable when it returns. Two writers of one version: the second is told so. When the
store cannot be reached every call raises `StoreUnreachable`, and what was asked may be asked again.
"""

import asyncio
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from sqlalchemy import Select, desc, func, select

from dicehall.match.events import Events
from dicehall.match.store.face_counts import Falls
from dicehall.match.store.schema import events, matches, seats

Query = Select[Any]
Answer = list[tuple[Any, ...]]

MAKE_KEY = "INSERT INTO house (id, key) VALUES (1, $1) ON CONFLICT DO NOTHING"
READ_KEY = "SELECT key FROM house WHERE id = 1"


class Overtaken(Exception):
    """Somebody else has written this version of the match."""


def tell(kept: "asyncio.Future[None]", error: Exception | None = None) -> None:
    """Answer whoever waits until something is kept, unless they went away."""
    if kept.done():
        return
    if error:
        kept.set_exception(error)
    else:
        kept.set_result(None)


@dataclass(frozen=True, slots=True)
class Kept:
    """A match as it was stored."""

    secret: str
    events: Events


@dataclass(frozen=True, slots=True)
class Line:
    """A match in a list: which seat of it, and how it ended."""

    match_id: str
    game: str
    seat: int
    name: str
    opened_at: float
    ended_at: float | None
    score: int | None
    won: bool | None


class Store(Protocol):
    """A place that remembers matches."""

    async def open(self, match_id: str, secret: str, events: Events) -> None:
        """Keep a new match."""

    async def append(self, match_id: str, version: int, events: Events) -> None:
        """Keep what happened after `version` events, or raise `Overtaken`."""

    async def load(self, match_id: str) -> Kept | None:
        """A match, if it exists."""

    async def since(self, match_id: str, version: int) -> Events:
        """What has happened in a match after its first `version` events."""

    async def versions(self, match_ids: Collection[str]) -> dict[str, int]:
        """How many events each of these matches has."""

    async def check(self) -> None:
        """Make sure that the store can be reached."""

    async def list(self, query: Query) -> list[Line]:
        """The lines of one of the lists below."""

    async def ask(self, query: Query) -> Answer:
        """The rows that answer any other query."""

    async def count(self, falls: Mapping[str, Falls]) -> None:
        """Add the falls of these matches to those of the house, unless they have been counted.

        In one transaction: what `claim` takes is what is `added`, so no match is counted twice.
        """

    async def key(self) -> str:
        """The key of the house: 64 signs, made when it is first asked for, the same for all."""

    async def close(self) -> None:
        """Finish what is waiting and let go of the database."""


_lines = select(
    matches.c.id.label("match_id"),
    matches.c.game,
    seats.c.seat,
    seats.c.name,
    matches.c.opened_at,
    matches.c.ended_at,
    seats.c.score,
    seats.c.won,
).join(seats, seats.c.match_id == matches.c.id)


def running(holder: str, limit: int = 20) -> Query:
    """The matches that a guest can go on with, newest first."""
    own = _lines.where(seats.c.holder == holder, matches.c.ended_at.is_(None))
    return own.order_by(desc(matches.c.opened_at)).limit(limit)


def finished(holder: str, limit: int = 100) -> Query:
    """The matches that a guest has finished, latest first."""
    own = _lines.where(seats.c.holder == holder, seats.c.score.is_not(None))
    return own.order_by(desc(matches.c.ended_at), seats.c.seat).limit(limit)


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
