"""The queries behind the result of a match: how the same guest fared before.

Read from index rows, never from the logs.
"""

from sqlalchemy import desc, select

from dicehall.match.store.protocol import Query
from dicehall.match.store.schema import matches, seats


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
