"""Random kills under load: every acknowledged move is stored exactly once.

`make soak` makes a great storm of it.
"""

import asyncio
import os
from collections import Counter
from pathlib import Path

import pytest

from dicehall.game.records import spell
from dicehall.match.events import MovePlayed
from dicehall.match.match import fold
from dicehall.match.store.postgres import PostgresStore
from nodes.node import OwnRedis
from nodes.storm import Storm
from support.places import DatabasePlace

KILLS = int(os.environ.get("DICEHALL_KILLS", "12"))


@pytest.mark.soak
def test_every_acknowledged_move_survives_kills_exactly_once(
    database: DatabasePlace, redis: OwnRedis, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def weather() -> Storm:
        storm = Storm(database.url, redis, log=tmp_path / "log")
        await storm.rage(KILLS)
        return storm

    storm = asyncio.run(weather())
    matches = asyncio.run(look_at_all(database, storm))
    said = f"{storm.moves} acknowledged moves in {matches} matches, killed: {dict(storm.killed)}"
    with capsys.disabled():
        print(f"\n{said}")
    assert storm.moves > KILLS
    assert sum(storm.killed.values()) == KILLS


async def look_at_all(database: DatabasePlace, storm: Storm) -> int:
    store = await PostgresStore.at(database.url)
    try:
        ids = [row[0] for row in await store.pool.fetch("SELECT id FROM matches")]
        assert set(storm.acknowledged) <= set(ids)
        for match_id in ids:
            await look_at(store, match_id, storm)
        return len(ids)
    finally:
        await store.close()


async def look_at(store: PostgresStore, match_id: str, storm: Storm) -> None:
    """The log has no gap and folds, its indexes agree, it holds every answer that was given, and
    the page that watched has come to its end."""
    said = storm.acknowledged.get(match_id, {})
    rows = await store.pool.fetch(
        "SELECT seq FROM events WHERE match_id = $1 ORDER BY seq", match_id
    )
    assert [row["seq"] for row in rows] == list(range(len(rows)))
    kept = await store.load(match_id)
    assert kept
    match = fold(match_id, kept.events)
    ids = Counter(event.id for event in kept.events if isinstance(event, MovePlayed))
    assert all(ids[command_id] == 1 for command_id in said)
    assert set(ids.values()) <= {1}
    log = [spell(event) for event in match.log]
    assert all(log[: len(shown)] == shown for shown in said.values())
    assert storm.seen.get(match_id, match.version) == match.version
    ended = await store.pool.fetchval("SELECT ended_at FROM matches WHERE id = $1", match_id)
    assert (ended is not None) == (match.result is not None)
