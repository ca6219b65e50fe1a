"""Bells that ring when a moment has come, at most one for each match."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

LATE_SECONDS = 0.05
"""A bell rings after its moment, never before."""


@dataclass(slots=True)
class _Bell:
    moment: float
    handle: asyncio.TimerHandle


class Bells:
    """Awaits `ring(match_id)` at the moments that were set."""

    def __init__(self, now: Callable[[], float], ring: Callable[[str], Awaitable[None]]) -> None:
        self._now = now
        self._ring = ring
        self._bells: dict[str, _Bell] = {}
        self._ringing: set[asyncio.Task[None]] = set()

    def set(self, match_id: str, moment: float | None) -> None:
        """Ring at this moment and at no other; None for never."""
        bell = self._bells.get(match_id)
        if (bell.moment if bell else None) == moment:
            return
        self.silence(match_id)
        if moment is not None:
            wait = max(moment - self._now(), 0) + LATE_SECONDS
            handle = asyncio.get_running_loop().call_later(wait, self._start, match_id)
            self._bells[match_id] = _Bell(moment, handle)

    def silence(self, match_id: str) -> None:
        """Let the bell of a match be."""
        if bell := self._bells.pop(match_id, None):
            bell.handle.cancel()

    async def close(self) -> None:
        """Silence them all."""
        for match_id in tuple(self._bells):
            self.silence(match_id)
        for task in self._ringing:
            task.cancel()
        await asyncio.gather(*self._ringing, return_exceptions=True)

    def _start(self, match_id: str) -> None:
        del self._bells[match_id]
        task = asyncio.ensure_future(self._ring(match_id))
        self._ringing.add(task)
        task.add_done_callback(self._ringing.discard)
