"""Gzip compression of text responses, so that no proxy has to do it.

Event streams are not compressed, because their events must not be held back. Static files are
compressed once and cached. The length of a compressed body can leak a secret to an attacker who
controls other text in the same body (BREACH). No body here contains such a secret: the identity
cookie is never part of one, forms carry no CSRF tokens, and a device link appears only in the
response to a form that other sites cannot submit.
"""

import gzip
import re
from functools import partial
from hashlib import blake2b
from typing import Any

from litestar.types import Message, Receive, Send

from dicehall.web.edge.asgi import STATIC, App, header

LEAST_BYTES = 1400
"""Anything shorter fits into one packet uncompressed."""
QUICK, THOROUGH = 1, 9
"""Gzip levels: for a response that is sent once, and for a cached file."""
MOST_KEPT = 500
COMPRESSIBLE = re.compile(
    rb"text/(html|css|plain|javascript)|application/(javascript|[\w.+-]*json)|image/svg\+xml"
)
ACCEPTED = re.compile(rb"(?:^|,)\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[^,]*)?(?:,|$)", re.I)


def accepts_gzip(accepted: bytes | None) -> bool:
    """Whether an `Accept-Encoding` header allows gzip.

    >>> [accepts_gzip(sent) for sent in (b"gzip, br", b"br;q=1, gzip;q=0.5", b"gzip;q=0", b"br")]
    [True, True, False, False]
    """
    return accepted is not None and ACCEPTED.search(accepted) is not None


class CompressionMiddleware:
    """Compresses complete text responses with gzip, for clients that accept it."""

    def __init__(self, app: App) -> None:
        self.app = app
        self._kept: dict[bytes, bytes] = {}

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        static = scope["path"].startswith(STATIC)
        accepts = accepts_gzip(header(scope, b"accept-encoding"))
        if accepts or static:
            quickly = partial(gzip.compress, compresslevel=QUICK, mtime=0)
            compress = self._compressed if static else quickly
            send = _BufferedResponse(send, compress, accepts).send
        await self.app(scope, receive, send)

    def _compressed(self, body: bytes) -> bytes:
        """A static file, compressed on its first request."""
        key = blake2b(body, digest_size=16).digest()
        if key not in self._kept:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            self._kept[key] = gzip.compress(body, THOROUGH, mtime=0)
        return self._kept[key]


class _BufferedResponse:
    """Holds back a compressible response until it is complete; passes on others immediately."""

    def __init__(self, send: Send, compress: Any, accepts: bool) -> None:
        self._send = send
        self._compress = compress
        self._accepts = accepts
        self._start: Any = None
        self._parts: list[bytes] = []

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start" and _is_compressible(message):
            self._start = message
        elif message["type"] == "http.response.body" and self._start is not None:
            self._parts.append(message.get("body", b""))
            if not message.get("more_body"):
                await self._finish()
        else:
            await self._send(message)

    async def _finish(self) -> None:
        body = b"".join(self._parts)
        headers = [*self._start["headers"], (b"vary", b"Accept-Encoding")]
        if self._accepts and len(body) >= LEAST_BYTES:
            body = self._compress(body)
            headers = [_of_compressed(name, value, len(body)) for name, value in headers]
            headers.append((b"content-encoding", b"gzip"))
        self._start["headers"] = headers
        await self._send(self._start)
        await self._send({"type": "http.response.body", "body": body, "more_body": False})


def _of_compressed(name: bytes, value: bytes, length: int) -> tuple[bytes, bytes]:
    """A header adjusted to the compressed body: its length, and an ETag that becomes weak."""
    if name.lower() == b"content-length":
        return name, b"%d" % length
    if name.lower() == b"etag" and not value.startswith(b"W/"):
        return name, b"W/" + value
    return name, value


def _is_compressible(start: Message) -> bool:
    """Whether a response is complete text: not a stream, not partial, not already compressed."""
    headers: Any = start["headers"]  # type: ignore[typeddict-item]
    found = {name.lower(): value for name, value in headers}
    return (
        start["status"] not in (204, 206, 304)  # type: ignore[typeddict-item]
        and COMPRESSIBLE.match(found.get(b"content-type", b"")) is not None
        and b"content-encoding" not in found
    )
