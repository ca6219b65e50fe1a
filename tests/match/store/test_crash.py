import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from random import Random

import pytest

from dicehall.match.bus.protocol import MemoryBus
from dicehall.match.events import MatchEvents, MovePlayed
from dicehall.match.match import Match, extend, fold
from dicehall.match.service import Matches
from dicehall.match.store.sqlite import SqliteStore
from support.contests import random_move

KILLS = int(os.environ.get("DICEHALL_KILLS", "40"))
CHILD = Path(__file__).with_name("crash_child.py")

Acknowledged = dict[str, dict[str, int]]
"""By match: the version that each command's answer had."""


def kill_houses(path: Path) -> Acknowledged:
    """Kill one server after another, each after a few answers; what they had answered."""
    random = Random(20)
    said: Acknowledged = defaultdict(dict)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    nursery = subprocess.Popen(
        [sys.executable, str(CHILD), str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    )
    with nursery:
        assert nursery.stdin
        assert nursery.stdout
        for seed in range(KILLS):
            nursery.stdin.write(f"{seed}\n")
            nursery.stdin.flush()
            server = int(nursery.stdout.readline())
            answers_to_wait_for = random.choice((0, 1, 2, 5, 10, 30))
            answers = [nursery.stdout.readline() for _ in range(answers_to_wait_for)]
            os.kill(server, signal.SIGKILL)
            for line in iter(nursery.stdout.readline, "gone\n"):
                assert line, "the nursery ended"
                answers.append(line)
            for match_id, version, command_id in map(str.split, answers):
                said[match_id][command_id] = int(version)
    return said


@pytest.mark.slow
@pytest.mark.soak
def test_no_answered_move_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    said = kill_houses(path)
    assert sum(map(len, said.values())) > KILLS
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        ids = [row[0] for row in connection.execute("SELECT id FROM matches")]
    assert set(said) <= set(ids)
    asyncio.run(look_at_all(path, ids, said))


def answers_in(match_id: str, events: MatchEvents) -> tuple[Match, dict[str, int]]:
    """The match, and the version that the answer to each command had: all that followed it."""
    versions: dict[str, int] = {}
    command_id = ""
    match = fold(match_id, events[:1])
    for event in events[1:]:
        match = extend(match, [event])
        if isinstance(event, MovePlayed):
            assert event.id not in versions
            command_id = event.id
        if command_id:
            versions[command_id] = match.version
    return match, versions


async def look_at_all(path: Path, ids: list[str], said: Acknowledged) -> None:
    random = Random(KILLS)
    service = Matches(SqliteStore.at(path), MemoryBus(), pace=0)
    for match_id in ids:
        kept = await service.store.load(match_id)
        assert kept
        match, versions = answers_in(match_id, kept.events)
        assert versions.items() >= said[match_id].items()
        assert match == await service.see(match_id)
        if not match.result:
            on = await service.do(match_id, random_move(match, random))
            assert on.version > match.version
    await service.close()
