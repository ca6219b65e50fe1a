"""Exports stored matches as records."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime

from msgspec.structs import replace as replace_in_match

from dicehall.game.records import Record
from dicehall.match.events import MatchEnded, MatchEvents
from dicehall.match.match import fold
from dicehall.match.store.protocol import Query, Store


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
            yield _dated(match.record(), match.opened_at, _ended_at(kept.events))


def _ended_at(events: MatchEvents) -> float | None:
    return next((event.at for event in events if isinstance(event, MatchEnded)), None)


def _dated(record: Record, opened_at: float, ended_at: float | None) -> Record:
    dates = {"opened": spell_time(opened_at)}
    if ended_at is not None:
        dates["ended"] = spell_time(ended_at)
    return replace(record, notes={**record.notes, **dates})


def spell_time(at: float) -> str:
    """Format seconds since 1970 for a record.

    >>> spell_time(1_700_000_000.5)
    '2023-11-14T22:13:20.500Z'
    """
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%dT%H:%M:%S}.{int(at * 1000) % 1000:03}Z"
