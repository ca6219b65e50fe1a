"""Servers that share one store and bus, and computer players controlled by a test."""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

from dicehall.game import AnyGame, new_game
from dicehall.match.bus.protocol import MemoryBus
from dicehall.match.commands import TakeSeat
from dicehall.match.match import Match, fold
from dicehall.match.networks import Party
from dicehall.match.service import Matches
from dicehall.players.chooser import choose_at_random
from support.contests import random_move
from support.places import Place

BONES = new_game("knucklebones")
EASY = TakeSeat(1, "Easy", level="easy")


def with_services(
    place: Place, play: Callable[..., Awaitable[None]], count: int = 1, bus: MemoryBus | None = None
) -> None:
    """Run a test on servers that share one store and bus."""

    async def run() -> None:
        shared = bus or MemoryBus()
        services = [
            Matches(await place.open(), shared, pace=0, alone=count == 1) for _ in range(count)
        ]
        try:
            await play(*services)
        finally:
            for service in services:
                await service.close()

    asyncio.run(run())


async def kept(service: Matches, match_id: str) -> Match:
    """The match as read from the store."""
    stored = await service.store.load(match_id)
    assert stored
    return fold(match_id, stored.events)


async def play_out(service: Matches, match: Match, random: Random) -> Match:
    while not match.result:
        match = await service.do(match.id, random_move(match, random))
    return match


class Thinking:
    """A computer player that chooses, or fails, when the test says so."""

    def __init__(self) -> None:
        self.asked = 0
        self.parties: list[Party] = []
        self.answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def choose(self, game: AnyGame, state: Any, level: str, party: Party, seed: str) -> str:
        self.asked += 1
        self.parties.append(party)
        await self.answer
        return choose_at_random(game, state, Random(1))

    def close(self) -> None:
        pass


async def computers_rest(*services: Matches) -> None:
    """Wait until it is not a computer's turn."""
    await asyncio.gather(*(service.resuming for service in services if service.resuming))
    live = [match for service in services for match in service._live.values()]
    while waiting := [match.computer for match in live if match.computer]:
        await asyncio.wait(waiting)
