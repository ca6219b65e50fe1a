"""Child processes that do work for this one: the most urgent first, and fairly among clients."""

import asyncio
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import Any, TypeVar

from dicehall.match.fair_queue import FairQueue
from dicehall.match.networks import NOBODY, Party
from dicehall.match.parent_process import end_with_parent

Answer = TypeVar("Answer")


class ChildPool:
    """At most `most` child processes, which start when they are needed. Work that waits for one of
    them waits here, so that it can still be overtaken or cancelled.

    Work whose urgency is `patient` or higher takes long: it leaves one child to other work, if
    there are several.
    """

    def __init__(self, most: int, politeness: int, patient: int = sys.maxsize) -> None:
        self._idle = most
        self._most = most
        self._patient = patient
        self._places_for_patient = max(1, most - 1)
        self._politeness = politeness
        self._pool: ProcessPoolExecutor | None = None
        self._waiting: FairQueue[tuple[int, asyncio.Future[None]]] = FairQueue()
        self._closed = False

    @property
    def waiting(self) -> int:
        """How much work waits for a child."""
        return len(self._waiting)

    async def run(
        self, urgency: int, work: Callable[..., Answer], *about: Any, party: Party = NOBODY
    ) -> Answer:
        """The result of the work, done for a party. A lower `urgency` comes first; for equal
        urgency, see `FairQueue`.

        Work that is cancelled while it waits is not done.
        """
        await self._turn(urgency, party)
        running = asyncio.create_task(self._run(work, *about))
        # A child that has begun is busy until it is done, whether or not anybody still waits.
        running.add_done_callback(partial(self._done, urgency))
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

    async def _turn(self, urgency: int, party: Party) -> None:
        """Wait for an idle child, and take it."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.push(urgency, party, (urgency, turn))
        self._assign()
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # its turn came at the same moment
                self._release(urgency)
            raise

    def _done(self, urgency: int, running: "asyncio.Task[Any]") -> None:
        if not running.cancelled():
            running.exception()  # nobody may be left to hear of it
        self._release(urgency)

    def _release(self, urgency: int) -> None:
        self._idle += 1
        self._places_for_patient += urgency >= self._patient
        self._assign()

    def _assign(self) -> None:
        """Give idle children to those whose turn it is."""
        while self._idle:
            below = None if self._places_for_patient else self._patient
            found = self._waiting.pop(below)
            if found is None:
                return
            urgency, turn = found
            if not turn.cancelled():
                self._idle -= 1
                self._places_for_patient -= urgency >= self._patient
                turn.set_result(None)

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
            raise BrokenProcessPool("the server has stopped")
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
