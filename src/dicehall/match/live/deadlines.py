"""Deadlines of matches: at most one per match, on a timer of the event loop."""

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from dicehall.match.background import cancel_all, start_supervised

LATE_SECONDS = 0.05
"""Deadlines are checked this late, so that they are never checked too early."""


class Deadlines:
    """Calls `passed(match_id)` when the deadline of a match has passed."""

    def __init__(
        self, now: Callable[[], float], passed: Callable[[str], Coroutine[Any, Any, None]]
    ) -> None:
        self._now = now
        self._passed = passed
        self._deadlines: dict[str, tuple[float, asyncio.TimerHandle]] = {}
        """The time of each deadline, and its timer."""
        self._running: set[asyncio.Task[None]] = set()

    def set(self, match_id: str, at: float | None) -> None:
        """Replace the deadline of a match; None removes it."""
        if self._deadlines.get(match_id, (None,))[0] == at:
            return
        self.clear(match_id)
        if at is not None:
            wait = max(at - self._now(), 0) + LATE_SECONDS
            timer = asyncio.get_running_loop().call_later(wait, self._start, match_id)
            self._deadlines[match_id] = (at, timer)

    def clear(self, match_id: str) -> None:
        """Remove the deadline of a match."""
        if deadline := self._deadlines.pop(match_id, None):
            deadline[1].cancel()

    async def close(self) -> None:
        """Remove all deadlines."""
        for match_id in tuple(self._deadlines):
            self.clear(match_id)
        await cancel_all(self._running)

    def _start(self, match_id: str) -> None:
        del self._deadlines[match_id]
        check = partial(self._passed, match_id)
        task = start_supervised(f"deadline of match {match_id}", check)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
