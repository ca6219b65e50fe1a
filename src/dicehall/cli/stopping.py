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
"""How long a command may take, after a signal, to end its children, remove unfinished files and
restore the terminal; then its process is ended."""
SHOW_CURSOR = "\x1b[?25h"


@contextmanager
def stopping_at_once() -> Iterator[None]:
    """Leave the block when a signal comes, and end the process soon in any case.

    Python handles a signal only between two of its own instructions. Compiled kernels, the compiler
    and waiting for a thread can put that off for long, so a thread of our own hears of it too.
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
    """Wait for a signal; if the process has not ended `GRACE_SECONDS` later, end it."""
    with signals:
        number = signals.recv(1)
    if number:
        sleep(GRACE_SECONDS)
        if sys.stderr.isatty():
            print(end=SHOW_CURSOR, file=sys.stderr, flush=True)
        os._exit(128 + number[0])
