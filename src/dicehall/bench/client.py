"""A client for loads: one connection, kept open, as little work as possible."""

import asyncio
from typing import Any
from urllib.parse import urlencode

import msgspec

from dicehall.client.connection import HttpConnection

FORM = {"Content-Type": "application/x-www-form-urlencoded", "X-Part": "table"}
PATIENCE_SECONDS = 600.0
"""Where the coach is measured, kernels may be compiled first."""


class LoadClient:
    """A guest that talks JSON with the house, and never sends anything twice."""

    def __init__(self, port: int) -> None:
        self._connection = HttpConnection(f"http://127.0.0.1:{port}", PATIENCE_SECONDS)
        self._who: dict[str, str] = {}
        self._reading: set[asyncio.Task[None]] = set()

    @classmethod
    async def arrive(cls, port: int) -> "LoadClient":
        """A new guest of the house at this port."""
        client = cls(port)
        token = (await client.ask("POST", "/api/guests"))["token"]
        client._who = {"Authorization": f"Bearer {token}"}
        return client

    async def ask(self, method: str, path: str, data: object = None) -> Any:
        """The answer to a request; anything but success is an error."""
        body = b"" if data is None else msgspec.json.encode(data)
        return msgspec.json.decode(await self._send(method, path, body))

    async def submit(self, path: str, fields: dict[str, str]) -> str:
        """The answer to a form that the script of a page sends: the part that changes."""
        return (await self._send("POST", path, urlencode(fields).encode(), FORM)).decode()

    async def watch(self, path: str) -> None:
        """Begin to listen, and go on until `leave`; nothing else is asked meanwhile."""
        await self._connection.close()
        lines = self._connection.lines(path, self._who)
        assert (await anext(lines)).startswith(b"retry")

        async def read() -> None:
            async for _ in lines:
                pass

        self._reading.add(asyncio.create_task(read()))

    def leave(self) -> None:
        """Listen to nothing any more."""
        for task in self._reading:
            task.cancel()

    async def _send(
        self, method: str, path: str, body: bytes, more: dict[str, str] | None = None
    ) -> bytes:
        headers = {"Content-Type": "application/json"} | self._who | (more or {})
        status, answer = await self._connection.ask(method, path, body, headers)
        if status >= 300:
            raise RuntimeError(f"{method} {path}: {answer[:200].decode(errors='replace')}")
        return answer
