"""A pool of child processes that serves urgent work first, and clients fairly."""

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

from dicehall.match.background import end_with_parent
from dicehall.match.fair_queue import FairQueue
from dicehall.match.networks import NOBODY, Party

Result = TypeVar("Result")


class ChildPool:
    """Up to `most` child processes, started on demand. Waiting work is queued here, so that more
    urgent work can overtake it and it can be cancelled.

    Work whose urgency is `patient` or higher is slow: if there are several children, it leaves one
    free for other work.
    """

    def __init__(self, most: int, niceness: int, patient: int = sys.maxsize) -> None:
        self._idle = most
        self._most = most
        self._patient = patient
        self._places_for_patient = max(1, most - 1)
        self._niceness = niceness
        self._pool: ProcessPoolExecutor | None = None
        self._waiting: FairQueue[tuple[int, asyncio.Future[None]]] = FairQueue()
        self._closed = False

    @property
    def waiting(self) -> int:
        """The number of calls that wait for a child."""
        return len(self._waiting)

    async def run(
        self, urgency: int, work: Callable[..., Result], *arguments: Any, party: Party = NOBODY
    ) -> Result:
        """Run `work` in a child, on behalf of a party. A lower `urgency` comes first; `FairQueue`
        orders equal ones. A call that is cancelled while it waits is never run."""
        await self._turn(urgency, party)
        running = asyncio.create_task(self._run(work, *arguments))
        # A child stays busy until its work is done, even if the caller has gone.
        running.add_done_callback(partial(self._done, urgency))
        return await asyncio.shield(running)

    def close(self) -> None:
        """Terminate the child processes and discard their work.

        Without that they would finish their work first, and an idle one can miss the shutdown, so
        that this process would never exit.
        """
        self._closed = True
        children = list((self._pool._processes or {}).values()) if self._pool else []
        self._shut_down()
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
            if not turn.cancelled():  # it got a child at the same time
                self._release(urgency)
            raise

    def _done(self, urgency: int, running: "asyncio.Task[Any]") -> None:
        if not running.cancelled():
            running.exception()  # retrieved, or asyncio warns if the caller has gone
        self._release(urgency)

    def _release(self, urgency: int) -> None:
        self._idle += 1
        self._places_for_patient += urgency >= self._patient
        self._assign()

    def _assign(self) -> None:
        """Give idle children to the next calls in the queue."""
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

    async def _run(self, work: Callable[..., Result], *arguments: Any) -> Result:
        loop = asyncio.get_running_loop()
        pool = self._started()
        try:
            return await loop.run_in_executor(pool, work, *arguments)
        except BrokenProcessPool:  # a child was killed: retry with new ones
            if self._closed:
                raise
            if pool is self._pool:  # unless another call has already replaced them
                self._shut_down()
            return await loop.run_in_executor(self._started(), work, *arguments)

    def _shut_down(self) -> None:
        if self._pool:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def _started(self) -> ProcessPoolExecutor:
        if self._closed:
            raise BrokenProcessPool("the server has stopped")
        if self._pool is None:
            spawn = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(
                self._most, spawn, initializer=_follow_parent, initargs=(self._niceness,)
            )
        return self._pool


def _follow_parent(niceness: int) -> None:
    """In the child: ignore Ctrl-C, lower the priority, and exit with the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(niceness)
    end_with_parent(lambda: os._exit(1))
