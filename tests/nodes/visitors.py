"""Programs that play at any node of a server."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx

from nodes.node import Node

Json = dict[str, Any]
AT_ONCE = httpx.Limits(max_connections=200, max_keepalive_connections=0)
"""A connection for each request: a node that is killed takes nothing else with it."""


@asynccontextmanager
async def visitor(node: Node) -> AsyncIterator[httpx.AsyncClient]:
    """A program with an identity that every node of the server knows."""
    async with httpx.AsyncClient(timeout=60, limits=AT_ONCE) as client:
        token = (await client.post(f"{node.address}/api/guests")).json()["token"]
        client.headers["Authorization"] = f"Bearer {token}"
        yield client


async def open_match(
    client: httpx.AsyncClient, node: Node, game: str, opponent: str, **more: Any
) -> Json:
    body = {"game": game, "name": "Ada", "opponent": opponent, **more}
    answer = await client.post(f"{node.address}/api/matches", json=body)
    assert answer.status_code == 201, answer.text
    opened: Json = answer.json()
    return opened


async def play(
    client: httpx.AsyncClient, node: Node, match: Json, move: str, command_id: str = ""
) -> httpx.Response:
    """Send a move for the version that was seen."""
    body = {"move": move, "version": match["version"], "id": command_id}
    return await client.post(f"{node.address}/api/matches/{match['id']}/moves", json=body)


async def see(client: httpx.AsyncClient, node: Node, match: Json) -> Json:
    answer = await client.get(f"{node.address}/api/matches/{match['id']}")
    assert answer.status_code == 200, answer.text
    seen: Json = answer.json()
    return seen


class Watcher:
    """A program that listens at a node, from the version that it has seen."""

    def __init__(self, client: httpx.AsyncClient, node: Node, match: Json) -> None:
        self.client, self.node, self.match = client, node, match
        self.lines: list[str] = []
        self.listening = asyncio.Event()
        self.changed = asyncio.Event()
        self.task = asyncio.ensure_future(self._watch())

    async def _watch(self) -> None:
        address = f"{self.node.address}/api/matches/{self.match['id']}/stream"
        version = {"version": self.match["version"]}
        async with self.client.stream("GET", address, params=version, timeout=None) as stream:
            state = False
            async for line in stream.aiter_lines():
                self.lines.append(line)
                self.listening.set()
                state = line.startswith("id: ") or (state and line != "")  # others have names
                if state and line.startswith("data: "):
                    self.match = json.loads(line.removeprefix("data: "))
                    self.changed.set()

    async def until(self, version: int, seconds: float = 60) -> Json:
        """The match when it has come so far."""
        async with asyncio.timeout(seconds):
            while self.match["version"] < version:
                self.changed.clear()
                await self.changed.wait()
        return self.match

    async def leave(self) -> None:
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)


async def watch(client: httpx.AsyncClient, node: Node, match: Json) -> Watcher:
    """A client with an open stream."""
    watcher = Watcher(client, node, match)
    await watcher.listening.wait()
    return watcher
