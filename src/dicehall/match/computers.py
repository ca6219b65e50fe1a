"""Computer players, thinking in a child process so that nobody else waits for them."""

import asyncio
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from random import Random
from typing import Any

from dicehall.bots.levels import find_level
from dicehall.rules import AnyGame


class Computers:
    """Chooses moves for computer seats; the child process starts with the first of them."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    async def choose(self, game: AnyGame, state: Any, level: str) -> str:
        """The move of a player of this level."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._started(), _choose, game, state, level)
        except BrokenProcessPool:  # the child was killed: a new one thinks again
            self.close()
            return await loop.run_in_executor(self._started(), _choose, game, state, level)

    def close(self) -> None:
        """End the child process."""
        if self._pool:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            spawn = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(max_workers=1, mp_context=spawn)
        return self._pool


def _choose(game: AnyGame, state: Any, level: str) -> str:
    return find_level(game.name, level)(game, state, Random())
