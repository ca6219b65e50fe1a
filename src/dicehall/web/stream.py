"""Server-sent events: each new state of a match, as text, with its version as the event's id."""

import asyncio
from collections.abc import AsyncIterator
from random import randrange
from typing import Any

from litestar.response import Stream

from dicehall.refused import StoreUnreachable
from dicehall.web.metrics import OPEN_STREAMS

KEEP_ALIVE_SECONDS = 15.0
FIRST = asyncio.FIRST_COMPLETED

State = tuple[int, str]
"""The version of a match, and how it looks."""


def stream(states: AsyncIterator[State], closing: asyncio.Event) -> Stream:
    """An answer that stays open and tells every state; it ends with the match or the house."""
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return Stream(_chunks(states, closing), media_type="text/event-stream", headers=headers)


async def _chunks(states: AsyncIterator[State], closing: asyncio.Event) -> AsyncIterator[str]:
    yield "retry: 1000\n\n"
    ahead: asyncio.Future[State] = asyncio.ensure_future(anext(states))
    closed = asyncio.ensure_future(closing.wait())
    OPEN_STREAMS.inc()
    try:
        while not closed.done():
            either: list[asyncio.Future[Any]] = [ahead, closed]
            await asyncio.wait(either, timeout=KEEP_ALIVE_SECONDS, return_when=FIRST)
            if not ahead.done():
                yield ": still here\n\n"
                continue
            try:
                version, text = ahead.result()
            except StopAsyncIteration:
                yield "event: end\ndata:\n\n"
                return
            except StoreUnreachable:
                break
            yield event(version, text)
            ahead = asyncio.ensure_future(anext(states))
        # Come back soon, but not all in the same moment; perhaps to another house.
        yield f"retry: {randrange(200, 1500)}\n\n"
    finally:
        OPEN_STREAMS.dec()
        ahead.cancel()
        closed.cancel()


def event(version: int, text: str) -> str:
    """One server-sent event.

    >>> event(7, "two\\nlines")
    'id: 7\\ndata: two\\ndata: lines\\n\\n'
    """
    lines = "".join(f"data: {line}\n" for line in text.split("\n"))
    return f"id: {version}\n{lines}\n"
