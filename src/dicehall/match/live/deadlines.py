"""Deadlines of matches: at most one for each, met by a timer of the loop."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from functools import partial
from typing import Any

from dicehall.match.background import cancel_all, supervised

LATE_SECONDS = 0.05
"""A deadline is looked at after its moment, never before."""


@dataclass(slots=True)
class _Deadline:
    moment: float
    timer: asyncio.TimerHandle


class Deadlines:
    """Awaits `passed(match_id)` at the moments that were set."""

    def __init__(
        self, now: Callable[[], float], passed: Callable[[str], Coroutine[Any, Any, None]]
    ) -> None:
        self._now = now
        self._passed = passed
        self._deadlines: dict[str, _Deadline] = {}
        self._running: set[asyncio.Task[None]] = set()

    def set(self, match_id: str, moment: float | None) -> None:
        """This moment and no other; None for never."""
        deadline = self._deadlines.get(match_id)
        if (deadline.moment if deadline else None) == moment:
            return
        self.clear(match_id)
        if moment is not None:
            wait = max(moment - self._now(), 0) + LATE_SECONDS
            timer = asyncio.get_running_loop().call_later(wait, self._start, match_id)
            self._deadlines[match_id] = _Deadline(moment, timer)

    def clear(self, match_id: str) -> None:
        """Forget the deadline of a match."""
        if deadline := self._deadlines.pop(match_id, None):
            deadline.timer.cancel()

    async def close(self) -> None:
        """Forget them all."""
        for match_id in tuple(self._deadlines):
            self.clear(match_id)
        await cancel_all(self._running)

    def _start(self, match_id: str) -> None:
        del self._deadlines[match_id]
        looking = partial(self._passed, match_id)
        task = supervised(f"what looks at the time of match {match_id}", looking)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
