"""How much a server on this machine can do: real clients over loopback, bounded in count and time.

"Per core" figures use the server's processor time instead of wall time, so that the clients and a
busy machine do not matter.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from dicehall.bench import Measurement
from dicehall.bench.client import BenchServer, LoadClient, bench_server
from dicehall.bench.load import (
    TABLE,
    PagePlayer,
    arrive,
    keep_thinking,
    play_flat_out,
    play_steadily,
)

CROWDS = (50, 500)
RATE = 250.0
IDLE_MATCHES = 1000
WATCHERS = 1000
THINKERS = 4
WARM_UP_SECONDS = 1.0
TURNS = 4
HEXES = {"game": "pocket-hexes", "name": "Ann", "opponent": "alone"}
HEXES_MATCHES = 60
HEXES_MOVES = 48
"""Twelve rounds of three placements and a roll: as many as most random matches have."""
HEXES_SPAN = 12


def measure(database: str = "", seconds: float = 8.0) -> Iterator[Measurement]:
    """Moves per second, move latency and memory; on SQLite or another database."""
    options = ("--database", database) if database else ()
    kept_in = database.partition(":")[0] or "sqlite"
    for crowd in CROWDS:
        with bench_server(*options) as server:
            yield from asyncio.run(_measure_speed(server, crowd, seconds, kept_in))
    with bench_server(*options) as server:
        yield from asyncio.run(_measure_pages(server, seconds, kept_in))
    with bench_server(*options) as server:
        yield from asyncio.run(_measure_rounds(server, kept_in))
    with bench_server(*options) as server:
        yield from asyncio.run(_measure_latency(server, seconds, kept_in))
    with bench_server(*options) as server:
        yield from asyncio.run(_measure_thinking(server, seconds, kept_in))
    with bench_server(*options) as server:
        yield from asyncio.run(_measure_memory(server, kept_in))
    with bench_server(*options) as server:
        yield from asyncio.run(measure_watchers(server, WATCHERS, seconds, kept_in))


async def _measure_speed(
    server: BenchServer, crowd: int, seconds: float, kept_in: str
) -> list[Measurement]:
    players = await arrive(server.port, crowd)
    await play_flat_out(players, WARM_UP_SECONDS)
    before = server.cpu_seconds()
    moves = await play_flat_out(players, seconds)
    used = server.cpu_seconds() - before
    what = f"{kept_in}, {crowd} matches: moves"
    return [
        Measurement(what, moves / seconds, "moves/s"),
        Measurement(f"{what} per core", moves / (used or 1), "moves/CPU s"),
    ]


async def _measure_pages(server: BenchServer, seconds: float, kept_in: str) -> list[Measurement]:
    """The cost of a move through a page and of one through the API, at the same rate in one run:
    the more moves share a commit, the less each of them costs."""
    programs = await arrive(server.port, CROWDS[0])
    people = [await PagePlayer.arrive(server.port, number, TABLE) for number in range(CROWDS[0])]
    await play_flat_out(programs, WARM_UP_SECONDS)
    await play_flat_out(people, WARM_UP_SECONDS)
    used, moves = {"programs": 0.0, "pages": 0.0}, {"programs": 0, "pages": 0}
    for _ in range(TURNS):  # interleaved, so that a busy machine affects both
        for who, players in (("programs", programs), ("pages", people)):
            before = server.cpu_seconds()
            moves[who] += len(await play_steadily(players, RATE, seconds / TURNS))
            used[who] += server.cpu_seconds() - before
    cost = {who: 1e6 * used[who] / max(1, moves[who]) for who in used}
    what = f"{kept_in}, {RATE:.0f} moves/s"
    return [
        Measurement(f"{what}: a move of a program", cost["programs"], "CPU µs"),
        Measurement(f"{what}: a move through a page", cost["pages"], "CPU µs"),
        Measurement(f"{what}: page by program", cost["pages"] / (cost["programs"] or 1), "times"),
    ]


async def _measure_rounds(server: BenchServer, kept_in: str) -> list[Measurement]:
    """The cost of late and early moves of Pocket Hexes through pages."""
    people = [
        await PagePlayer.arrive(server.port, number, HEXES) for number in range(HEXES_MATCHES)
    ]
    await asyncio.gather(*(person.move() for person in people))  # compiles the templates
    costs: list[float] = []
    for _ in range(HEXES_MOVES // HEXES_SPAN):
        before, made = server.cpu_seconds(), 0
        for _ in range(HEXES_SPAN):
            going_on = [person for person in people if person.legal]
            await asyncio.gather(*(person.move() for person in going_on))
            made += len(going_on)
        costs.append((server.cpu_seconds() - before) / max(1, made))
    return [
        Measurement(f"{kept_in}: an early move of Pocket Hexes", 1e6 * costs[0], "CPU µs"),
        Measurement(f"{kept_in}: a late move of Pocket Hexes", 1e6 * costs[-1], "CPU µs"),
        Measurement(f"{kept_in}: late by early", costs[-1] / (costs[0] or 1), "times"),
    ]


async def _measure_latency(server: BenchServer, seconds: float, kept_in: str) -> list[Measurement]:
    players = await arrive(server.port, CROWDS[0])
    await play_flat_out(players, WARM_UP_SECONDS)
    taken = await play_steadily(players, RATE, seconds)
    return [
        Measurement(
            f"{kept_in}, {RATE:.0f} moves/s: p{share}", 1000 * _quantile(taken, share), "ms"
        )
        for share in (50, 99)
    ]


async def _measure_thinking(server: BenchServer, seconds: float, kept_in: str) -> list[Measurement]:
    """Move latency while the coach thinks for others without a pause."""
    await keep_thinking(server.port, 0)  # compiles, for longer than a connection may be idle
    players = await arrive(server.port, CROWDS[0])
    await play_flat_out(players, WARM_UP_SECONDS)
    thinking = asyncio.gather(*(keep_thinking(server.port, seconds) for _ in range(THINKERS)))
    taken = await play_steadily(players, RATE / 5, seconds)
    weighed = sum(await thinking)
    what = f"{kept_in}, {THINKERS} coaches at work"
    return [
        Measurement(f"{what}: p99 of a move", 1000 * _quantile(taken, 99), "ms"),
        Measurement(f"{what}: weighed", weighed / seconds, "positions/s"),
    ]


async def _measure_memory(server: BenchServer, kept_in: str) -> list[Measurement]:
    host = await LoadClient.arrive(server.port)
    match = await host.ask("POST", "/api/matches", TABLE)
    empty = server.memory()
    for _ in range(IDLE_MATCHES):
        await host.ask("POST", "/api/matches", TABLE)
    with_matches = server.memory()
    watchers = [await LoadClient.arrive(server.port) for _ in range(WATCHERS)]
    for watcher in watchers:
        await watcher.watch(f"/matches/{match['id']}/stream?version=0")
    with_watchers = server.memory()
    return [
        Measurement(f"{kept_in}: memory at rest", empty / 1e6, "MB"),
        Measurement(
            f"{kept_in}: memory of an open match", (with_matches - empty) / IDLE_MATCHES / 1e3, "kB"
        ),
        Measurement(
            f"{kept_in}: memory of an idle watcher",
            (with_watchers - with_matches) / WATCHERS / 1e3,
            "kB",
        ),
    ]


def _quantile(ordered: list[float], share: int) -> float:
    return ordered[min(len(ordered) - 1, len(ordered) * share // 100)]


MEETING = {"game": "knucklebones", "name": "Ann", "opponent": "open", "begins": "first"}
WATCHED_RATE = 50.0
"""Moves per second of the other players."""
OTHERS = 20
SHOWN_SECONDS = 1.0
"""The interval between moves in the watched match."""


async def measure_watchers(
    server: BenchServer, watchers: int, seconds: float, kept_in: str
) -> list[Measurement]:
    """The share of a core that idle watchers use, and the latency of moves at other tables:
    without the crowd, with it, and while the watched match goes on."""
    players = await arrive(server.port, OTHERS)
    await play_flat_out(players, 1.0)
    without = await play_steadily(players, WATCHED_RATE, seconds)
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
        beside = await play_steadily(players, WATCHED_RATE, seconds)
        shown = asyncio.create_task(_go_on(sides, match))
        meanwhile = await play_steadily(players, WATCHED_RATE, seconds)
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
