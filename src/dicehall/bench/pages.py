"""Moves through pages: forms in, drawn tables out, as a browser without the drawing."""

import asyncio
import re
from dataclasses import dataclass
from random import Random
from time import perf_counter
from typing import Any

from dicehall.bench.client import Client

BUTTON = re.compile(
    r'<button[^>]*? name="(?:move|spelled)" value="([^"]+)"(?![^>]*aria-disabled="true")'
)
PLACE = re.compile(r'data-dice="([^" ]+)[^"]*".*?name="hex" value="(\w+)"', re.DOTALL)
VERSION = re.compile(r'data-version="(\d+)"')


@dataclass(slots=True)
class PagePlayer:
    """Somebody who plays match after match through the pages of a game."""

    client: Client
    random: Random
    table: dict[str, str]
    match_id: str = ""
    drawn: str = ""
    moves: int = 0
    moves_here: int = 0
    """In the match that is being played."""

    @classmethod
    async def arrive(cls, port: int, number: int, table: dict[str, str]) -> "PagePlayer":
        """A guest with a match that has just begun."""
        player = cls(await Client.arrive(port), Random(number), table)
        await player.sit_down()
        return player

    async def sit_down(self) -> None:
        """Begin a new match."""
        opened: dict[str, Any] = await self.client.ask("POST", "/api/matches", self.table)
        self.match_id = opened["id"]
        self.drawn = await self.client.fetch(f"/matches/{self.match_id}")
        self.moves_here = 0

    async def move(self) -> None:
        """Make one move; after the end of a match, in a new one."""
        moves = self.legal_moves()
        if not moves:
            await self.sit_down()
            moves = self.legal_moves()
        found = VERSION.search(self.drawn)
        assert found
        fields = {"version": found[1], "spelled": self.random.choice(moves)}
        self.drawn = await self.client.submit(f"/matches/{self.match_id}/moves", fields)
        self.moves += 1
        self.moves_here += 1

    def legal_moves(self) -> list[str]:
        """Some of the moves that the table offers."""
        places = [f"place {die} {spot}" for die, spot in PLACE.findall(self.drawn)]
        if places:
            return places
        return [move for move in BUTTON.findall(self.drawn) if " " in move or move in ("roll",)]


async def play_pages(players: list[PagePlayer], seconds: float) -> int:
    """Everybody moves as soon as the last table has come; how many moves were made."""
    end = perf_counter() + seconds
    before = sum(player.moves for player in players)

    async def play(player: PagePlayer) -> None:
        while perf_counter() < end:
            await player.move()

    await asyncio.gather(*map(play, players))
    return sum(player.moves for player in players) - before
