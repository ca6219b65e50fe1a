"""Makes Ctrl-C and SIGTERM stop long computations promptly."""

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
"""After a signal, how long a command may take to stop its children, remove unfinished files and
restore the terminal before the process is ended."""
SHOW_CURSOR = "\x1b[?25h"


@contextmanager
def stopping_at_once() -> Iterator[None]:
    """Stop the block on a signal, and force the process to exit if that takes too long.

    Python handles signals only between bytecode instructions. Compiled kernels, the compiler and
    thread joins can delay that for a long time, so a separate thread waits for the signal too.
    """
    reading, writing = socket.socketpair()
    writing.setblocking(False)
    with writing:
        Thread(target=_force_exit, args=[reading], daemon=True).start()
        old_wakeup_fd = signal.set_wakeup_fd(writing.fileno())
        old_handler = signal.signal(signal.SIGTERM, _exit)
        try:
            yield
        finally:
            signal.signal(signal.SIGTERM, old_handler)
            signal.set_wakeup_fd(old_wakeup_fd)


def _exit(number: int, frame: FrameType | None) -> None:
    sys.exit(128 + number)


def _force_exit(signals: socket.socket) -> None:
    """Wait for a signal, and end the process if it still runs `GRACE_SECONDS` later."""
    with signals:
        number = signals.recv(1)
    if number:
        sleep(GRACE_SECONDS)
        if sys.stderr.isatty():
            print(end=SHOW_CURSOR, file=sys.stderr, flush=True)
        os._exit(128 + number[0])
