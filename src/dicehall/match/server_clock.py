"""The server's clock, which detects jumps.

If the clock was set, or the machine or this process slept, nobody could play meanwhile. Time limits
then start over as if the server had just started.
"""

import asyncio
import logging
import time
from collections.abc import Callable

JUMP_SECONDS = 2.0
"""How far wall time may drift from the monotonic clock before it counts as set."""

TICK_SECONDS = 5.0
GAP_SECONDS = 15.0
"""After this long without a tick, the process counts as having slept."""

log = logging.getLogger(__name__)


class ServerClock:
    """`since` is when the server started, or when its clock last jumped."""

    def __init__(
        self, wall: Callable[[], float] = time.time, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._wall = wall
        self._monotonic = monotonic
        self._last_reading = monotonic(), wall()
        self._ticked: float | None = None
        self.since = self._last_reading[1]

    def now(self) -> float:
        """Seconds since 1970. Also detects a jump since the last call."""
        passed, shown = self._monotonic(), self._wall()
        before, shown_before = self._last_reading
        self._last_reading = passed, shown
        slept = self._ticked is not None and passed - self._ticked > GAP_SECONDS
        if slept or abs((shown - shown_before) - (passed - before)) > JUMP_SECONDS:
            log.warning("clock jump or sleep detected; time limits start over")
            self.since = shown
        if slept:
            self._ticked = passed
        return shown

    def timestamp(self) -> float:
        """The time rounded to milliseconds, as events store it."""
        return round(self.now(), 3)

    async def keep_ticking(self) -> None:
        """Read the clock every few seconds, so that a long gap shows that the process slept."""
        while True:
            self.now()
            self._ticked = self._monotonic()
            await asyncio.sleep(TICK_SECONDS)
