"""Thinks in this process."""

import asyncio
from random import Random
from typing import Any

from dicehall.game import AnyGame
from dicehall.match.networks import NOBODY, Party
from dicehall.match.thinking.protocol import Urgency
from dicehall.players.levels import find_level, find_weigher, worth_of_start
from dicehall.players.worth import Worth


class ThinkingHere:
    """Thinks in this process, which does nothing else meanwhile: for a single guest. Each thought
    waits `pause_s` seconds, so that what has just happened is shown first."""

    waiting = 0

    def __init__(self, pause_s: float = 0.05) -> None:
        self.pause_s = pause_s

    async def choose(self, game: AnyGame, state: Any, level: str, party: Party = NOBODY) -> str:
        await asyncio.sleep(self.pause_s)
        return choose(game, state, level)

    async def weigh(
        self,
        game: AnyGame,
        state: Any,
        urgency: Urgency = Urgency.WORTH,
        party: Party = NOBODY,
    ) -> Worth:
        await asyncio.sleep(self.pause_s)
        return weigh(game, state)

    async def weigh_start(self, game: AnyGame, party: Party = NOBODY) -> float | None:
        await asyncio.sleep(self.pause_s)
        return worth_of_start(game)

    def close(self) -> None:
        pass


def choose(game: AnyGame, state: Any, level: str) -> str:
    """The move of a computer player of this level."""
    return find_level(game.name, level)(game, state, Random())


def weigh(game: AnyGame, state: Any) -> Worth:
    """What each legal move is worth."""
    return find_weigher(game.name)(game, state)
