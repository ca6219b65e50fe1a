"""The rows that the lists of matches are read from, derived from the events as they are kept."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Insert, Update, bindparam, insert, null, update

from dicehall.match.events import MatchEnded, MatchEvents, MatchOpened, SeatTaken, TableClosed
from dicehall.match.store.schema import matches, seats, uncounted

SIT: Insert = insert(seats).values(
    match_id=bindparam("match_id"),
    seat=bindparam("seat"),
    holder=bindparam("holder"),
    name=bindparam("name"),
    level=bindparam("level"),
)
_THIS: Update = update(matches).where(matches.c.id == bindparam("match_id"))
END: Update = _THIS.values(ended_at=bindparam("at"), code=null())
ROOM: Update = _THIS.values(code=bindparam("room"), public=bindparam("listed"))
FILL: Update = _THIS.values(code=null())
RESULT: Update = (
    update(seats)
    .where(seats.c.match_id == bindparam("in_match"), seats.c.seat == bindparam("at_seat"))
    .values(score=bindparam("points"), won=bindparam("winner"))
)
COUNT_LATER: Insert = insert(uncounted).values(match_id=bindparam("match_id"))

STATEMENTS = (SIT, END, RESULT, COUNT_LATER, ROOM, FILL)

IndexRow = tuple[Insert | Update, dict[str, Any]]


def index_rows(match_id: str, events: MatchEvents) -> Iterator[IndexRow]:
    """The statements that bring the indexes up to date with these events."""
    opened = isinstance(events[0], MatchOpened)
    for event in events:
        if isinstance(event, MatchOpened) and event.code:
            yield ROOM, {"match_id": match_id, "room": event.code, "listed": event.public}
        elif isinstance(event, TableClosed):
            yield END, {"match_id": match_id, "at": event.at}
        elif isinstance(event, SeatTaken):
            if not opened:  # whoever comes later takes the last seat, and the code has served
                yield FILL, {"match_id": match_id}
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
