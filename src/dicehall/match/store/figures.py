"""The statements for a guest's own page: their seats in finished matches, and what a server learns
later by reading the logs of these matches (`match.figures`)."""

from dataclasses import dataclass

from sqlalchemy import Float, Text, Update, bindparam, desc, func, select, update

from dicehall.match.store.protocol import Change, Query
from dicehall.match.store.schema import matches, seats

MOST = 2_500
"""The most matches that a page is made of: the latest."""


@dataclass(frozen=True, slots=True)
class PlayedSeat:
    """A guest's seat in a finished match, and the seat opposite, if there is one."""

    match_id: str
    game: str
    variant: str
    mark: str
    """Why the match counts for no record; empty if it counts."""
    opened_at: float
    ended_at: float
    score: int
    won: bool
    luck: float | None
    """What the dice gave, in the unit of `players.fortune`; None if unknown."""
    spread: float | None
    """The variance of `luck` that fair dice have in such a match."""
    cost: float | None
    """What the moves gave away."""
    milestones: str | None
    """The names of milestones, separated by spaces; None until the match was read."""
    level: str | None
    """The opponent's level, empty for a guest; None if the match has one seat."""
    holder: str
    """The opponent, if they are a guest."""
    name: str
    other_won: bool


@dataclass(frozen=True, slots=True)
class SeatFigures:
    """What reading a match tells about one of its seats."""

    seat: int
    luck: float | None = None
    spread: float | None = None
    cost: float | None = None
    milestones: str = ""


def played_seats(holder: str, *, game: str = "", since: float = 0.0, limit: int = MOST) -> Query:
    """The fields of a guest's `PlayedSeat`s, latest first, optionally of one game or since a
    time."""
    own, other = seats.alias("own"), seats.alias("other")
    found = (
        select(
            *(own.c.match_id, matches.c.game, matches.c.variant, matches.c.mark),
            *(matches.c.opened_at, own.c.ended_at, own.c.score, own.c.won),
            *(own.c.luck, own.c.spread, own.c.cost, own.c.milestones),
            *(other.c.level, func.coalesce(other.c.holder, "")),
            *(func.coalesce(other.c.name, ""), func.coalesce(other.c.won, False)),
        )
        .join(matches, matches.c.id == own.c.match_id)
        .outerjoin(other, (other.c.match_id == own.c.match_id) & (other.c.seat != own.c.seat))
        .where(own.c.holder == holder, own.c.ended_at > since)
    )
    if game:
        found = found.where(matches.c.game == game)
    return found.order_by(desc(own.c.ended_at), own.c.match_id).limit(limit)


def unread(limit: int, holder: str = "") -> Query:
    """The ids of matches that were not read yet, latest first; optionally those of one guest."""
    waiting = select(seats.c.match_id).where(
        seats.c.ended_at.is_not(None), seats.c.milestones.is_(None)
    )
    if holder:
        waiting = waiting.where(seats.c.holder == holder)
    return waiting.order_by(desc(seats.c.ended_at)).limit(limit)


_KEEP: Update = (
    update(seats)
    .where(seats.c.match_id == bindparam("of_match"), seats.c.seat == bindparam("at_seat"))
    .values(
        luck=bindparam("new_luck", type_=Float),
        spread=bindparam("new_spread", type_=Float),
        cost=bindparam("new_cost", type_=Float),
        milestones=bindparam("new_milestones", type_=Text),
    )
)


def keep_figures(match_id: str, figures: SeatFigures) -> Change:
    """Keep what was read about a seat."""
    return _KEEP, {
        "of_match": match_id,
        "at_seat": figures.seat,
        "new_luck": figures.luck,
        "new_spread": figures.spread,
        "new_cost": figures.cost,
        "new_milestones": figures.milestones,
    }
