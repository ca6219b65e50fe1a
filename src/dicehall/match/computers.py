"""Computer players, thinking in a child process so that nobody else waits for them."""

import asyncio
import multiprocessing
import os
import signal
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from random import Random
from threading import Thread
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
        pool = self._started()
        try:
            return await loop.run_in_executor(pool, _choose, game, state, level)
        except BrokenProcessPool:  # the child was killed: a new one thinks again
            if pool is self._pool:  # unless it has been started for somebody else already
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
            self._pool = ProcessPoolExecutor(1, mp_context=spawn, initializer=_follow_parent)
        return self._pool


def _follow_parent() -> None:
    """In the child: leave Ctrl-C to the parent, and end with it even if it was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent
    parent.join()
    os._exit(1)


def _choose(game: AnyGame, state: Any, level: str) -> str:
    return find_level(game.name, level)(game, state, Random())
