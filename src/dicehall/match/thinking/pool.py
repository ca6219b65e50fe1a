"""Runs computer players and the coach in child processes, so that they never block the server.

Moves and advice have separate children, so that the coach never delays a match.
"""

import os
from typing import Any

from dicehall.game import AnyGame
from dicehall.match.networks import NOBODY, Party
from dicehall.match.thinking.children import ChildPool
from dicehall.match.thinking.here import choose, compare, weigh
from dicehall.match.thinking.protocol import Urgency
from dicehall.players.fortune import Swing
from dicehall.players.levels import is_slow, worth_of_start
from dicehall.players.worth import Worth

LEAST_PLAYING = 2
"""So that a slow level does not block the others."""

QUICK, SLOW = 0, 1
"""The urgency of moves: quick levels come before slow ones, which leave them one child free."""

NICENESS = 5
"""The `nice` value of the children that play; those of the coach get twice as much."""


class ThinkingPool:
    """Chooses and weighs moves in child processes, about one per core, started on demand."""

    def __init__(self) -> None:
        cores = os.cpu_count() or 1
        coaching = max(1, cores // 2)
        self.playing = ChildPool(max(LEAST_PLAYING, cores - coaching), NICENESS, patient=SLOW)
        self.coaching = ChildPool(coaching, 2 * NICENESS, patient=Urgency.REVIEW)

    @property
    def waiting(self) -> int:
        return self.playing.waiting + self.coaching.waiting

    async def choose(
        self, game: AnyGame, state: Any, level: str, party: Party = NOBODY, seed: str = ""
    ) -> str:
        urgency = SLOW if is_slow(game.name, level) else QUICK
        return await self.playing.run(urgency, choose, game, state, level, seed, party=party)

    async def weigh(
        self, game: AnyGame, state: Any, urgency: Urgency = Urgency.WORTH, party: Party = NOBODY
    ) -> Worth:
        return await self.coaching.run(urgency, weigh, game, state, party=party)

    async def compare(self, game: AnyGame, before: Any, after: Any, move: str) -> Swing | None:
        return await self.coaching.run(Urgency.FIGURES, compare, game, before, after, move)

    async def weigh_start(self, game: AnyGame, party: Party = NOBODY) -> float | None:
        return await self.coaching.run(Urgency.REVIEW, worth_of_start, game, party=party)

    def close(self) -> None:
        """End the child processes."""
        self.playing.close()
        self.coaching.close()
