"""A small HTTP client for loads: one connection, kept open, as little work as possible."""

import asyncio
from typing import Any

import msgspec


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
        head = (await self._reader.readuntil(b"\r\n\r\n")).lower()
        length = head.partition(b"content-length:")[2].partition(b"\r\n")[0]
        body = await self._reader.readexactly(int(length))
        if not head.startswith(b"http/1.1 2"):
            raise RuntimeError(f"{method} {path}: {body[:200].decode(errors='replace')}")
        return msgspec.json.decode(body)

    async def watch(self, path: str) -> None:
        """Begin to listen; what comes is not read."""
        self._send("GET", path, b"")
        head = await self._reader.readuntil(b"\r\n\r\n")
        assert b" 200 " in head

    def _send(self, method: str, path: str, body: bytes) -> None:
        bearer = f"Authorization: Bearer {self._token}\r\n" if self._token else ""
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{bearer}"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        self._writer.write(head.encode() + body)
