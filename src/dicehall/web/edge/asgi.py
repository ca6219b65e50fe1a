"""ASGI without the framework, for middleware: reading headers and cookies, answering, refusing."""

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
    """A header of a request, as it was sent."""
    for key, value in scope["headers"]:
        if key == name:
            found: bytes = value
            return found
    return None


def read_cookies(sent: bytes) -> dict[str, str]:
    """The cookies of a header; a value may stand in quotes. Of two with one name the first counts.

    >>> read_cookies(b'theme=dark; tables="fune=opponent.easy"; theme=light')
    {'theme': 'dark', 'tables': 'fune=opponent.easy'}
    """
    found: dict[str, str] = {}
    for cookie in sent.decode("latin-1").split(";"):
        name, _, value = cookie.partition("=")
        found.setdefault(name.strip(), unquote(value.strip().strip('"')))
    return found


async def answer(
    send: Send, status: int, body: bytes, content_type: bytes, *headers: tuple[bytes, bytes]
) -> None:
    """Send a whole answer."""
    described = [(b"content-type", content_type), (b"content-length", b"%d" % len(body)), *headers]
    await send({"type": "http.response.start", "status": status, "headers": described})
    await send({"type": "http.response.body", "body": body, "more_body": False})


async def refuse(
    send: Send, path: str, status: int, code: str, reason: str, *headers: tuple[bytes, bytes]
) -> None:
    """Refuse a request before it is read: to programs as they expect it, else in a line of text."""
    if path.startswith("/api/"):
        body = msgspec.json.encode({"code": code, "reason": reason, "legal": []})
        await answer(send, status, body, JSON, *headers)
    else:
        await answer(send, status, f"{code}: {reason}\n".encode(), TEXT, *headers)
