"""What a crowd of spectators of one match costs the server and the other players."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from dicehall.bench.client import BenchServer, LoadClient
from dicehall.bench.load import arrive, play_flat_out, play_steadily
from dicehall.bench.measurement import Measurement

MEETING = {"game": "knucklebones", "name": "Ann", "opponent": "open", "begins": "first"}
RATE = 50.0
"""Moves per second of the other players."""
PLAYERS = 20
SHOWN_SECONDS = 1.0
"""The interval between moves in the watched match."""


async def measure_watchers(
    server: BenchServer, watchers: int, seconds: float, kept_in: str
) -> list[Measurement]:
    """The share of a core that an idle crowd takes, and the latency of moves at other tables:
    without the crowd, with it, and while the watched match goes on."""
    players = await arrive(server.port, PLAYERS)
    await play_flat_out(players, 1.0)
    without = await play_steadily(players, RATE, seconds)
    sides = [await LoadClient.arrive(server.port) for _ in range(2)]
    match = await sides[0].ask("POST", "/api/matches", MEETING)
    there = f"/api/matches/{match['id']}"
    match = await sides[1].ask("POST", f"{there}/seats", {"seat": 1, "name": "Bob"})
    stream = f"/matches/{match['id']}/stream?version={match['version']}"
    async with _crowd(server.port, watchers, stream):
        await asyncio.sleep(seconds)  # until everyone has been counted and notified
        before = server.cpu_seconds()
        await asyncio.sleep(2 * seconds)
        share = (server.cpu_seconds() - before) / (2 * seconds)
        beside = await play_steadily(players, RATE, seconds)
        shown = asyncio.create_task(_go_on(sides, match))
        meanwhile = await play_steadily(players, RATE, seconds)
        shown.cancel()
    what = f"{kept_in}, {watchers} watchers of one match"
    return [
        Measurement(f"{what}: of a core, at rest", 100 * share, "%"),
        Measurement(f"{kept_in}, no watchers: p99 of a move", 1000 * _p99(without), "ms"),
        Measurement(f"{what}: p99 of a move elsewhere", 1000 * _p99(beside), "ms"),
        Measurement(f"{what}: p99 while it goes on", 1000 * _p99(meanwhile), "ms"),
    ]


@asynccontextmanager
async def _crowd(port: int, size: int, stream: str) -> AsyncIterator[None]:
    """This many guests who read everything they are sent."""
    watchers = []
    for _ in range(size):
        watchers.append(await LoadClient.arrive(port))
        await watchers[-1].watch(stream)
    try:
        yield
    finally:
        for watcher in watchers:
            watcher.leave()


async def _go_on(sides: Sequence[LoadClient], match: dict[str, Any]) -> None:
    """Slowly play the match of two guests to its end."""
    while not match["over"]:
        turn = match["turn"]
        request = {"move": turn["moves"][0], "version": match["version"]}
        match = await sides[turn["seat"]].ask("POST", f"/api/matches/{match['id']}/moves", request)
        await asyncio.sleep(SHOWN_SECONDS)


def _p99(ordered: Sequence[float]) -> float:
    return ordered[len(ordered) * 99 // 100]
