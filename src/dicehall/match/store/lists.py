"""The queries behind lists of matches: read from index rows, never from the logs."""

from collections.abc import Collection, Iterator

from sqlalchemy import ColumnElement, and_, case, desc, exists, func, not_, or_, select

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
    matches.c.variant,
).join(seats, seats.c.match_id == matches.c.id)


def lines_of(*which: ColumnElement[bool]) -> Query:
    """All seats of the matches for which this is true."""
    return _lines.where(*which)


RESULTS = ("won", "lost", "draw", "alone", "shared")
"""How a match can end for a guest; `shared` is one in which they held both seats."""


MOST_OFFERED_BY_ONE = 3
"""Tables of one guest in the lobby."""


def running(holder: str, limit: int = 20, *, offset: int = 0, game: str = "") -> Query:
    """All seats of the matches that a guest can go on with, newest first; if a game is named only
    those."""
    named = [matches.c.game == game] if game else []
    own = _of_guest(holder, matches.c.ended_at.is_(None), *named)
    return _newest(own, matches.c.opened_at, limit, offset)


def finished(
    holder: str, limit: int = 100, *, offset: int = 0, game: str = "", result: str = ""
) -> Query:
    """All seats of the matches that a guest has finished, latest first; if a game or a result is
    named only those."""
    own = _of_guest(holder, *_ended(holder, game, result))
    return _newest(own, matches.c.ended_at, limit, offset)


def count_finished(holder: str, *, game: str = "", result: str = "") -> Query:
    """How many matches `finished` lists without a limit."""
    own = _of_guest(holder, *_ended(holder, game, result)).distinct().subquery()
    return select(func.count()).select_from(own)


def _of_guest(holder: str, *which: ColumnElement[bool]) -> Query:
    """The ids of a guest's matches; an id comes twice if both seats are theirs."""
    own = select(matches.c.id).join(seats, seats.c.match_id == matches.c.id)
    return own.where(seats.c.holder == holder, *which)


def _newest(own: Query, at: ColumnElement[float], limit: int, offset: int = 0) -> Query:
    """All seats of some of these matches, those of a match together, the latest first."""
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
    """At how many tables with a free seat a guest sits."""
    own = _of_guest(holder, matches.c.code.is_not(None)).distinct().subquery()
    return select(func.count()).select_from(own)


def offered(attended: Collection[str] = (), since: float = 0.0, limit: int = 500) -> Query:
    """The seats of those who wait for anybody to join them, newest table first, a few of each
    guest. Tables that were opened before `since` are left out unless they are `attended`."""
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


def met_since(holder: str, since: float, limit: int = 5) -> Query:
    """The other guests of the matches that a guest has finished since then, latest first."""
    own = _of_guest(holder, matches.c.ended_at > since)
    others = _lines.where(matches.c.id.in_(own), seats.c.level == "", seats.c.holder != holder)
    return others.order_by(desc(matches.c.ended_at)).limit(limit)


def best(game: str, variant: str = "", holder: str = "", limit: int = 10) -> Query:
    """The highest scores that people have made at a variant of a game, alone or against others;
    with a holder, only theirs, and none of a match in which they held both seats: nobody knows
    which of the two was theirs. A score of 0 is not listed."""
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
    """The unfinished matches in which a computer player sits, newest first."""
    computer = exists().where(seats.c.match_id == matches.c.id, seats.c.level != "")
    going_on = select(matches.c.id).where(matches.c.ended_at.is_(None), computer)
    newest = going_on.order_by(desc(matches.c.opened_at)).limit(limit)
    lines = _lines.where(matches.c.id.in_(newest), seats.c.level != "")
    return lines.order_by(desc(matches.c.opened_at))


def since(match_id: str, version: int) -> Query:
    """The data of the events of a match after its first `version`, in order."""
    own = select(events.c.data).where(events.c.match_id == match_id, events.c.seq >= version)
    return own.order_by(events.c.seq)


def whole(match_ids: Collection[str]) -> Query:
    """All that is stored of these matches: id, secret and the data of each event, in order."""
    stored = select(matches.c.id, matches.c.secret, events.c.data)
    stored = stored.join(events, events.c.match_id == matches.c.id)
    return stored.where(matches.c.id.in_(match_ids)).order_by(matches.c.id, events.c.seq)


def versions(match_ids: Collection[str]) -> Query:
    """How many events each of these matches has."""
    counted = select(events.c.match_id, func.max(events.c.seq) + 1)
    return counted.where(events.c.match_id.in_(match_ids)).group_by(events.c.match_id)


def results_against(holder: str) -> Query:
    """How a guest's matches against computer players ended: game, level, won, drawn, lost."""
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
    return ended.group_by(matches.c.game, other.c.level)


def best_alone(
    holder: str, game: str = "", variant: str = "", *, before: float | None = None
) -> Query:
    """The highest score that a guest has made alone at each variant of each game: game, variant,
    score. If a game is named only at this variant of it; `before` is when the match must have
    ended. A score of 0 is not listed."""
    mine, other = seats.alias("mine"), seats.alias("other")
    beside = select(other.c.seat).where(
        other.c.match_id == mine.c.match_id, other.c.seat != mine.c.seat
    )
    alone = select(matches.c.game, matches.c.variant, func.max(mine.c.score))
    alone = alone.join(mine, mine.c.match_id == matches.c.id)
    alone = alone.where(mine.c.holder == holder, mine.c.score > 0, ~beside.exists())
    if game:
        alone = alone.where(matches.c.game == game, matches.c.variant == variant)
    if before is not None:
        alone = alone.where(matches.c.ended_at < before)
    return alone.group_by(matches.c.game, matches.c.variant)


def own_tables(holder: str, game: str, limit: int = 10) -> Query:
    """The seats that a guest has taken at a game, newest match first."""
    own = _lines.where(seats.c.holder == holder, matches.c.game == game)
    return own.order_by(desc(matches.c.opened_at), matches.c.id, seats.c.seat).limit(limit)


def ending(match_id: str) -> Query:
    """When a match ended."""
    return select(matches.c.ended_at).where(matches.c.id == match_id)


def meetings(
    game: str, holder: str, opponent: tuple[str, str], ended_at: float, limit: int
) -> Query:
    """How a guest fared at a game against an opponent, in matches that ended by `ended_at`.

    The opponent is a holder and a level. The latest comes first; each row says whether the guest
    was among the winners, and whether the opponent was.
    """
    own, other = seats.alias("own"), seats.alias("other")
    other_holder, level = opponent
    met = (
        select(own.c.won, other.c.won)
        .join(matches, matches.c.id == own.c.match_id)
        .join(other, (other.c.match_id == own.c.match_id) & (other.c.seat != own.c.seat))
        .where(own.c.holder == holder, own.c.score.is_not(None), matches.c.game == game)
        .where(other.c.holder == other_holder, other.c.level == level)
        .where(matches.c.ended_at <= ended_at)
    )
    return met.order_by(desc(matches.c.ended_at)).limit(limit)
