"""A house of its own for a measurement: a child process on any free port, with its own data."""

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
class BenchHouse:
    """A running house, and what it has used so far."""

    port: int
    pid: int

    def cpu_seconds(self) -> float:
        """The time that cores have worked for it and for its children."""
        times = [process.cpu_times() for process in self._processes()]
        return sum(time.user + time.system for time in times)

    def memory(self) -> int:
        """The bytes of memory that it and its children have."""
        return sum(process.memory_info().rss for process in self._processes())

    def _processes(self) -> list[psutil.Process]:
        house = psutil.Process(self.pid)
        return [house, *house.children()]


@contextmanager
def bench_house(*options: str) -> Iterator[BenchHouse]:
    """A house with these options of `dicehall serve`, closed at the end of the block."""
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
                    raise Refused(translatable("the house that was to be measured did not open"))
                address = next(word for word in line.split() if word.startswith("http"))
                yield BenchHouse(int(address.rstrip("/").rpartition(":")[2]), process.pid)
            finally:
                process.kill()  # nothing of it is kept
