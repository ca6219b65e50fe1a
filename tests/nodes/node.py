"""Nodes with their PostgreSQL and Redis servers, which tests may kill and restart."""

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from support.processes import bound

CHILD = Path(__file__).with_name("node_child.py")
POSTGRES_BINARIES = sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1:]


def free_port() -> int:
    with socket.socket() as chosen:
        chosen.bind(("127.0.0.1", 0))
        return int(chosen.getsockname()[1])


@dataclass
class Node:
    """`dicehall serve` with these options; after a restart it listens at the same address.

    `changes` are names in the program and the values that this node has for them.
    """

    options: list[str]
    changes: dict[str, object] = field(default_factory=dict)
    port: int = 0
    environment: dict[str, str] = field(default_factory=dict)
    process: subprocess.Popen[str] = field(init=False)
    log: Path = field(init=False)

    def __post_init__(self) -> None:
        self.log = Path(tempfile.mkstemp(prefix="node-")[1])
        self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def launch(self) -> None:
        """Start it, and do not wait until it is open."""
        command = [sys.executable, str(CHILD)]
        command += [f"{name}={value}" for name, value in self.changes.items()]
        command += ["serve", "--no-open", "--port", str(self.port), "--limit", "1000000"]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        self.process = subprocess.Popen(
            bound(*command, *self.options),
            stdout=subprocess.PIPE,
            stderr=self.log.open("a"),
            text=True,
            env={**environment, **self.environment},
        )

    def wait_open(self) -> None:
        assert self.process.stdout
        line = self.process.stdout.readline()
        found = re.search(r"http://(?:127\.0\.0\.1|\[::1\]):(\d+)/", line)
        assert found, f"the node said {line!r} and {self.log.read_text()}"
        self.port = int(found[1])

    def start(self) -> None:
        self.launch()
        self.wait_open()

    def kill(self) -> None:
        """kill -9."""
        self.process.kill()
        self.process.wait(timeout=60)

    def stop(self) -> int:
        """Ask it to close; its exit code."""
        self.process.terminate()
        return self.process.wait(timeout=60)

    def end(self) -> None:
        """After a test: be gone, and leave nothing behind."""
        if self.process.poll() is None:
            self.stop()
        self.log.unlink(missing_ok=True)


@dataclass
class OwnRedis:
    """A Redis server of the test's own."""

    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = ["redis-server", "--port", str(self.port), "--save", "", "--appendonly", "no"]
        self.process = subprocess.Popen(
            bound(*command, "--bind", "127.0.0.1"),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        wait_for_port(self.port)

    def kill(self) -> None:
        assert self.process
        self.process.kill()
        self.process.wait()


@dataclass
class OwnPostgres:
    """A PostgreSQL cluster of the test's own; never run as root."""

    folder: Path
    port: int = field(default_factory=free_port)

    @property
    def url(self) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}"

    def make(self) -> None:
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres")
        self._run("initdb", "-D", self._data, "-U", "postgres", "-A", "trust", "-N")

    def start(self) -> None:
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -k {self.folder}"
        options += " -c shared_buffers=16MB -c max_connections=50"
        self._run("pg_ctl", "-D", self._data, "-w", "-o", options, "-l", self._log, "start")

    def stop(self, mode: str = "immediate") -> None:
        """`immediate` is a crash: what was committed must be in its log."""
        self._run("pg_ctl", "-D", self._data, "-w", "-m", mode, "stop")

    @property
    def _data(self) -> str:
        return str(self.folder / "data")

    @property
    def _log(self) -> str:
        return str(self.folder / "log")

    def _run(self, program: str, *arguments: str) -> None:
        become = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        command = [str(POSTGRES_BINARIES[0] / program), *arguments]
        if os.geteuid() == 0:
            command = [*become, *command]
        subprocess.run(command, check=True, cwd=self.folder, stdout=subprocess.DEVNULL, timeout=120)


@contextmanager
def own_redis() -> Iterator[OwnRedis]:
    if not shutil.which("redis-server"):
        missing("redis-server")
    redis = OwnRedis()
    redis.start()
    try:
        yield redis
    finally:
        redis.kill()


@contextmanager
def own_postgres() -> Iterator[OwnPostgres]:
    if not POSTGRES_BINARIES:
        missing("the programs of a PostgreSQL server")
    with tempfile.TemporaryDirectory(prefix="dicehall-postgres-") as folder:
        server = OwnPostgres(Path(folder))
        server.make()
        server.start()
        try:
            yield server
        finally:
            server.stop()


def missing(what: str) -> None:
    """Skip the test, and say why; where CI is set, everything must be there."""
    assert "CI" not in os.environ, f"there is no {what} here"
    pytest.skip(f"skipped: there is no {what} here")


def wait_for_port(port: int, seconds: float = 30) -> None:
    until = time.monotonic() + seconds
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=5).close()
            return
        except OSError:
            assert time.monotonic() < until, f"nobody listens at {port}"
            time.sleep(0.02)
