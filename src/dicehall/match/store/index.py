"""Derives the index tables, which lists of matches are read from, from events."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import (
    Boolean,
    ColumnElement,
    Float,
    Insert,
    Integer,
    Table,
    Text,
    Update,
    bindparam,
    case,
    exists,
    insert,
    literal_column,
    null,
    select,
    update,
)

from dicehall.game import find_game
from dicehall.match.events import (
    CoinTossed,
    MatchEnded,
    MatchEvents,
    MatchOpened,
    Resigned,
    SeatEdited,
    SeatTaken,
    TableClosed,
    TakenBack,
)
from dicehall.match.store.schema import deleted, events, matches, seats

_THIS: Update = update(matches).where(matches.c.id == bindparam("match_id"))
END: Update = _THIS.values(ended_at=bindparam("at", type_=Float), code=null())
FILL: Update = _THIS.values(code=null())
_UNMARKED = matches.c.mark == literal_column("''")
MARK: Update = _THIS.where(_UNMARKED).values(mark=literal_column("'take-backs'"))
_TODAY = matches.c.mark == literal_column("'today'")
GIVE_UP: Update = _THIS.where(_TODAY).values(mark=literal_column("'given-up'"))
_SEATS: Update = update(seats).where(seats.c.match_id == bindparam("in_match"))
_OTHER = seats.alias("other")
CHANGE_PLACES: Update = _SEATS.where(
    _OTHER.c.match_id == seats.c.match_id, _OTHER.c.seat != seats.c.seat
).values(holder=_OTHER.c.holder, name=_OTHER.c.name, level=_OTHER.c.level)
_SEAT: Update = _SEATS.where(seats.c.seat == bindparam("at_seat"))
_SCOREBOARD = select(matches.c.game.concat(literal_column("' '")).concat(matches.c.variant)).where(
    matches.c.id == seats.c.match_id, _UNMARKED
)
_A_PERSON = seats.c.level == literal_column("''")
RESULT: Update = _SEAT.values(
    score=bindparam("points", type_=Integer),
    won=bindparam("winner", type_=Boolean),
    scoreboard=case((_A_PERSON, _SCOREBOARD.scalar_subquery())),
    ended_at=case((_A_PERSON, bindparam("ended", type_=Float))),
)
EDIT: Update = _SEAT.values(
    name=bindparam("new_name", type_=Text), holder=bindparam("new_holder", type_=Text)
)


def _insert(table: Table, *names: str, unless: ColumnElement[bool] | None = None) -> Insert:
    """Insert a row with values for these columns, unless a condition holds."""
    values = (bindparam(name, type_=table.c[name].type) for name in names)
    row = select(*values)
    return insert(table).from_select(names, row if unless is None else row.where(~unless))


APPEND: Insert = _insert(events, "match_id", "seq", "data")
SIT: Insert = _insert(seats, "match_id", "seat", "holder", "name", "level")
OPEN: Insert = _insert(
    matches, "id", "game", "opened_at", "secret", "variant", "code", "public", "mark",
    unless=exists().where(deleted.c.match_id == bindparam("id")),
)  # fmt: skip
"""Inserts nothing if a match of this id was deleted; then the foreign keys refuse its events."""

STATEMENTS = (APPEND, OPEN, SIT, CHANGE_PLACES, END, RESULT, EDIT, FILL, MARK, GIVE_UP)

IndexRow = tuple[Insert | Update, dict[str, Any]]


def match_row(match_id: str, secret: str, opened: MatchOpened) -> dict[str, Any]:
    """The row of a new match in the table `matches`."""
    return {
        "id": match_id,
        "game": opened.game,
        "opened_at": opened.at,
        "secret": secret,
        "variant": find_game(opened.game).variant(opened.options),
        "code": opened.code or None,
        "public": opened.public,
        "mark": _mark(opened),
    }


def _mark(opened: MatchOpened) -> str:
    """`Match.mark` of a new match."""
    if opened.practice or opened.day:
        return "practice" if opened.practice else "today"
    return "own-dice" if opened.own_dice else "take-backs" if opened.take_backs else ""


def index_rows(match_id: str, happened: MatchEvents) -> Iterator[IndexRow]:
    """The statements that update the index tables for these events."""
    opened = isinstance(happened[0], MatchOpened)
    swapped = any(isinstance(event, CoinTossed) and event.coin for event in happened)
    for event in happened:
        if isinstance(event, TableClosed):
            yield END, {"match_id": match_id, "at": event.at}
        elif isinstance(event, SeatTaken):
            if not opened:  # the last free seat is taken: the room code is no longer needed
                yield FILL, {"match_id": match_id}
            yield (
                SIT,
                {
                    "match_id": match_id,
                    "seat": 1 - event.seat if opened and swapped else event.seat,
                    "holder": event.holder,
                    "name": event.name,
                    "level": event.level,
                },
            )
        elif isinstance(event, TakenBack) and event.marked:
            yield MARK, {"match_id": match_id}
        elif isinstance(event, Resigned):
            yield GIVE_UP, {"match_id": match_id}
        elif isinstance(event, CoinTossed) and swapped and not opened:
            yield CHANGE_PLACES, {"in_match": match_id}
        elif isinstance(event, SeatEdited):
            yield (
                EDIT,
                {
                    "in_match": match_id,
                    "at_seat": event.seat,
                    "new_name": event.name,
                    "new_holder": event.holder,
                },
            )
        elif isinstance(event, MatchEnded):
            yield END, {"match_id": match_id, "at": event.at}
            for seat, score in enumerate(event.scores):
                yield (
                    RESULT,
                    {
                        "in_match": match_id,
                        "at_seat": seat,
                        "points": score,
                        "winner": seat in event.winners,
                        "ended": event.at,
                    },
                )
