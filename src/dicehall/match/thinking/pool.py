"""Computer players and the coach, thinking in child processes so that nobody else waits for them.

Those who play are never kept waiting by those who ask: moves and advice have children of their own.
"""

import os
from enum import IntEnum
from random import Random
from typing import Any

from dicehall.game import AnyGame
from dicehall.match.networks import NOBODY, Party
from dicehall.match.thinking.children import ChildPool
from dicehall.players.levels import find_level, find_weigher, is_slow, worth_of_start
from dicehall.players.worth import Worth

LEAST_PLAYING = 2
"""One slow level must not hold up the others."""

QUICK, SLOW = 0, 1
"""How urgent a move is: quick levels come before slow ones, which leave them a child."""

POLITENESS = 5
"""How much the children step back for the process that serves pages; those of the coach more."""


class Urgency(IntEnum):
    """Why something is weighed: what is wanted sooner comes first."""

    HINT = 0
    WORTH = 1
    REVIEW = 2


class ThinkingPool:
    """Thinks about moves; child processes start when they are needed, about one for each core."""

    def __init__(self) -> None:
        cores = os.cpu_count() or 1
        coaching = max(1, cores // 2)
        self.playing = ChildPool(max(LEAST_PLAYING, cores - coaching), POLITENESS, patient=SLOW)
        self.coaching = ChildPool(coaching, 2 * POLITENESS, patient=Urgency.REVIEW)

    @property
    def waiting(self) -> int:
        """Thoughts that have been asked for and not begun yet."""
        return self.playing.waiting + self.coaching.waiting

    async def choose(self, game: AnyGame, state: Any, level: str, party: Party = NOBODY) -> str:
        """The move of a player of this level, against a guest."""
        urgency = SLOW if is_slow(game.name, level) else QUICK
        return await self.playing.run(urgency, choose, game, state, level, party=party)

    async def weigh(
        self,
        game: AnyGame,
        state: Any,
        urgency: Urgency = Urgency.WORTH,
        party: Party = NOBODY,
    ) -> Worth:
        """What each legal move is worth."""
        return await self.coaching.run(urgency, weigh, game, state, party=party)

    async def weigh_start(self, game: AnyGame, party: Party = NOBODY) -> float | None:
        """What a new game is worth to seat 0, for a review; None if nobody can say."""
        return await self.coaching.run(Urgency.REVIEW, worth_of_start, game, party=party)

    def close(self) -> None:
        """End the child processes."""
        self.playing.close()
        self.coaching.close()


def choose(game: AnyGame, state: Any, level: str) -> str:
    """In a child: the move of a player of this level."""
    return find_level(game.name, level)(game, state, Random())


def weigh(game: AnyGame, state: Any) -> Worth:
    """In a child: what each legal move is worth."""
    return find_weigher(game.name)(game, state)
