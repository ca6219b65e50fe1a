"""Work in child processes, which end with whoever has asked for it."""

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any, TypeVar

from dicehall.players.bots.command import end_bots
from dicehall.solving.resources import core_count

Done = TypeVar("Done")


def in_children(
    work: Callable[..., Done], parts: Sequence[tuple[Any, ...]], jobs: int = 0
) -> Generator[Done, None, None]:
    """What comes of the parts, in their order; one child for each core, or so many `jobs`."""
    spawn = multiprocessing.get_context("spawn")
    lifeline, ours = spawn.Pipe(duplex=False)
    count = min(jobs or core_count(), len(parts))
    with lifeline, ours, ProcessPoolExecutor(count, spawn, _hold, (lifeline,)) as pool:
        with _deaf_to_interrupts():
            tasks = [pool.submit(work, *part) for part in parts]
        try:
            for task in tasks:
                yield task.result()
        except BaseException:
            ours.close()  # nobody waits for what the children have begun
            raise


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Processes that start in this block leave Ctrl-C to their parent, from their first moment."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _hold(lifeline: Connection) -> None:
    """In a child: end when the parent closes its end of the lifeline, or is gone; the bots that
    this child has asked end with it."""

    def wait() -> None:
        lifeline.poll(None)
        end_bots()
        os._exit(1)

    Thread(target=wait, daemon=True).start()
