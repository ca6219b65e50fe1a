"""Load from real clients: matches between two people at one device, with random moves."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Any, Protocol

from dicehall.bench.client import LoadClient

TABLE = {"game": "knucklebones", "name": "Ann", "other": "Bob", "opponent": "people"}
THINKING = {"game": "pocket-hexes", "name": "Eve", "opponent": "alone"}
"""The game whose moves take longest to evaluate."""


class MatchPlayer(Protocol):
    """Plays match after match."""

    moves: int

    async def move(self) -> None:
        """Make one move, starting a new match when one has ended."""


@dataclass(slots=True)
class ApiPlayer:
    """A program that plays match after match."""

    client: LoadClient
    random: Random
    match: dict[str, Any]
    moves: int = 0

    @classmethod
    async def arrive(cls, port: int, number: int) -> "ApiPlayer":
        """A guest with a new match."""
        client = await LoadClient.arrive(port)
        return cls(client, Random(number), await client.ask("POST", "/api/matches", TABLE))

    async def move(self) -> None:
        """Make one move, starting a new match when one has ended."""
        if self.match["over"]:
            self.match = await self.client.ask("POST", "/api/matches", TABLE)
        move = self.random.choice(self.match["turn"]["moves"])
        request = {"move": move, "version": self.match["version"]}
        address = f"/api/matches/{self.match['id']}/moves"
        self.match = await self.client.ask("POST", address, request)
        self.moves += 1


async def arrive(port: int, count: int) -> list[ApiPlayer]:
    """This many players at their tables."""
    return [await ApiPlayer.arrive(port, number) for number in range(count)]


async def play_flat_out(players: Sequence[MatchPlayer], seconds: float) -> int:
    """Everyone moves as soon as the last move is answered; returns the number of moves."""
    end = perf_counter() + seconds
    before = sum(player.moves for player in players)

    async def play(player: MatchPlayer) -> None:
        while perf_counter() < end:
            await player.move()

    await asyncio.gather(*map(play, players))
    return sum(player.moves for player in players) - before


async def play_steadily(players: Sequence[MatchPlayer], rate: float, seconds: float) -> list[float]:
    """Make moves at a fixed rate; returns how long each took from the time it was due, in seconds.

    A move delayed by a slow server counts from when it should have been made.
    """
    began = perf_counter()
    taken: list[float] = []

    async def play(first: int, player: MatchPlayer) -> None:
        for number in range(first, round(rate * seconds), len(players)):
            due = began + number / rate
            await asyncio.sleep(max(0.0, due - perf_counter()))
            await player.move()
            taken.append(perf_counter() - due)

    await asyncio.gather(*(play(number, player) for number, player in enumerate(players)))
    return sorted(taken)


async def keep_thinking(port: int, seconds: float) -> int:
    """Keep the coach busy, for at least one request; returns the number of answers."""
    client = await LoadClient.arrive(port)
    end, weighed = perf_counter() + seconds, 0
    while weighed == 0 or perf_counter() < end:
        # A new table each time, as results are cached.
        match = await client.ask("POST", "/api/matches", THINKING)
        await client.ask("GET", f"/api/matches/{match['id']}/worth")
        weighed += 1
    return weighed


BUTTON = re.compile(r'<button(?![^>]*aria-disabled="true")[^>]* name="move" value="([^"]+)"')
PLACE = re.compile(r'data-dice="([^" ]+)[^"]*".*?name="hex" value="(\w+)"', re.DOTALL)
VERSION = re.compile(r'data-version="(\d+)"')


@dataclass(slots=True)
class PagePlayer:
    """Plays match after match with forms."""

    client: LoadClient
    random: Random
    settings: dict[str, str]
    """How to set up a table."""
    match_id: str = ""
    version: int = 0
    legal: list[str] = field(default_factory=list)
    """The moves that the table offers; none at the end of a match."""
    moves: int = 0

    @classmethod
    async def arrive(cls, port: int, number: int, settings: dict[str, str]) -> "PagePlayer":
        """A guest with a new match."""
        player = cls(await LoadClient.arrive(port), Random(number), settings)
        await player.sit_down()
        return player

    async def sit_down(self) -> None:
        """Start a new match."""
        match: dict[str, Any] = await self.client.ask("POST", "/api/matches", self.settings)
        self.match_id, self.version = match["id"], match["version"]
        self.legal = match["turn"]["moves"]

    async def move(self) -> None:
        """Make one move, starting a new match when one has ended."""
        if not self.legal:
            await self.sit_down()
        fields = {"version": str(self.version), "spelled": self.random.choice(self.legal)}
        drawn = await self.client.submit(f"/matches/{self.match_id}/moves", fields)
        found = VERSION.search(drawn)
        assert found
        self.version = int(found[1])
        places = [f"place {die} {spot}" for die, spot in PLACE.findall(drawn)]
        self.legal = places or BUTTON.findall(drawn)
        self.moves += 1
