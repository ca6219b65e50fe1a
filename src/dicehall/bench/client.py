"""A small HTTP client for loads: one connection, kept open, as little work as possible."""

import asyncio
from typing import Any
from urllib.parse import urlencode

import msgspec

JSON = "Content-Type: application/json"
FORM = "Content-Type: application/x-www-form-urlencoded\r\nX-Part: table"
READ_BYTES = 65_536


class Client:
    """A guest that talks JSON with the house over one connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._token = ""

    @classmethod
    async def arrive(cls, port: int) -> "Client":
        """A new guest of the house at this port."""
        client = cls(*await asyncio.open_connection("127.0.0.1", port))
        client._token = (await client.ask("POST", "/api/guests"))["token"]
        return client

    async def ask(self, method: str, path: str, data: object = None) -> Any:
        """The answer to a request; anything but success is an error."""
        self._send(method, path, b"" if data is None else msgspec.json.encode(data))
        return msgspec.json.decode(await self._receive(f"{method} {path}"))

    async def fetch(self, path: str) -> str:
        """A page."""
        self._send("GET", path, b"")
        return (await self._receive(path)).decode()

    async def submit(self, path: str, fields: dict[str, str]) -> str:
        """The answer to a form that the script of a page sends: the part that changes."""
        self._send("POST", path, urlencode(fields).encode(), FORM)
        return (await self._receive(path)).decode()

    async def watch(self, path: str) -> None:
        """Begin to listen; what comes is not read."""
        self._send("GET", path, b"")
        head = await self._reader.readuntil(b"\r\n\r\n")
        assert b" 200 " in head

    async def drain(self) -> None:
        """Read whatever comes, until it ends."""
        while await self._reader.read(READ_BYTES):
            pass

    async def _receive(self, asked: str) -> bytes:
        head = (await self._reader.readuntil(b"\r\n\r\n")).lower()
        length = head.partition(b"content-length:")[2].partition(b"\r\n")[0]
        body = await self._reader.readexactly(int(length))
        if not head.startswith(b"http/1.1 2"):
            raise RuntimeError(f"{asked}: {body[:200].decode(errors='replace')}")
        return body

    def _send(self, method: str, path: str, body: bytes, kind: str = JSON) -> None:
        bearer = f"Authorization: Bearer {self._token}\r\n" if self._token else ""
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{bearer}"
            f"{kind}\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        self._writer.write(head.encode() + body)
