"""The statements with which a host edits stored matches, and the queries that find them.

Every change adds a row to `edits` in the same transaction, so that processes that hold the match in
memory reload it.
"""

from collections.abc import Iterator

from sqlalchemy import (
    ColumnElement,
    bindparam,
    delete,
    desc,
    distinct,
    func,
    insert,
    literal,
    or_,
    select,
    update,
)

from dicehall.match.events import MatchEvent, MatchEvents, encode
from dicehall.match.store.index import index_rows
from dicehall.match.store.lists import lines_of
from dicehall.match.store.protocol import Change, Query
from dicehall.match.store.schema import deleted, edits, events, matches, seats, tries

EDITS_SECONDS = 3600.0
"""How long an edit stays in the table for processes that have not seen it yet."""


def append_events(match_id: str, version: int, happened: MatchEvents) -> Iterator[Change]:
    """Append events after the first `version` of a match."""
    for seq, event in enumerate(happened, start=version):
        yield insert(events), {"match_id": match_id, "seq": seq, "data": encode(event)}
    yield from index_rows(match_id, happened)


def rewrite_event(match_id: str, seq: int, event: MatchEvent) -> Change:
    """Replace a stored event."""
    this = update(events).where(
        events.c.match_id == bindparam("of_match"), events.c.seq == bindparam("at_seq")
    )
    values = {"of_match": match_id, "at_seq": seq, "new_data": encode(event)}
    return this.values(data=bindparam("new_data")), values


def delete_match(match_id: str) -> Iterator[Change]:
    """Delete everything about a match except its id."""
    for table in (events, seats, tries):
        yield delete(table).where(table.c.match_id == match_id), {}
    yield delete(matches).where(matches.c.id == match_id), {}
    yield insert(deleted), {"match_id": match_id}


def forget_try(match_id: str) -> Change:
    """Delete the claim of a try at today's dice, which names its guest."""
    return delete(tries).where(tries.c.match_id == match_id), {}


def announce_edit(match_id: str, now: float) -> Iterator[Change]:
    """Tell all processes that a match was changed. Edits are numbered in order."""
    newest = func.coalesce(func.max(edits.c.id), 0)
    row = select(newest + 1, literal(match_id), literal(now))
    yield insert(edits).from_select(["id", "match_id", "at"], row), {}
    last = select(func.max(edits.c.id)).scalar_subquery()
    yield delete(edits).where(edits.c.at < now - EDITS_SECONDS, edits.c.id < last), {}


def newest_edit() -> Query:
    """The number of the last edit; 0 if there is none."""
    return select(func.coalesce(func.max(edits.c.id), 0))


def edits_after(number: int) -> Query:
    """The numbers and matches of all later edits, in order."""
    later = select(edits.c.id, edits.c.match_id).where(edits.c.id > number)
    return later.order_by(edits.c.id)


def find_matches(
    *, guest: str = "", name: str = "", running: bool | None = None, limit: int = 50
) -> Query:
    """All seats of the newest matching matches."""
    chosen = _of_kind(guest, name, running)
    newest = chosen.order_by(desc(matches.c.opened_at), matches.c.id).limit(limit)
    return lines_of(matches.c.id.in_(newest)).order_by(
        desc(matches.c.opened_at), matches.c.id, seats.c.seat
    )


def match_ids(
    *,
    game: str = "",
    since: float | None = None,
    guest: str = "",
    name: str = "",
    running: bool | None = None,
) -> Query:
    """The ids of all matching matches, oldest first; `since` limits when they were opened."""
    chosen = _of_kind(guest, name, running)
    if game:
        chosen = chosen.where(matches.c.game == game)
    if since is not None:
        chosen = chosen.where(matches.c.opened_at >= since)
    return chosen.order_by(matches.c.opened_at, matches.c.id)


def _of_kind(guest: str, name: str, running: bool | None) -> Query:
    chosen = select(matches.c.id)
    if guest:
        chosen = chosen.where(_seated(seats.c.holder == guest))
    if name:
        chosen = chosen.where(_seated(_called(name)))
    if running is not None:
        chosen = chosen.where(matches.c.ended_at.is_(None) == running)
    return chosen


def find_guests(*, name: str = "", limit: int = 50) -> Query:
    """Guests, most recent first: id, one of their names, number of matches, first and last time."""
    last = func.max(matches.c.opened_at)
    found = select(
        seats.c.holder,
        func.max(seats.c.name),
        func.count(distinct(matches.c.id)),
        func.min(matches.c.opened_at),
        last,
    ).join(matches, matches.c.id == seats.c.match_id)
    people = found.where(seats.c.level == "")
    if name:
        people = people.where(_called(name))
    return people.group_by(seats.c.holder).order_by(desc(last), seats.c.holder).limit(limit)


def older_than(at: float, *, unfinished: bool) -> Query:
    """The ids of matches that ended before `at`; with `unfinished`, also of unfinished ones that
    were opened before."""
    old = matches.c.ended_at < at
    if unfinished:
        old = or_(old, matches.c.ended_at.is_(None) & (matches.c.opened_at < at))
    return select(matches.c.id).where(old).order_by(matches.c.opened_at, matches.c.id)


def _seated(who: ColumnElement[bool]) -> ColumnElement[bool]:
    """Whether a match has a seat that meets a condition."""
    return matches.c.id.in_(select(seats.c.match_id).where(who))


def _called(name: str) -> ColumnElement[bool]:
    """Whether a seat's name contains this text."""
    return func.lower(seats.c.name).contains(name.lower(), autoescape=True)
