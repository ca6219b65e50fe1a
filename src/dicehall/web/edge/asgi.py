"""Plain ASGI for middleware: read headers and cookies, send responses and refusals."""

from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import unquote

import msgspec
from litestar.types import Receive, Send

App = Callable[[Any, Receive, Send], Awaitable[None]]
"""An ASGI application."""

STATIC = "/static/"
TEXT = b"text/plain; charset=utf-8"
JSON = b"application/json"


def header(scope: Any, name: bytes) -> bytes | None:
    """The raw value of a request header."""
    for key, value in scope["headers"]:
        if key == name:
            found: bytes = value
            return found
    return None


def read_cookies(sent: bytes) -> dict[str, str]:
    """The cookies in a `Cookie` header; values may be quoted. If a name repeats, the first counts.

    >>> read_cookies(b'theme=dark; tables="fune=opponent.easy"; theme=light')
    {'theme': 'dark', 'tables': 'fune=opponent.easy'}
    """
    found: dict[str, str] = {}
    for cookie in sent.decode("latin-1").split(";"):
        name, _, value = cookie.partition("=")
        found.setdefault(name.strip(), unquote(value.strip().strip('"')))
    return found


async def respond(
    send: Send, status: int, body: bytes, content_type: bytes, *headers: tuple[bytes, bytes]
) -> None:
    """Send a complete response."""
    described = [(b"content-type", content_type), (b"content-length", b"%d" % len(body)), *headers]
    await send({"type": "http.response.start", "status": status, "headers": described})
    await send({"type": "http.response.body", "body": body, "more_body": False})


async def refuse(
    send: Send, path: str, status: int, code: str, reason: str, *headers: tuple[bytes, bytes]
) -> None:
    """Refuse a request before reading its body: in JSON below /api/, otherwise as a line of
    text."""
    if path.startswith("/api/"):
        body = msgspec.json.encode({"code": code, "reason": reason, "legal": []})
        await respond(send, status, body, JSON, *headers)
    else:
        await respond(send, status, f"{code}: {reason}\n".encode(), TEXT, *headers)
