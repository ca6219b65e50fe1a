"""Runs work in child processes that end with their parent."""

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
    """Apply `work` to each part and yield the results in order; one child process per core, or
    `jobs`."""
    spawn = multiprocessing.get_context("spawn")
    parent_pipe, ours = spawn.Pipe(duplex=False)
    count = min(jobs or core_count(), len(parts))
    with (
        parent_pipe,
        ours,
        ProcessPoolExecutor(count, spawn, _exit_with_parent, (parent_pipe,)) as pool,
    ):
        with _block_interrupts():
            tasks = [pool.submit(work, *part) for part in parts]
        try:
            for task in tasks:
                yield task.result()
        except BaseException:
            ours.close()  # do not wait for unfinished work
            raise


@contextmanager
def _block_interrupts() -> Iterator[None]:
    """Processes started in this block ignore Ctrl-C from the start and leave it to their parent."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _exit_with_parent(parent_pipe: Connection) -> None:
    """In a child: exit, ending its bots too, when the parent closes the pipe or dies."""

    def wait() -> None:
        parent_pipe.poll(None)
        end_bots()
        os._exit(1)

    Thread(target=wait, daemon=True).start()
