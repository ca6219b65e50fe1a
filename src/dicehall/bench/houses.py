"""Starts a server for a benchmark: a child process on a free port, with its own data."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from tempfile import TemporaryDirectory

import psutil

from dicehall.game.messages import translatable
from dicehall.game.refused import Refused

NO_LIMIT = 1_000_000_000


@dataclass(frozen=True, slots=True)
class BenchServer:
    """A running server and the resources it has used."""

    port: int
    pid: int

    def cpu_seconds(self) -> float:
        """The processor time of the server and its children."""
        times = [process.cpu_times() for process in self._processes()]
        return sum(time.user + time.system for time in times)

    def memory(self) -> int:
        """The memory of the server and its children, in bytes."""
        return sum(process.memory_info().rss for process in self._processes())

    def _processes(self) -> list[psutil.Process]:
        server = psutil.Process(self.pid)
        return [server, *server.children()]


@contextmanager
def bench_server(*options: str) -> Iterator[BenchServer]:
    """A server with these options of `dicehall serve`, stopped at the end of the block."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        command = [
            sys.executable, "-m", "dicehall", "serve", "--port", "0", "--no-open",
            "--data", folder, "--limit", str(NO_LIMIT), *options,
        ]  # fmt: skip
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            try:
                assert process.stdout
                line = process.stdout.readline()
                if not line:
                    raise Refused(translatable("the server under test did not start"))
                address = next(word for word in line.split() if word.startswith("http"))
                yield BenchServer(int(address.rstrip("/").rpartition(":")[2]), process.pid)
            finally:
                process.kill()  # its data is temporary
