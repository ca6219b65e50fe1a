"""Finished matches as records, and back.

This server did not commit to imported dice, so an imported match is marked and never shown as
verified.
"""

import asyncio
import hashlib
import math
import re
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import count
from typing import Any, Literal

from msgspec.structs import replace as replace_in_match
from sqlalchemy import select

from dicehall.game import Over
from dicehall.game.messages import translatable
from dicehall.game.records import OWN_DICE, PRIVATE, Record, Rolled, write
from dicehall.game.refused import BadLine, BadName
from dicehall.match.dice.by_slot import BY_SLOT
from dicehall.match.dice.verification import SECRET
from dicehall.match.events import (
    CoinTossed,
    DiceRolled,
    Forfeited,
    MatchEnded,
    MatchEvent,
    MatchEvents,
    MatchOpened,
    MovePlayed,
    Resigned,
    SeatTaken,
    WordsTold,
)
from dicehall.match.match import fold
from dicehall.match.names import check_name
from dicehall.match.seats import new_guest_id
from dicehall.match.store.protocol import Query, Store, VersionConflict
from dicehall.match.store.schema import deleted, matches
from dicehall.players.levels import levels

AT_ONCE = 200
"""Matches per query or batch of writes."""
ID = re.compile(r"[0-9A-Za-z_-]{1,32}")
OWN = re.compile(OWN_DICE)
DICE_ID = re.compile(r"[0-9A-Za-z_-]{1,64}")
DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
COUNT = re.compile(r"[1-9][0-9]{0,5}")
HASH = re.compile(r"[0-9a-f]{64}")
GUESTS = f"{PRIVATE}guest-%d"
"""The note of a seat that was the guest's who exported the record."""
LEVELS = f"{PRIVATE}level-%d"
"""The note of a computer player's level, so that the guest's results against it come along."""


@dataclass(frozen=True, slots=True)
class ImportedMatch:
    """A match to be stored."""

    id: str
    secret: str
    events: tuple[MatchEvent, ...]


@dataclass(frozen=True, slots=True)
class SplitRecords:
    """The matches of a file, split into new and known ones."""

    new: Sequence[ImportedMatch]
    known: Sequence[str]
    """The ids of matches that are already stored, were deleted, or appear twice in the file."""


def as_match(
    record: Record, state: Any, now: float, guests: Mapping[str, str]
) -> ImportedMatch | None:
    """The match of a record; None if it is not over. `guests` maps names in the record to guest
    ids; the other seats get new ids that nobody has."""
    notes, game = record.notes, record.game
    if record.position:
        raise BadLine(
            translatable("this record starts from a position: only whole matches can be imported")
        )
    loser = _loser(record)
    turn = game.turn(state)
    if not loser and not isinstance(turn, Over):
        return None
    opened, ended = _time(notes, "opened", now), _time(notes, "ended", now)
    secret = _read_note(notes, "secret", SECRET)
    coin = notes.get("coin", "")
    begins: Literal["", "coin", "chosen"] = ""
    if coin:
        begins = "coin" if coin in ("0", "1") else "chosen"
    happened: list[MatchEvent] = [
        MatchOpened(
            game.name,
            game.seats,
            game.options,
            _read_note(notes, "promise", HASH),
            opened,
            begins=begins,
            imported=True,
            practice=_read_note(notes, "practice", DICE_ID),
            dice_by=BY_SLOT if notes.get("dice-by") == BY_SLOT else "",
            day=_read_note(notes, "day", DAY),
            take_backs=int(_read_note(notes, "take-backs", COUNT) or 0),
            own_dice=bool(_read_note(notes, "dice", OWN)),
        ),
        *_seat_events(record, guests, swapped=coin == "1"),
    ]
    if begins == "coin":
        happened.append(CoinTossed(int(coin)))
    happened += _play_events(record)
    if loser:
        happened.append(loser)
        others = tuple(seat for seat in range(game.seats) if seat != loser.seat)
        turn = Over(game.scores(state), others)
    assert isinstance(turn, Over)
    happened.append(MatchEnded(turn.scores, turn.winners, secret, max(opened, ended)))
    match_id = _read_note(notes, "match", ID) or _digest(record)
    return ImportedMatch(match_id, secret, tuple(happened))


def own_names(record: Record) -> list[str]:
    """The names of the seats that were the guest's who exported the record."""
    notes = record.notes
    seats = [seat for seat in range(record.game.seats) if GUESTS % seat in notes]
    return [notes[f"name-{seat}"] for seat in seats if f"name-{seat}" in notes]


async def split_known(store: Store, found: Iterable[ImportedMatch]) -> SplitRecords:
    """Split matches into those that are new to a store and those that it knows."""
    by_id: dict[str, ImportedMatch] = {}
    known: list[str] = []
    for match in found:
        if match.id in by_id:
            known.append(match.id)
        by_id.setdefault(match.id, match)
    ids = list(by_id)
    stored: set[str] = set()
    for n in range(0, len(ids), AT_ONCE):
        some = ids[n : n + AT_ONCE]
        for column in (matches.c.id, deleted.c.match_id):
            stored.update(row[0] for row in await store.ask(select(column).where(column.in_(some))))
    new = [match for match in by_id.values() if match.id not in stored]
    return SplitRecords(new, [*known, *(one for one in ids if one in stored)])


async def keep(store: Store, new: Sequence[ImportedMatch]) -> int:
    """Store matches; returns how many were new. Each is stored in full or not at all, so an
    interrupted import can be repeated."""
    kept = 0
    for n in range(0, len(new), AT_ONCE):
        some = new[n : n + AT_ONCE]
        done = await asyncio.gather(
            *(store.open(match.id, match.secret, match.events) for match in some),
            return_exceptions=True,
        )
        for failure in done:
            if isinstance(failure, BaseException) and not isinstance(failure, VersionConflict):
                raise failure
            kept += failure is None
    return kept


def _seat_events(record: Record, guests: Mapping[str, str], *, swapped: bool) -> list[MatchEvent]:
    """The events that seat the players; `swapped` if the coin swapped the seats afterwards."""
    names: list[str] = []
    taken: list[MatchEvent] = []
    revealed: list[MatchEvent] = []
    for seat in range(record.game.seats):
        given = record.notes.get(f"name-{seat}", f"Seat {seat}")
        try:
            names.append(check_name(given, names))
        except BadName as bad:
            raise BadName(
                translatable("name-%(seat)d: %(why)s", seat=seat, why=bad.message)
            ) from None
        place = 1 - seat if swapped else seat
        noted = record.notes.get(LEVELS % seat, "")
        level = noted if noted in levels(record.game.name) else ""  # it may not be installed here
        holder = "" if level else guests.get(names[-1]) or new_guest_id()
        words = record.notes.get(f"words-{seat}", "")
        commitment = _read_note(record.notes, f"commitment-{seat}", HASH)
        now = "" if commitment else words
        taken.append(SeatTaken(place, names[-1], holder, level, words=now, commitment=commitment))
        if commitment and words:
            revealed.append(WordsTold(place, words, 0.0))
    return [*(taken[::-1] if swapped else taken), *revealed]


def _play_events(record: Record) -> list[MatchEvent]:
    numbers = count()
    return [
        DiceRolled(event.roll)
        if isinstance(event, Rolled)
        else MovePlayed(event.seat, event.move, f"imported-{next(numbers)}")
        for event in record.events
    ]


def _loser(record: Record) -> Resigned | Forfeited | None:
    """The resignation or forfeit that ended the match, if any."""
    notes = record.notes
    for note in ("resigned", "forfeited"):
        noted = notes.get(note)
        if noted is None:
            continue
        if noted not in [str(seat) for seat in range(record.game.seats)]:
            raise BadLine(
                translatable(
                    "%(note)s must be the number of a seat, not %(value)r",
                    note=note,
                    value=noted[:40],
                )
            )
        if note == "resigned":
            return Resigned(int(noted), "imported")
        withheld = notes.get(f"commitment-{noted}") and not notes.get(f"words-{noted}")
        return Forfeited(int(noted), "words" if withheld else "time")
    return None


def _time(notes: Mapping[str, str], note: str, now: float) -> float:
    noted = notes.get(note)
    if noted is None:
        return now
    try:
        time = datetime.fromisoformat(noted)
        if time.tzinfo is None:
            raise ValueError
        seconds = round(time.timestamp(), 3)
    except (ValueError, OverflowError):
        message = translatable(
            "%(note)s must be a time such as 2026-01-31T12:00:00Z, not %(value)r",
            note=note,
            value=noted[:40],
        )
        raise BadLine(message) from None
    if not math.isfinite(seconds) or not 0 <= seconds <= now + 86400:
        raise BadLine(translatable("%(note)s is in the future or too long ago", note=note))
    return seconds


def _read_note(notes: Mapping[str, str], note: str, shape: re.Pattern[str]) -> str:
    noted = notes.get(note, "")
    if noted and not shape.fullmatch(noted):
        raise BadLine(
            translatable("%(value)r is not a valid %(note)s", value=noted[:40], note=note)
        )
    return noted


def _digest(record: Record) -> str:
    """An id for a record without one, derived from its text."""
    return hashlib.sha256(write(record).encode()).hexdigest()[:32]


async def export_records(
    store: Store, which: Query, *, unfinished: bool, now: float
) -> AsyncIterator[Record]:
    """Yield the records of the matches whose ids a query returns, in its order.

    Matches that still run or were called off are skipped unless `unfinished` is set. The record of
    a running match does not contain the server seed, nor does that of a match whose seed others
    still play with.
    """
    for match_id, *_rest in await store.ask(which):
        kept = await store.load(match_id)
        if kept is None:  # deleted meanwhile
            continue
        match = fold(match_id, kept.events)
        if match.may_reveal(now):
            match = replace_in_match(match, secret=kept.secret)
        if unfinished or (match.result and not match.called_off):
            yield _dated(match.record(), match.opened_at, kept.events)


def _dated(record: Record, opened_at: float, events: MatchEvents) -> Record:
    dates = {"opened": spell_time(opened_at)}
    for event in events:
        if isinstance(event, MatchEnded):
            dates["ended"] = spell_time(event.at)
    return replace(record, notes={**record.notes, **dates})


def spell_time(at: float) -> str:
    """Format seconds since 1970 for a record.

    >>> spell_time(1_700_000_000.5)
    '2023-11-14T22:13:20.500Z'
    """
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%dT%H:%M:%S}.{int(at * 1000) % 1000:03}Z"
