"""HTTP as a program needs it to talk to one house: asyncio and nothing else."""

import asyncio
import ssl
from collections.abc import AsyncGenerator, Mapping
from contextlib import suppress
from urllib.parse import urlsplit

from dicehall.client.refusal import HouseRefused

LONGEST_LINE = 4_000_000
"""Bytes of what a stream tells at once: a long match has a long log."""
SILENT_SECONDS = 40.0
"""A stream that is silent for so long is dead: a house pings every 15 seconds."""

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class HttpConnection:
    """A connection to a house that is kept open; it is opened when it is needed."""

    def __init__(self, url: str, seconds: float = 30.0) -> None:
        address = urlsplit(url if "://" in url else f"http://{url}")
        if address.scheme not in ("http", "https") or not address.hostname:
            raise ValueError(f"{url!r} is no address of a house, such as http://127.0.0.1:8000")
        self._secure = ssl.create_default_context() if address.scheme == "https" else None
        self._place = (address.hostname, address.port or (443 if self._secure else 80))
        self._host = address.netloc.rpartition("@")[2]
        self._prefix = address.path.rstrip("/")
        self._seconds = seconds
        self._streams: Streams | None = None
        self._turn = asyncio.Lock()

    async def ask(
        self, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None
    ) -> tuple[int, bytes]:
        """The status and the body of an answer. What fails on the way is an `OSError`, and the next
        question opens a new connection. Whoever asks at the same time waits."""
        async with self._turn:
            return await self._ask(method, path, body, headers or {})

    async def _ask(
        self, method: str, path: str, body: bytes, headers: Mapping[str, str]
    ) -> tuple[int, bytes]:
        try:
            async with asyncio.timeout(self._seconds):
                if not self._streams:
                    self._streams = await self._connect()
                reader, writer = self._streams
                writer.write(self._request(method, path, body, headers))
                head = await _read_head(reader)
                answer = await _read_body(reader, head)
        except BaseException as error:
            await self.close()  # half an answer may be left in it
            if isinstance(error, EOFError):
                raise ConnectionResetError("the house closed the connection") from error
            raise
        if b"\r\nconnection: close" in head:
            await self.close()
        return _status(head), answer

    async def lines(self, path: str, headers: Mapping[str, str]) -> AsyncGenerator[bytes, None]:
        """The lines of an answer that stays open, over a connection of its own."""
        async with asyncio.timeout(self._seconds):
            reader, writer = await self._connect()
        try:
            writer.write(self._request("GET", path, b"", headers))
            async with asyncio.timeout(self._seconds):
                head = await _read_head(reader)
                if (status := _status(head)) != 200:
                    raise HouseRefused.read(status, await _read_body(reader, head))
            unread = b""
            while chunk := await self._next_chunk(reader, head):
                *whole, unread = (unread + chunk).split(b"\n")
                for line in whole:
                    yield line.rstrip(b"\r")
        except EOFError as error:
            raise ConnectionResetError("the house closed the stream") from error
        finally:
            writer.close()

    async def close(self) -> None:
        """Close it; the next question opens it again."""
        if self._streams:
            _, writer = self._streams
            self._streams = None
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    async def _connect(self) -> Streams:
        return await asyncio.open_connection(*self._place, ssl=self._secure, limit=LONGEST_LINE)

    async def _next_chunk(self, reader: asyncio.StreamReader, head: bytes) -> bytes:
        async with asyncio.timeout(SILENT_SECONDS):
            return await (_read_chunk(reader) if _is_chunked(head) else reader.read(65_536))

    def _request(self, method: str, path: str, body: bytes, headers: Mapping[str, str]) -> bytes:
        told = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        length = f"Content-Length: {len(body)}\r\n" if body or method != "GET" else ""
        line = f"{method} {self._prefix}{path} HTTP/1.1\r\nHost: {self._host}\r\n"
        return f"{line}{told}{length}\r\n".encode() + body


async def _read_head(reader: asyncio.StreamReader) -> bytes:
    return (await reader.readuntil(b"\r\n\r\n")).lower()


def _status(head: bytes) -> int:
    return int(head.split(b" ", 2)[1])


async def _read_body(reader: asyncio.StreamReader, head: bytes) -> bytes:
    if _is_chunked(head):
        chunks = []
        while chunk := await _read_chunk(reader):
            chunks.append(chunk)
        return b"".join(chunks)
    length = head.partition(b"\r\ncontent-length:")[2].partition(b"\r\n")[0]
    return await reader.readexactly(int(length)) if length else await reader.read()


def _is_chunked(head: bytes) -> bool:
    return b"\r\ntransfer-encoding: chunked" in head


async def _read_chunk(reader: asyncio.StreamReader) -> bytes:
    """A part of an answer; the last one is empty."""
    size = int((await reader.readuntil(b"\r\n")).partition(b";")[0], 16)
    return (await reader.readexactly(size + 2))[:-2]
