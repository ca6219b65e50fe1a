"""The load that measures a server, small."""

import asyncio
from contextlib import nullcontext

import pytest

from dicehall.bench import server
from dicehall.bench.client import bench_server
from dicehall.bench.load import arrive, play_flat_out, play_steadily


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "CROWDS", (2, 3))
    monkeypatch.setattr(server, "RATE", 20.0)
    monkeypatch.setattr(server, "IDLE_MATCHES", 4)
    monkeypatch.setattr(server, "WATCHERS", 3)
    monkeypatch.setattr(server, "HEXES_MATCHES", 2)
    monkeypatch.setattr(server, "WARM_UP_SECONDS", 0.1)


def test_a_server_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    with bench_server() as node:  # for all that is measured: opening one takes longer than that
        monkeypatch.setattr(server, "bench_server", lambda: nullcontext(node))
        measured = {found.what: found.value for found in server.measure(seconds=0.5)}
    assert measured["sqlite, 2 matches: moves"] > 0
    assert measured["sqlite, 3 matches: moves per core"] > 0
    assert 0 < measured["sqlite, 20 moves/s: p50"] <= measured["sqlite, 20 moves/s: p99"]
    assert measured["sqlite, 4 coaches at work: p99 of a move"] > 0
    assert measured["sqlite: memory at rest"] > 10
    assert measured["sqlite, 3 watchers of one match: p99 of a move elsewhere"] > 0


def test_players_go_on_after_the_end_of_a_match() -> None:
    async def play(port: int) -> tuple[int, int, set[str]]:
        players = await arrive(port, 2)
        first = {player.match["id"] for player in players}
        moves = 0
        while any(player.match["id"] in first for player in players):
            moves += await play_flat_out(players, 0.2)
        steady = await play_steadily(players, rate=50, seconds=0.2)
        return moves, len(steady), first

    with bench_server() as server:
        moves, steady, first = asyncio.run(play(server.port))
    assert len(first) == 2
    assert moves > 2 * 18
    assert steady == 10
