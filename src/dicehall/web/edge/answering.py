"""Answers that are given without the framework."""

import msgspec
from litestar.types import Send

TEXT = b"text/plain; charset=utf-8"
JSON = b"application/json"


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
