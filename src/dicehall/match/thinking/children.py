"""Child processes that do work for this one, the most urgent first."""

import asyncio
import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from heapq import heappop, heappush
from itertools import count
from typing import Any, TypeVar

from dicehall.match.live.parent import end_with_parent

Answer = TypeVar("Answer")


class ChildPool:
    """At most so many child processes, which start when they are needed. What waits for one of them
    waits here, so that it can still be overtaken or called off."""

    def __init__(self, most: int, politeness: int) -> None:
        self._idle = most
        self._most = most
        self._politeness = politeness
        self._pool: ProcessPoolExecutor | None = None
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._numbers = count()
        self._closed = False

    @property
    def waiting(self) -> int:
        """How much work waits for a child."""
        return len(self._waiting)

    async def run(self, urgency: int, work: Callable[..., Answer], *about: Any) -> Answer:
        """What the work comes to. A lower `urgency` comes first, of equals whoever asked first.

        Whoever goes away calls it off, unless a child has begun.
        """
        await self._turn(urgency)
        running = asyncio.create_task(self._run(work, *about))
        running.add_done_callback(self._done)  # a child that has begun is busy until it is done
        return await asyncio.shield(running)

    def close(self) -> None:
        """End the child processes, whatever they work on: nobody waits for it any more.

        Left to themselves they would finish it first, and one that is idle can miss that it is
        over: then this process would never end.
        """
        self._closed = True
        children = list((self._pool._processes or {}).values()) if self._pool else []
        self._let_go()
        for child in children:
            child.terminate()

    async def _turn(self, urgency: int) -> None:
        """Wait for an idle child."""
        if self._idle:
            self._idle -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heappush(self._waiting, (urgency, next(self._numbers), turn))
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # its turn came at the same moment
                self._pass_on()
            raise

    def _done(self, running: "asyncio.Task[Any]") -> None:
        if not running.cancelled():
            running.exception()  # nobody may be left to hear of it
        self._pass_on()

    def _pass_on(self) -> None:
        """A child is idle: whoever is most urgent, and has not gone away, has it."""
        while self._waiting:
            turn = heappop(self._waiting)[2]
            if not turn.cancelled():
                turn.set_result(None)
                return
        self._idle += 1

    async def _run(self, work: Callable[..., Answer], *about: Any) -> Answer:
        loop = asyncio.get_running_loop()
        pool = self._started()
        try:
            return await loop.run_in_executor(pool, work, *about)
        except BrokenProcessPool:  # a child was killed: new ones work again
            if self._closed:
                raise
            if pool is self._pool:  # unless they have been started for somebody else already
                self._let_go()
            return await loop.run_in_executor(self._started(), work, *about)

    def _let_go(self) -> None:
        if self._pool:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def _started(self) -> ProcessPoolExecutor:
        if self._closed:
            raise BrokenProcessPool("the house is closed")
        if self._pool is None:
            spawn = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(
                self._most, spawn, initializer=_follow_parent, initargs=(self._politeness,)
            )
        return self._pool


def _follow_parent(politeness: int) -> None:
    """In the child: leave Ctrl-C to the parent, step back for it, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(politeness)
    end_with_parent(lambda: os._exit(1))
