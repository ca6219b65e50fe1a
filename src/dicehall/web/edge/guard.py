"""What every request and every answer must pass: same origin for changes, and strict headers."""

from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from litestar.types import Message, Receive, Send

from dicehall.web.edge.answering import TEXT, answer

App = Callable[[Any, Receive, Send], Awaitable[None]]
"""An ASGI application."""

MOST_BODY_BYTES = 64 * 1024
ANOTHER_SITE = b"cross-origin: another site must not move here\n"
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self';"
    " font-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self';"
    " form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
}

DATA = "/api/matches/"
DATA_HEADERS = {
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
}
"""For matches as data: what else there is to say concerns pages only."""

RAW_HEADERS, RAW_DATA_HEADERS = (
    [(name.encode(), value.encode()) for name, value in headers.items()]
    for headers in (HEADERS, DATA_HEADERS)
)


class Guard:
    """Middleware: refuses changes that another site asks for, and sets the security headers."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        strict = RAW_DATA_HEADERS if scope["path"].startswith(DATA) else RAW_HEADERS

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *strict]
            await send(message)

        if scope["method"] not in SAFE_METHODS and not same_origin(scope):
            await answer(send_guarded, 403, ANOTHER_SITE, TEXT)
            return
        await self.app(scope, receive, send_guarded)


def same_origin(scope: Any) -> bool:
    """Whether a request comes from our own pages, or from a program that is no browser."""
    site = header(scope, b"sec-fetch-site")
    if site is not None:
        return site in (b"same-origin", b"none")
    origin = header(scope, b"origin")
    return origin is None or urlsplit(origin).netloc == header(scope, b"host")


def header(scope: Any, name: bytes) -> bytes | None:
    """A header of a request as it came: every request pays for what is read here."""
    return next((value for key, value in scope["headers"] if key == name), None)
