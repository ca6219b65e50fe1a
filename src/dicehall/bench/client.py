"""A client for load tests: one connection, kept open, with as little work as possible."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlencode

import msgspec
import psutil

from dicehall.game.messages import translatable
from dicehall.game.refused import Refused

FORM = {"Content-Type": "application/x-www-form-urlencoded", "X-Part": "table"}
PATIENCE_SECONDS = 600.0
"""The first use of a compiled kernel compiles it."""


class LoadClient:
    """A guest that never sends anything twice.

    It writes HTTP by hand, as the standard library's client would cost as much as the server; it
    understands exactly what our server sends.
    """

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._identity: dict[str, str] = {}
        self._reading: set[asyncio.Task[None]] = set()

    @classmethod
    async def arrive(cls, port: int) -> "LoadClient":
        """A new guest of the server at this port."""
        client = cls(*await asyncio.open_connection("127.0.0.1", port))
        token = (await client.ask("POST", "/api/guests"))["token"]
        client._identity = {"Authorization": f"Bearer {token}"}
        return client

    async def ask(self, method: str, path: str, data: object = None) -> Any:
        """The decoded response to a JSON request; any status but success is an error."""
        body = b"" if data is None else msgspec.json.encode(data)
        return msgspec.json.decode(await self._send(method, path, body))

    async def submit(self, path: str, fields: dict[str, str]) -> str:
        """The response to a form sent by a page's script: the part of the page that changes."""
        return (await self._send("POST", path, urlencode(fields).encode(), FORM)).decode()

    async def watch(self, path: str) -> None:
        """Listen to a stream until `leave`; until then, the client can make no other request."""
        self._write("GET", path, b"", {})
        await self._reader.readuntil(b"retry")

        async def read() -> None:
            while await self._reader.read(65_536):
                pass

        self._reading.add(asyncio.create_task(read()))

    def leave(self) -> None:
        """Stop listening."""
        for task in self._reading:
            task.cancel()
        self._writer.close()

    async def _send(
        self, method: str, path: str, body: bytes, headers: dict[str, str] | None = None
    ) -> bytes:
        self._write(method, path, body, headers or {"Content-Type": "application/json"})
        async with asyncio.timeout(PATIENCE_SECONDS):
            head = (await self._reader.readuntil(b"\r\n\r\n")).lower()
            length = head.partition(b"\r\ncontent-length:")[2].partition(b"\r\n")[0]
            response = await self._reader.readexactly(int(length))
        if int(head.split(b" ", 2)[1]) >= 300:
            raise RuntimeError(f"{method} {path}: {response[:200].decode(errors='replace')}")
        return response

    def _write(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> None:
        named = {"Host": "127.0.0.1", "Content-Length": str(len(body)), **headers, **self._identity}
        lines = "".join(f"{name}: {value}\r\n" for name, value in named.items())
        self._writer.write(f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode() + body)


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
