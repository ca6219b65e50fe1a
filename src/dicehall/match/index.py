"""The rows that the lists of matches are read from, derived from the events as they are kept."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Insert, Update, bindparam, insert, update

from dicehall.match.events import Events, MatchEnded, SeatTaken
from dicehall.match.schema import matches, seats, uncounted

SIT: Insert = insert(seats).values(
    match_id=bindparam("match_id"),
    seat=bindparam("seat"),
    holder=bindparam("holder"),
    name=bindparam("name"),
    level=bindparam("level"),
)
END: Update = (
    update(matches).where(matches.c.id == bindparam("match_id")).values(ended_at=bindparam("at"))
)
RESULT: Update = (
    update(seats)
    .where(seats.c.match_id == bindparam("in_match"), seats.c.seat == bindparam("at_seat"))
    .values(score=bindparam("points"), won=bindparam("winner"))
)
COUNT_LATER: Insert = insert(uncounted).values(match_id=bindparam("match_id"))

STATEMENTS = (SIT, END, RESULT, COUNT_LATER)

IndexRow = tuple[Insert | Update, dict[str, Any]]


def index_rows(match_id: str, events: Events) -> Iterator[IndexRow]:
    """The statements that bring the indexes up to date with these events."""
    for event in events:
        if isinstance(event, SeatTaken):
            yield (
                SIT,
                {
                    "match_id": match_id,
                    "seat": event.seat,
                    "holder": event.holder,
                    "name": event.name,
                    "level": event.level,
                },
            )
        elif isinstance(event, MatchEnded):
            yield END, {"match_id": match_id, "at": event.at}
            yield COUNT_LATER, {"match_id": match_id}
            for seat, score in enumerate(event.scores):
                yield (
                    RESULT,
                    {
                        "in_match": match_id,
                        "at_seat": seat,
                        "points": score,
                        "winner": seat in event.winners,
                    },
                )
