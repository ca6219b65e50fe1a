"""Answers that are given without the framework."""

from litestar.types import Send

TEXT = b"text/plain; charset=utf-8"


async def answer(
    send: Send, status: int, body: bytes, content_type: bytes, *headers: tuple[bytes, bytes]
) -> None:
    """Send a whole answer."""
    described = [(b"content-type", content_type), (b"content-length", b"%d" % len(body)), *headers]
    await send({"type": "http.response.start", "status": status, "headers": described})
    await send({"type": "http.response.body", "body": body, "more_body": False})
