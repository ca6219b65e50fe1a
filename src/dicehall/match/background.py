"""Background tasks: one that breaks is logged, and begins again."""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

FIRST_PAUSE_SECONDS = 0.5
LONGEST_PAUSE_SECONDS = 60.0
CANCEL_AGAIN_SECONDS = 0.5

log = logging.getLogger(__name__)


def start_supervised(
    name: str, run: Callable[[], Coroutine[Any, Any, None]]
) -> "asyncio.Task[None]":
    """Start a task that ends when `run` returns or is cancelled; if it raises, it begins again."""
    return asyncio.create_task(_supervise(name, run), name=name)


async def cancel_all(tasks: "Iterable[asyncio.Task[None]]") -> None:
    """Cancel tasks until all are over: a cancellation that comes while a database answers, or just
    as a time limit ends, can be lost."""
    left = set(tasks)
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=CANCEL_AGAIN_SECONDS)


async def _supervise(name: str, run: Callable[[], Coroutine[Any, Any, None]]) -> None:
    pause = FIRST_PAUSE_SECONDS
    while True:
        began = time.monotonic()
        try:
            return await run()
        except Exception:
            log.exception("%s broke, and begins again", name)
        if time.monotonic() - began > LONGEST_PAUSE_SECONDS:
            pause = FIRST_PAUSE_SECONDS
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE_SECONDS)
