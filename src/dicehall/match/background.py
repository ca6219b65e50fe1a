"""Background tasks that are restarted when they fail, and retrying in general."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from functools import partial
from threading import Thread
from typing import Any, ParamSpec, Protocol, TypeVar

FIRST_PAUSE_SECONDS = 0.5
LONGEST_PAUSE_SECONDS = 60.0
CANCEL_AGAIN_SECONDS = 0.5

log = logging.getLogger(__name__)

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


class Offload(Protocol):
    """Runs slow work, off the event loop if possible."""

    def __call__(
        self,
        work: Callable[Parameters, Result],
        /,
        *args: Parameters.args,
        **named: Parameters.kwargs,
    ) -> Coroutine[Any, Any, Result]: ...


in_thread: Offload = asyncio.to_thread


async def in_place(
    work: Callable[Parameters, Result], /, *args: Parameters.args, **named: Parameters.kwargs
) -> Result:
    """Run the work immediately, where there are no threads."""
    return work(*args, **named)


def start_supervised(
    name: str, run: Callable[[], Coroutine[Any, Any, None]]
) -> "asyncio.Task[None]":
    """Start a task that ends when `run` returns or is cancelled; if it raises, it is restarted."""
    report = partial(log.exception, "%s failed; restarting", name)
    return asyncio.create_task(retry(run, (Exception,), report=report), name=name)


async def retry(
    run: Callable[[], Awaitable[Result]],
    failures: tuple[type[Exception], ...],
    *,
    longest_pause: float | None = None,
    report: Callable[[], object] = lambda: None,
) -> Result:
    """Call `run` until it raises none of these `failures`. Each pause is twice as long as the last
    one, up to `longest_pause` seconds; after a run that lasted, the pauses start over."""
    longest = LONGEST_PAUSE_SECONDS if longest_pause is None else longest_pause
    pause = min(FIRST_PAUSE_SECONDS, longest)
    while True:
        began = time.monotonic()
        try:
            return await run()
        except failures:
            report()
        if time.monotonic() - began > LONGEST_PAUSE_SECONDS:
            pause = min(FIRST_PAUSE_SECONDS, longest)
        await asyncio.sleep(pause)
        pause = min(2 * pause, longest)


async def cancel_all(tasks: "Iterable[asyncio.Task[None]]") -> None:
    """Cancel tasks until all have ended. A single cancellation can be lost if it arrives while a
    database answers, or just as a timeout expires."""
    left = set(tasks)
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=CANCEL_AGAIN_SECONDS)


def end_with_parent(end: Callable[[], object]) -> None:
    """In a child: call `end` when the parent has exited."""
    from multiprocessing import parent_process  # a browser has no processes

    parent = parent_process()
    assert parent

    def wait() -> None:
        parent.join()
        end()

    Thread(target=wait, daemon=True).start()
