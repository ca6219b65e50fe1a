"""A server under load of which something is killed again and again: a node, the connections to the
database, the bus. Whoever plays sends a move again until somebody answers, as pages do."""

import asyncio
import os
import random
import shlex
import signal
import subprocess
import sys
from collections import Counter, defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from nodes.node import OwnRedis, free_port
from nodes.visitors import AT_ONCE
from support.wire import Wire

NURSERY = Path(__file__).with_name("nursery.py")
GAMES = [("fune", "alone"), ("knucklebones", "people"), ("sparkle", "alone"), ("fune", "people")]
NODES = 3
PLAYERS = 6
PATIENCE_SECONDS = 120
REVIVAL_SECONDS = 0.05


@dataclass
class Storm:
    """What is killed, and what was acknowledged."""

    database: str
    redis: OwnRedis
    seed: int = 0
    log: Path | None = None
    killed: Counter[str] = field(default_factory=Counter)
    moves: int = 0
    acknowledged: defaultdict[str, dict[str, list[str]]] = field(
        default_factory=lambda: defaultdict(dict)
    )
    """By match and by the id of a command: the log that its answer showed."""
    seen: dict[str, int] = field(default_factory=dict)
    """The version at which a page heard that its match is over."""

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.ports = [free_port() for _ in range(NODES)]
        self.pids: dict[int, int] = {}
        self.over = asyncio.Event()
        self.moved = asyncio.Event()

    async def rage(self, kills: int) -> None:
        """Play, kill, and play on until every match in play is over."""
        self.wire = Wire(self.database)
        self.far_database = await self.wire.start()
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        errors = self.log.open("w") if self.log else subprocess.DEVNULL
        self.nursery = await asyncio.create_subprocess_exec(
            sys.executable, str(NURSERY), stdin=-1, stdout=-1, stderr=errors, env=environment
        )
        try:
            for port in self.ports:
                await self.start_node(port)
            reviving = asyncio.create_task(self.revive())
            players = [asyncio.create_task(self.play(n)) for n in range(PLAYERS)]
            for _ in range(kills):
                await self.some_moves()
                await self.kill_something()
            self.over.set()
            await asyncio.gather(*players)
            reviving.cancel()
        finally:
            for pid in self.pids.values():
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            self.nursery.kill()
            await self.nursery.communicate()
            await self.wire.close()

    async def start_node(self, port: int) -> None:
        options = ["serve", "--no-open", "--port", str(port), "--limit", "1000000", "--pace", "0"]
        options += ["--database", self.far_database, "--bus", self.redis.url]
        assert self.nursery.stdin
        assert self.nursery.stdout
        self.nursery.stdin.write(f"{shlex.join(options)}\n".encode())
        self.pids[port] = int(await self.nursery.stdout.readline())

    async def some_moves(self) -> None:
        """Wait for as many acknowledged moves as chance will have it; at last for some time."""
        until = self.moves + self.chance.choice((0, 1, 3, 10, 20))
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_SECONDS):
                while self.moves < until:
                    self.moved.clear()
                    await self.moved.wait()
                return
        raise AssertionError(f"nobody could move any more after {self.killed}")

    async def kill_something(self) -> None:
        kind = self.chance.choice(("node", "connections", "commit", "bus"))
        self.killed[kind] += 1
        match kind:
            case "node":
                port = self.chance.choice(self.ports)
                with suppress(ProcessLookupError):
                    os.kill(self.pids[port], signal.SIGKILL)
            case "connections":
                self.wire.cut()
            case "commit":  # it is cut when the server has heard the next commit, and we have not
                self.wire.mute_at = b""
                await asyncio.sleep(self.chance.random() * 0.05)
                self.wire.mend()
            case "bus":
                self.redis.kill()
                self.redis.start()

    async def revive(self) -> None:
        """Start the nodes that are gone, as a supervisor does: at any time, since one that finds no
        database or bus refuses to open a while after it was started."""
        while True:
            for port, pid in list(self.pids.items()):
                if not Path(f"/proc/{pid}").exists():
                    await self.start_node(port)
            await asyncio.sleep(REVIVAL_SECONDS)

    async def play(self, number: int) -> None:
        """One match after another, each at a node that chance chooses."""
        chance = random.Random(f"{self.seed} {number}")
        async with httpx.AsyncClient(timeout=20, limits=AT_ONCE) as client:
            token = (await self.send(client, chance, "/api/guests")).json()["token"]
            client.headers["Authorization"] = f"Bearer {token}"
            while not self.over.is_set():
                game, opponent = chance.choice(GAMES)
                body = {"game": game, "name": "Ada", "opponent": opponent, "other": "Bob"}
                match = (await self.send(client, chance, "/api/matches", body)).json()
                page = asyncio.create_task(self.watch(client, match["id"]))
                while not match["over"] and not self.over.is_set():
                    match = await self.move(client, chance, match)
                if self.over.is_set():
                    resigned = f"/api/matches/{match['id']}/resignation"
                    await self.send(client, chance, resigned)
                async with asyncio.timeout(PATIENCE_SECONDS):
                    self.seen[match["id"]] = await page

    async def move(
        self, client: httpx.AsyncClient, chance: random.Random, match: dict[str, Any]
    ) -> dict[str, Any]:
        command_id = f"{chance.getrandbits(64):x}"
        move = chance.choice(match["turn"]["moves"])
        body = {"move": move, "version": match["version"], "id": command_id}
        # Every other move is sent to two nodes at once, as an impatient page might.
        sends = [
            self.send(client, chance, f"/api/matches/{match['id']}/moves", body)
            for _ in range(chance.choice((1, 2)))
        ]
        answers = await asyncio.gather(*sends)
        assert {answer.status_code for answer in answers} == {201}, [one.text for one in answers]
        after: dict[str, Any] = answers[0].json()
        self.acknowledged[match["id"]][command_id] = after["log"]
        self.moves += 1
        self.moved.set()
        return after

    async def watch(self, client: httpx.AsyncClient, match_id: str) -> int:
        """Listen as a page does, at any node, until the match has ended; the last version seen."""
        version = 0
        while True:
            port = self.chance.choice(self.ports)
            address = f"http://127.0.0.1:{port}/api/matches/{match_id}/stream"
            try:
                async with client.stream("GET", address, params={"version": version}) as stream:
                    async for line in stream.aiter_lines():
                        if line.startswith("id: "):
                            assert int(line[4:]) > version
                            version = int(line[4:])
                        if line == "event: end":
                            return version
            except httpx.TransportError:
                pass
            await asyncio.sleep(0.05)

    async def send(
        self, client: httpx.AsyncClient, chance: random.Random, path: str, body: Any = None
    ) -> httpx.Response:
        """Send something until a node answers."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while True:
                port = chance.choice(self.ports)
                try:
                    answer = await client.post(f"http://127.0.0.1:{port}{path}", json=body)
                except httpx.TransportError:
                    await asyncio.sleep(0.01)
                    continue
                if answer.status_code < 500:
                    return answer
