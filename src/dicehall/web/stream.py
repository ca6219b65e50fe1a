"""Server-sent events: each new state of a match, as text, with its version as the event's id."""

import asyncio
from collections.abc import AsyncIterator

from litestar.response import Stream

KEEP_ALIVE_SECONDS = 15.0

State = tuple[int, str]
"""The version of a match, and how it looks."""


def stream(states: AsyncIterator[State]) -> Stream:
    """An answer that stays open and tells every state; it ends with the match."""
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return Stream(_chunks(states), media_type="text/event-stream", headers=headers)


async def _chunks(states: AsyncIterator[State]) -> AsyncIterator[str]:
    yield "retry: 1000\n\n"
    ahead: asyncio.Future[State] = asyncio.ensure_future(anext(states))
    try:
        while True:
            done, _ = await asyncio.wait([ahead], timeout=KEEP_ALIVE_SECONDS)
            if not done:
                yield ": still here\n\n"
                continue
            try:
                version, text = ahead.result()
            except StopAsyncIteration:
                yield "event: end\ndata:\n\n"
                return
            yield event(version, text)
            ahead = asyncio.ensure_future(anext(states))
    finally:
        ahead.cancel()


def event(version: int, text: str) -> str:
    """One server-sent event.

    >>> event(7, "two\\nlines")
    'id: 7\\ndata: two\\ndata: lines\\n\\n'
    """
    lines = "".join(f"data: {line}\n" for line in text.split("\n"))
    return f"id: {version}\n{lines}\n"
