"""A house of its own for a measurement: a child process on any free port, with its own data."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

NO_LIMIT = 1_000_000_000


@dataclass(frozen=True, slots=True)
class BenchHouse:
    """A running house, and what it has used so far."""

    port: int
    pid: int

    def cpu_seconds(self) -> float:
        """The time that cores have worked for it and for its children."""
        return sum(map(_cpu_seconds, self._processes()))

    def memory(self) -> int:
        """The bytes of memory that it and its children have."""
        return sum(map(_memory, self._processes()))

    def _processes(self) -> list[int]:
        threads = Path(f"/proc/{self.pid}/task").glob("*/children")
        children = [int(child) for thread in threads for child in thread.read_text().split()]
        return [self.pid, *children]


def _cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory(pid: int) -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    raise RuntimeError("this system does not tell how much memory a process has")


@contextmanager
def bench_house(*options: str) -> Iterator[BenchHouse]:
    """A house with these options of `dicehall serve`, closed at the end of the block."""
    with TemporaryDirectory() as folder:
        command = [
            sys.executable, "-m", "dicehall", "serve", "--port", "0", "--no-open",
            "--data", folder, "--limit", str(NO_LIMIT), *options,
        ]  # fmt: skip
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            try:
                assert process.stdout
                said = process.stdout.readline()
                address = next(word for word in said.split() if word.startswith("http"))
                yield BenchHouse(int(address.rstrip("/").rpartition(":")[2]), process.pid)
            finally:
                process.terminate()
