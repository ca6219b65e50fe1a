"""A client for load tests: one connection, kept open, with as little work as possible."""

import asyncio
from typing import Any
from urllib.parse import urlencode

import msgspec

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
        """Listen to a stream until `leave`; the client can make no other request meanwhile."""
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
