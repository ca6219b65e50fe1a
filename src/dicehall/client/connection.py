"""The standard library's HTTP client, for asyncio, and what a server refuses."""

import asyncio
import json
import socket
from collections.abc import AsyncGenerator, Mapping
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from threading import Thread
from urllib.parse import urlsplit

from dicehall.game.messages import outside
from dicehall.game.refused import Refused


class ServerRefused(Refused):
    """A refused request; it changed nothing. `code` says why in one word, `legal` lists what would
    be allowed instead. /api/docs lists all codes."""

    def __init__(self, status: int, code: str, reason: str, legal: tuple[str, ...] = ()) -> None:
        super().__init__(outside(reason), legal=legal)
        self.status = status
        self.code = code

    @classmethod
    def read(cls, status: int, body: bytes) -> "ServerRefused":
        """From a response; one from a proxy in between has no code of ours."""
        try:
            refusal = json.loads(body)
            return cls(status, refusal["code"], refusal["reason"], tuple(refusal.get("legal", ())))
        except (ValueError, LookupError, TypeError):
            return cls(status, f"http-{status}", body[:200].decode(errors="replace"))


SILENT_SECONDS = 40.0
"""A stream that is silent for this long is dead: the server pings every 15 seconds."""


class HttpConnection:
    """A connection to a server that is kept open; it opens when it is needed.

    Every failure on the way is an `OSError`.
    """

    def __init__(self, url: str, seconds: float = 30.0) -> None:
        address = urlsplit(url if "://" in url else f"http://{url}")
        if address.scheme not in ("http", "https") or not address.hostname:
            raise ValueError(f"{url!r} is not a server's address, such as http://127.0.0.1:8000")
        self._class = HTTPSConnection if address.scheme == "https" else HTTPConnection
        self._place = (address.hostname, address.port)
        self._prefix = address.path.rstrip("/")
        self._seconds = seconds
        self._connection = self._class(*self._place, timeout=seconds)
        self._turn = asyncio.Lock()

    async def ask(
        self, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None
    ) -> tuple[int, bytes]:
        """The status and the body of a response. Requests made at the same time take turns."""
        async with self._turn:
            try:
                return await asyncio.to_thread(self._ask, method, path, body, dict(headers or {}))
            except HTTPException as error:
                await self.close()
                raise ConnectionResetError("the server closed the connection") from error
            except BaseException:
                await self.close()  # half a response may be left in it
                raise

    def _ask(
        self, method: str, path: str, body: bytes, headers: dict[str, str]
    ) -> tuple[int, bytes]:
        self._connection.request(method, self._prefix + path, body or None, headers)
        response = self._connection.getresponse()
        return response.status, response.read()

    async def lines(self, path: str, headers: Mapping[str, str]) -> AsyncGenerator[bytes, None]:
        """The lines of a response that stays open, over a connection of its own.

        A thread of its own reads them: many streams would use up the threads of the event loop.
        """
        connection = self._class(*self._place, timeout=SILENT_SECONDS)
        loop, lines = asyncio.get_running_loop(), asyncio.Queue[bytes | Exception]()

        def put(line: bytes | Exception) -> None:
            with suppress(RuntimeError):  # the event loop is closed: nobody is listening
                loop.call_soon_threadsafe(lines.put_nowait, line)

        def listen() -> None:
            try:
                connection.request("GET", self._prefix + path, headers=dict(headers))
                response = connection.getresponse()
                if response.status != 200:
                    put(ServerRefused.read(response.status, response.read()))
                for line in response:
                    put(line.rstrip(b"\r\n"))
                put(ConnectionResetError("the server closed the stream"))
            except HTTPException as error:
                put(ConnectionResetError(str(error)))
            except Exception as error:
                put(error)

        Thread(target=listen, name=f"stream {path}", daemon=True).start()
        try:
            while True:
                line = await lines.get()
                if isinstance(line, Exception):
                    raise line
                yield line
        finally:
            _cut(connection)

    async def close(self) -> None:
        """Close the connection; the next request opens it again."""
        _cut(self._connection)
        self._connection = self._class(*self._place, timeout=self._seconds)


def _cut(connection: HTTPConnection) -> None:
    """Close a connection that another thread may be reading from."""
    if connection.sock:
        with suppress(OSError):
            connection.sock.shutdown(socket.SHUT_RDWR)
    connection.close()
