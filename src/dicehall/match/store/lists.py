"""Queries for lists of matches, which read the index tables, and for the events of matches."""

from collections.abc import Collection, Iterator

from sqlalchemy import ColumnElement, and_, case, desc, exists, func, not_, or_, select

from dicehall.match.store.protocol import Query
from dicehall.match.store.schema import events, matches, seats

COUNTS = matches.c.mark == ""
"""Whether a match counts for records: nothing was taken back, and it is not practice."""

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
    matches.c.variant,
    matches.c.mark,
).join(seats, seats.c.match_id == matches.c.id)


def lines_of(*which: ColumnElement[bool]) -> Query:
    """All seats of the matches that meet these conditions."""
    return _lines.where(*which)


RESULTS = ("won", "lost", "draw", "alone", "shared")
"""How a match can end for a guest; `shared` means that they held both seats."""


MOST_OFFERED_BY_ONE = 3
"""The most tables of one guest in the lobby."""


def running(holder: str, limit: int = 20, *, offset: int = 0, game: str = "") -> Query:
    """All seats of a guest's running matches, newest first; optionally of one game."""
    named = [matches.c.game == game] if game else []
    own = _of_guest(holder, matches.c.ended_at.is_(None), *named)
    return _newest(own, matches.c.opened_at, limit, offset)


def finished(
    holder: str, limit: int = 100, *, offset: int = 0, game: str = "", result: str = ""
) -> Query:
    """All seats of a guest's finished matches, latest first; optionally of one game or with one
    result."""
    own = _of_guest(holder, *_ended(holder, game, result))
    return _newest(own, matches.c.ended_at, limit, offset)


def count_finished(holder: str, *, game: str = "", result: str = "") -> Query:
    """The number of matches that `finished` lists without a limit."""
    own = _of_guest(holder, *_ended(holder, game, result)).distinct().subquery()
    return select(func.count()).select_from(own)


def _of_guest(holder: str, *which: ColumnElement[bool]) -> Query:
    """The ids of a guest's matches; an id appears twice if both seats are theirs."""
    own = select(matches.c.id).join(seats, seats.c.match_id == matches.c.id)
    return own.where(seats.c.holder == holder, *which)


def _newest(own: Query, at: ColumnElement[float], limit: int, offset: int = 0) -> Query:
    """One page of these matches, latest first: all seats, grouped by match."""
    some = own.group_by(matches.c.id, at).order_by(desc(at), matches.c.id)
    chosen = _lines.where(matches.c.id.in_(some.limit(limit).offset(offset)))
    return chosen.order_by(desc(at), matches.c.id, seats.c.seat)


def _ended(holder: str, game: str, result: str) -> Iterator[ColumnElement[bool]]:
    """The conditions that a guest's seat in a finished match must meet."""
    yield seats.c.score.is_not(None)
    if game:
        yield matches.c.game == game
    if not result:
        return
    mate = seats.alias()
    beside = exists().where(mate.c.match_id == seats.c.match_id, mate.c.seat != seats.c.seat)
    against = beside.where(mate.c.holder != holder)
    match result:
        case "won":
            yield seats.c.won.is_(True)
            yield against.where(mate.c.won.is_(False))
        case "lost":
            yield seats.c.won.is_(False)
            yield against
        case "draw":
            yield seats.c.won.is_(True)
            yield against.where(mate.c.won.is_(True))
        case "shared":
            yield beside.where(mate.c.holder == holder)
        case _:
            yield ~beside


def in_room(code: str) -> Query:
    """The table with a free seat that has this room code."""
    return _lines.where(matches.c.code == code)


def count_waiting(holder: str) -> Query:
    """The number of tables at which a guest waits for an opponent."""
    own = _of_guest(holder, matches.c.code.is_not(None)).distinct().subquery()
    return select(func.count()).select_from(own)


def offered(attended: Collection[str] = (), since: float = 0.0, limit: int = 500) -> Query:
    """The seats of guests at public tables with a free seat, newest first, a few per guest. Tables
    opened before `since` are left out unless they are in `attended`."""
    newest = desc(matches.c.opened_at)
    place = func.row_number().over(partition_by=seats.c.holder, order_by=newest).label("place")
    public = select(matches.c.id).where(matches.c.public, matches.c.code.is_not(None))
    # Two queries, so that each can use an index.
    now = public.where(matches.c.id.in_(attended)).union(public.where(matches.c.opened_at > since))
    found = _lines.where(matches.c.id.in_(now)).add_columns(place).subquery()
    few = select(*(column for column in found.c if column.key != "place")).where(
        found.c.place <= MOST_OFFERED_BY_ONE
    )
    return few.order_by(desc(found.c.opened_at)).limit(limit)


def opponents_since(holder: str, since: float, limit: int = 5) -> Query:
    """The opponents in the matches that a guest has finished since then, latest first."""
    own = _of_guest(holder, matches.c.ended_at > since)
    others = _lines.where(matches.c.id.in_(own), seats.c.level == "", seats.c.holder != holder)
    return others.order_by(desc(matches.c.ended_at)).limit(limit)


def best(game: str, variant: str = "", holder: str = "", limit: int = 10) -> Query:
    """The highest scores of people at a variant of a game, alone or against others. With a
    `holder`, only theirs, and none from matches in which they held both seats: either score could
    be somebody else's. A score of 0 is not listed."""
    people = _lines.where(seats.c.scoreboard == f"{game} {variant}", seats.c.score > 0)
    if holder:
        mate = seats.alias()
        shared = exists().where(
            mate.c.match_id == seats.c.match_id,
            mate.c.seat != seats.c.seat,
            mate.c.holder == holder,
        )
        people = people.where(seats.c.holder == holder, ~shared)
    return people.order_by(desc(seats.c.score), matches.c.ended_at).limit(limit)


def with_computers(limit: int = 500) -> Query:
    """The computer seats of unfinished matches, newest first."""
    computer = exists().where(seats.c.match_id == matches.c.id, seats.c.level != "")
    going_on = select(matches.c.id).where(matches.c.ended_at.is_(None), computer)
    newest = going_on.order_by(desc(matches.c.opened_at)).limit(limit)
    lines = _lines.where(matches.c.id.in_(newest), seats.c.level != "")
    return lines.order_by(desc(matches.c.opened_at))


def since(match_id: str, version: int) -> Query:
    """The data of a match's events after its first `version`, in order."""
    own = select(events.c.data).where(events.c.match_id == match_id, events.c.seq >= version)
    return own.order_by(events.c.seq)


def whole(match_ids: Collection[str]) -> Query:
    """The id, secret and data of each event of these matches, in order."""
    stored = select(matches.c.id, matches.c.secret, events.c.data)
    stored = stored.join(events, events.c.match_id == matches.c.id)
    return stored.where(matches.c.id.in_(match_ids)).order_by(matches.c.id, events.c.seq)


def versions(match_ids: Collection[str]) -> Query:
    """The number of events of each of these matches."""
    counted = select(events.c.match_id, func.max(events.c.seq) + 1)
    return counted.where(events.c.match_id.in_(match_ids)).group_by(events.c.match_id)


def results_against(holder: str) -> Query:
    """A guest's results against computer players, in matches that count: game, level, won, drawn,
    lost."""
    mine, other = seats.alias("mine"), seats.alias("other")
    won = and_(mine.c.won, not_(other.c.won))
    lost = and_(other.c.won, not_(mine.c.won))
    ended = select(
        matches.c.game,
        other.c.level,
        func.sum(case((won, 1), else_=0)),
        func.sum(case((or_(won, lost), 0), else_=1)),
        func.sum(case((lost, 1), else_=0)),
    )
    ended = ended.join(mine, mine.c.match_id == matches.c.id)
    ended = ended.join(
        other, and_(other.c.match_id == mine.c.match_id, other.c.seat != mine.c.seat)
    )
    ended = ended.where(mine.c.holder == holder, mine.c.score.is_not(None), other.c.level != "")
    ended = ended.where(COUNTS)
    return ended.group_by(matches.c.game, other.c.level)


def best_alone(
    holder: str, game: str = "", variant: str = "", *, before: float | None = None
) -> Query:
    """A guest's highest solo score at each variant, from matches that count: game, variant, score.
    With a `game`, only for this variant of it; with `before`, only from matches that ended earlier.
    A score of 0 is not listed."""
    mine, other = seats.alias("mine"), seats.alias("other")
    beside = select(other.c.seat).where(
        other.c.match_id == mine.c.match_id, other.c.seat != mine.c.seat
    )
    alone = select(matches.c.game, matches.c.variant, func.max(mine.c.score))
    alone = alone.join(mine, mine.c.match_id == matches.c.id)
    alone = alone.where(mine.c.holder == holder, mine.c.score > 0, ~beside.exists(), COUNTS)
    if game:
        alone = alone.where(matches.c.game == game, matches.c.variant == variant)
    if before is not None:
        alone = alone.where(matches.c.ended_at < before)
    return alone.group_by(matches.c.game, matches.c.variant)


def own_tables(holder: str, game: str, limit: int = 10) -> Query:
    """A guest's seats in matches of a game, newest match first."""
    own = _lines.where(seats.c.holder == holder, matches.c.game == game)
    return own.order_by(desc(matches.c.opened_at), matches.c.id, seats.c.seat).limit(limit)


def ending(match_id: str) -> Query:
    """When a match ended."""
    return select(matches.c.ended_at).where(matches.c.id == match_id)


def meetings(
    game: str, holder: str, opponent: tuple[str, str], ended_at: float, limit: int
) -> Query:
    """A guest's results at a game against an opponent in matches that count and ended by
    `ended_at`, latest first.

    The opponent is a pair of holder and level. Each row says whether the guest was among the
    winners, and whether the opponent was.
    """
    own, other = seats.alias("own"), seats.alias("other")
    other_holder, level = opponent
    met = (
        select(own.c.won, other.c.won)
        .join(matches, matches.c.id == own.c.match_id)
        .join(other, (other.c.match_id == own.c.match_id) & (other.c.seat != own.c.seat))
        .where(own.c.holder == holder, own.c.score.is_not(None), matches.c.game == game)
        .where(other.c.holder == other_holder, other.c.level == level)
        .where(matches.c.ended_at <= ended_at, COUNTS)
    )
    return met.order_by(desc(matches.c.ended_at)).limit(limit)
