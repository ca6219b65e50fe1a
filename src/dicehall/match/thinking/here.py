"""Thinks in this process."""

import asyncio
from random import Random
from typing import Any

from dicehall.game import AnyGame
from dicehall.match.networks import NOBODY, Party
from dicehall.match.thinking.protocol import Urgency
from dicehall.players.fortune import Swing, swinger
from dicehall.players.levels import find_level, find_weigher, worth_of_start
from dicehall.players.worth import Worth


class ThinkingHere:
    """Thinks in this process, which does nothing else meanwhile: for a single guest. Each thought
    waits `pause_s` seconds, so that what has just happened is shown first."""

    waiting = 0

    def __init__(self, pause_s: float = 0.05) -> None:
        self.pause_s = pause_s

    async def choose(
        self, game: AnyGame, state: Any, level: str, party: Party = NOBODY, seed: str = ""
    ) -> str:
        await asyncio.sleep(self.pause_s)
        return choose(game, state, level, seed)

    async def weigh(
        self, game: AnyGame, state: Any, urgency: Urgency = Urgency.WORTH, party: Party = NOBODY
    ) -> Worth:
        await asyncio.sleep(self.pause_s)
        return weigh(game, state)

    async def compare(self, game: AnyGame, before: Any, after: Any, move: str) -> Swing | None:
        await asyncio.sleep(self.pause_s)
        return compare(game, before, after, move)

    async def weigh_start(self, game: AnyGame, party: Party = NOBODY) -> float | None:
        await asyncio.sleep(self.pause_s)
        return worth_of_start(game)

    def close(self) -> None:
        pass


def choose(game: AnyGame, state: Any, level: str, seed: str = "") -> str:
    """The move of a computer player of this level."""
    return find_level(game.name, level)(game, state, Random(seed or None))


def weigh(game: AnyGame, state: Any) -> Worth:
    """What each legal move is worth."""
    return find_weigher(game.name)(game, state)


def compare(game: AnyGame, before: Any, after: Any, move: str) -> Swing | None:
    """How lucky a roll was, and what the move after it gave away; None if unknown."""
    estimate = swinger(game.name)
    return estimate and estimate(game, before, after, move)
