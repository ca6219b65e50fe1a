"""Moves through web pages: forms in, HTML out, like a browser without rendering."""

import re
from dataclasses import dataclass, field
from random import Random
from typing import Any

from dicehall.bench.client import LoadClient

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
