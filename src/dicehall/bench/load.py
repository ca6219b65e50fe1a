"""Loads of real clients: matches between two people at one device, moved at random."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from time import perf_counter
from typing import Any, Protocol

from dicehall.bench.client import LoadClient

TABLE = {"game": "knucklebones", "name": "Ann", "other": "Bob", "opponent": "people"}
THINKING = {"game": "pocket-hexes", "name": "Eve", "opponent": "alone"}
"""The game whose moves take longest to weigh."""


class Mover(Protocol):
    """Somebody who plays match after match."""

    moves: int

    async def move(self) -> None:
        """Make one move; after the end of a match, in a new one."""


@dataclass(slots=True)
class Player:
    """A program that plays match after match."""

    client: LoadClient
    random: Random
    match: dict[str, Any]
    moves: int = 0

    @classmethod
    async def arrive(cls, port: int, number: int) -> "Player":
        """A guest with a match that has just begun."""
        client = await LoadClient.arrive(port)
        return cls(client, Random(number), await client.ask("POST", "/api/matches", TABLE))

    async def move(self) -> None:
        """Make one move; after the end of a match, in a new one."""
        if self.match["over"]:
            self.match = await self.client.ask("POST", "/api/matches", TABLE)
        move = self.random.choice(self.match["turn"]["moves"])
        said = {"move": move, "version": self.match["version"]}
        address = f"/api/matches/{self.match['id']}/moves"
        self.match = await self.client.ask("POST", address, said)
        self.moves += 1


async def arrive(port: int, count: int) -> list[Player]:
    """So many players at their tables."""
    return [await Player.arrive(port, number) for number in range(count)]


async def play_flat_out(players: Sequence[Mover], seconds: float) -> int:
    """Everybody moves as soon as the last move is answered; how many moves were made."""
    end = perf_counter() + seconds
    before = sum(player.moves for player in players)

    async def play(player: Mover) -> None:
        while perf_counter() < end:
            await player.move()

    await asyncio.gather(*map(play, players))
    return sum(player.moves for player in players) - before


async def play_steadily(players: Sequence[Mover], rate: float, seconds: float) -> list[float]:
    """Moves at a fixed rate; how long each took from the moment it was due, in seconds.

    A move that has to wait because the house is slow counts from when it should have been made.
    """
    began = perf_counter()
    taken: list[float] = []

    async def play(first: int, player: Mover) -> None:
        for number in range(first, round(rate * seconds), len(players)):
            due = began + number / rate
            await asyncio.sleep(max(0.0, due - perf_counter()))
            await player.move()
            taken.append(perf_counter() - due)

    await asyncio.gather(*(play(number, player) for number, player in enumerate(players)))
    return sorted(taken)


async def keep_thinking(port: int, seconds: float) -> int:
    """Let the coach weigh moves all the time, at least once; how often it has answered."""
    client = await LoadClient.arrive(port)
    end, weighed = perf_counter() + seconds, 0
    while weighed == 0 or perf_counter() < end:
        # A new table each time: what was weighed once is remembered.
        match = await client.ask("POST", "/api/matches", THINKING)
        await client.ask("GET", f"/api/matches/{match['id']}/worth")
        weighed += 1
    return weighed
