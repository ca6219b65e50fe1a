"""Computer players, thinking in child processes so that nobody else waits for them."""

import asyncio
import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from random import Random
from typing import Any, TypeVar

from dicehall.game import AnyGame
from dicehall.match.live.parent import end_with_parent
from dicehall.players.levels import find_level, find_weigher
from dicehall.players.worth import Worth

Thought = TypeVar("Thought")

LEAST_CHILDREN = 2
"""One long thought must not hold up everybody else's."""

POLITENESS = 5
"""How much the children step back for the process that serves pages."""


class ThinkingPool:
    """Thinks about moves; child processes start when they are needed, up to one for each core."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    async def choose(self, game: AnyGame, state: Any, level: str) -> str:
        """The move of a player of this level."""
        return await self._think(_choose, game, state, level)

    async def weigh(self, game: AnyGame, state: Any) -> Worth:
        """What each legal move is worth."""
        return await self._think(_weigh, game, state)

    def close(self) -> None:
        """End the child processes."""
        if self._pool:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    async def _think(self, thought: Callable[..., Thought], *about: Any) -> Thought:
        loop = asyncio.get_running_loop()
        pool = self._started()
        try:
            return await loop.run_in_executor(pool, thought, *about)
        except BrokenProcessPool:  # a child was killed: new ones think again
            if pool is self._pool:  # unless they have been started for somebody else already
                self.close()
            return await loop.run_in_executor(self._started(), thought, *about)

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            spawn = multiprocessing.get_context("spawn")
            most = max(LEAST_CHILDREN, os.cpu_count() or 1)
            self._pool = ProcessPoolExecutor(most, mp_context=spawn, initializer=_follow_parent)
        return self._pool


def _follow_parent() -> None:
    """In the child: leave Ctrl-C to the parent, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(POLITENESS)
    end_with_parent(lambda: os._exit(1))


def _choose(game: AnyGame, state: Any, level: str) -> str:
    return find_level(game.name, level)(game, state, Random())


def _weigh(game: AnyGame, state: Any) -> Worth:
    return find_weigher(game.name)(game, state)
