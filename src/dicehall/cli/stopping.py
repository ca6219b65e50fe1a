"""Ctrl-C and SIGTERM end a command that computes at once, whatever it is doing."""

import os
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from time import sleep
from types import FrameType

GRACE_SECONDS = 0.5
"""How long children are ended, files taken away and the terminal put right."""
SHOW_CURSOR = "\x1b[?25h"


@contextmanager
def stopping_at_once() -> Iterator[None]:
    """Unwind the block when a signal comes, and leave soon in any case.

    Python hears of a signal between two steps of its own. Kernels, the compiler and threads that
    are waited for may take long to come to that, so a thread of ours is woken as well.
    """
    reading, writing = socket.socketpair()
    writing.setblocking(False)
    with writing:
        Thread(target=_insist, args=[reading], daemon=True).start()
        woken_before = signal.set_wakeup_fd(writing.fileno())
        handled_before = signal.signal(signal.SIGTERM, _leave)
        try:
            yield
        finally:
            signal.signal(signal.SIGTERM, handled_before)
            signal.set_wakeup_fd(woken_before)


def _leave(number: int, frame: FrameType | None) -> None:
    sys.exit(128 + number)


def _insist(signals: socket.socket) -> None:
    """Wait for a signal, and then for the end of this process, but not long."""
    with signals:
        number = signals.recv(1)
    if number:
        sleep(GRACE_SECONDS)
        if sys.stderr.isatty():
            print(end=SHOW_CURSOR, file=sys.stderr, flush=True)
        os._exit(128 + number[0])
