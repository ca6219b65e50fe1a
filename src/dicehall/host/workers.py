"""Worker processes, and the parent that starts them, replaces those that die, and forwards their
envelopes. All accept from one listening socket, so no connection is lost when a worker dies."""

import logging
import multiprocessing
import os
import signal
import socket
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from time import monotonic, sleep

from prometheus_client import multiprocess

from dicehall.game.messages import translatable
from dicehall.host.logs import start_logs
from dicehall.host.metrics import SHARED, serve_metrics
from dicehall.host.node import CannotServe, serve_here
from dicehall.host.settings import Settings
from dicehall.match.background import end_with_parent
from dicehall.match.bus.workers import receive_all, send_to

OPEN = b"open"
"""The message of a worker that is ready; all other messages are envelopes."""
PAUSE_SECONDS = 1.0
"""If a worker dies within this time, its successor waits this long before it serves."""

MOST_FAILED_STARTS = 3
"""After more failed starts in a row than this, the server gives up."""

log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Worker:
    process: SpawnProcess
    wire: socket.socket
    hired_at: float
    open: bool = False


class Workers:
    """The workers of a server. `opened` is called once all of them are ready."""

    def __init__(
        self, settings: Settings, listening: socket.socket, opened: Callable[[], None]
    ) -> None:
        if sys.platform == "win32":
            raise CannotServe(translatable("several workers cannot share an address on Windows"))
        self.settings = settings
        self.listening = listening
        self.opened = opened
        self._workers: list[_Worker] = []
        self._stopped_by: int | None = None
        self._announced = False
        self._failed_starts = 0

    def run(self) -> None:
        """Keep the workers running until this process is told to stop."""
        with tempfile.TemporaryDirectory(prefix="dicehall-") as folder:
            if self.settings.metrics:
                os.environ[SHARED] = folder
                serve_metrics(self.settings.metrics)
            for number in (signal.SIGTERM, signal.SIGINT):
                signal.signal(number, self._stop)
            for _ in range(self.settings.workers):
                self._start_worker()
            while self._workers:
                self._turn()
        if self._stopped_by == signal.SIGINT:
            raise KeyboardInterrupt

    def _stop(self, number: int, _: object) -> None:
        self._stopped_by = number
        self.listening.close()  # otherwise clients would wait for workers that have stopped
        for worker in self._workers:
            worker.process.terminate()

    def _turn(self) -> None:
        """Handle the next envelopes or deaths of workers."""
        by_wire = {worker.wire: worker for worker in self._workers}
        by_end = {worker.process.sentinel: worker for worker in self._workers}
        for ready in wait([*by_wire, *by_end]):
            if isinstance(ready, socket.socket):
                self._hand_round(by_wire[ready])
            elif isinstance(ready, int):
                self._replace(by_end[ready])

    def _hand_round(self, sender: _Worker) -> None:
        others = [worker.wire for worker in self._workers if worker is not sender]
        for envelope in receive_all(sender.wire):
            if envelope == OPEN:
                self._open(sender)
            else:
                send_to(envelope, others)

    def _open(self, worker: _Worker) -> None:
        worker.open = True
        self._failed_starts = 0
        if not self._announced and all(worker.open for worker in self._workers):
            self._announced = True
            self.opened()

    def _replace(self, worker: _Worker) -> None:
        self._workers.remove(worker)
        worker.process.join()
        worker.wire.close()
        if self.settings.metrics and worker.process.pid:
            multiprocess.mark_process_dead(worker.process.pid)  # type: ignore[no-untyped-call]
        if self._stopped_by is not None:
            return
        ended = translatable(
            "worker %(worker)s exited with code %(exitcode)s",
            worker=str(worker.process.pid),
            exitcode=str(worker.process.exitcode),
        )
        self._failed_starts += not worker.open
        if not self._announced and self._failed_starts > MOST_FAILED_STARTS:
            self._stop(signal.SIGTERM, None)
            raise CannotServe(translatable("the server cannot start: %(ended)s", ended=ended))
        log.error("%s; starting a replacement", ended)
        brief = monotonic() - worker.hired_at < PAUSE_SECONDS
        self._start_worker(pause=PAUSE_SECONDS if brief else 0)

    def _start_worker(self, pause: float = 0) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
        ours.setblocking(False)
        process = multiprocessing.get_context("spawn").Process(
            target=_work, args=(self.settings, self.listening, theirs, pause), name="worker"
        )
        process.start()
        theirs.close()
        self._workers.append(_Worker(process, ours, monotonic()))


def _work(settings: Settings, listening: socket.socket, wire: socket.socket, pause: float) -> None:
    """In a worker: serve, leave Ctrl-C to the parent, and exit with it."""
    signal.signal(signal.SIGINT, lambda *_: sys.exit(0))
    end_with_parent(lambda: os.kill(os.getpid(), signal.SIGTERM))
    start_logs(settings.log, settings.log_level)
    sleep(pause)
    serve_here(settings, listening, lambda: send_to(OPEN, [wire]), wire)
