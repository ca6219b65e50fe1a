"""Ranks the tries at the dice of a day.

A try counts if it was played to its end before the seed of the day was revealed. Its result is the
score or, against an opponent, the difference between the scores.
"""

from dataclasses import dataclass

from sqlalchemy import desc, func, select

from dicehall.match.dice.days import days_after, reveal_time
from dicehall.match.store.protocol import Query, Store
from dicehall.match.store.schema import matches, seats, tries

MOST_DAYS = 400
"""How far back a streak is counted."""

NOT_GIVEN_UP = matches.c.mark == "today"


@dataclass(frozen=True, slots=True)
class RankedTry:
    """A counted try that was played to its end."""

    guest: str
    name: str
    match_id: str
    result: int


@dataclass(frozen=True, slots=True)
class Ranking:
    """All counted tries of a day at a game, best first."""

    tries: tuple[RankedTry, ...]

    def of(self, guest: str) -> RankedTry | None:
        """The try of a guest, if it counts."""
        return next((one for one in self.tries if one.guest == guest), None)

    def place(self, guest: str) -> int | None:
        """The place of a guest, from 1; equal results share it. None if their try does not
        count."""
        own = self.of(guest)
        return 1 + sum(one.result > own.result for one in self.tries) if own else None


async def ranking_of(store: Store, day: str, game: str) -> Ranking:
    """The ranking of a game on a day."""
    rows = await store.ask(counted(day, game))
    found = (
        RankedTry(guest, name, match_id, score - other)
        for guest, name, match_id, score, other in rows
    )
    return Ranking(tuple(sorted(found, key=lambda one: -one.result)))


@dataclass(frozen=True, slots=True)
class TryRow:
    """A guest's try in a list."""

    game: str
    match_id: str
    result: int | None
    """None while it is running."""
    given_up: bool


async def tries_of(store: Store, guest: str, day: str) -> list[TryRow]:
    """The tries of a guest on a day."""
    return [
        TryRow(game, match_id, None if score is None else score - other, mark == "given-up")
        for game, match_id, score, other, mark in await store.ask(tries_on(guest, day))
    ]


async def days_played(store: Store, guest: str) -> list[str]:
    """The days on which a guest finished a counted try at any game, latest first."""
    return [str(day) for day, *_ in await store.ask(finished_days(guest))]


def streak(played: list[str], today: str) -> int:
    """How many days in a row a guest has played up to today, or up to yesterday as long as today
    is not over.

    >>> streak(["2026-11-17", "2026-11-16", "2026-11-14"], "2026-11-18")
    2
    """
    day = today if today in played else days_after(today, -1)
    count = 0
    while day in played:
        count, day = count + 1, days_after(day, -1)
    return count


def counted(day: str, game: str) -> Query:
    """The tries that count, the earliest first: guest, name, match, score and the score of the
    opponent."""
    own, other = seats.alias("own"), seats.alias("other")
    beside = (other.c.match_id == own.c.match_id) & (other.c.seat != own.c.seat)
    return (
        select(
            tries.c.guest,
            own.c.name,
            tries.c.match_id,
            own.c.score,
            func.coalesce(other.c.score, 0),
        )
        .join(matches, matches.c.id == tries.c.match_id)
        .join(own, (own.c.match_id == tries.c.match_id) & (own.c.holder == tries.c.guest))
        .outerjoin(other, beside)
        .where(tries.c.day == day, tries.c.game == game, NOT_GIVEN_UP)
        .where(own.c.score.is_not(None), matches.c.ended_at < reveal_time(day))
        .order_by(matches.c.ended_at, tries.c.match_id)
    )


def finished_days(guest: str) -> Query:
    """The days on which a guest finished a counted try."""
    over = matches.c.ended_at.is_not(None)
    own = select(tries.c.day).join(matches, matches.c.id == tries.c.match_id)
    own = own.where(tries.c.guest == guest, over, NOT_GIVEN_UP).distinct()
    return own.order_by(desc(tries.c.day)).limit(MOST_DAYS)


def tries_on(guest: str, day: str) -> Query:
    """The tries of a guest on a day: game, match, score, the score of the opponent, and the mark of
    the match."""
    own, other = seats.alias("own"), seats.alias("other")
    beside = (other.c.match_id == own.c.match_id) & (other.c.seat != own.c.seat)
    return (
        select(
            tries.c.game,
            tries.c.match_id,
            own.c.score,
            func.coalesce(other.c.score, 0),
            matches.c.mark,
        )
        .join(matches, matches.c.id == tries.c.match_id)
        .join(own, (own.c.match_id == tries.c.match_id) & (own.c.holder == tries.c.guest))
        .outerjoin(other, beside)
        .where(tries.c.guest == guest, tries.c.day == day)
    )
