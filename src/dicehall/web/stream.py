"""Server-sent events: each new state of a match, as text, with its version as the event's id."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

from litestar.response import Stream

from dicehall.match.match import Match

KEEP_ALIVE_SECONDS = 15.0

Show = Callable[[Match], Awaitable[str]]
"""Draws a state of a match."""


def stream(states: AsyncIterator[Match], show: Show) -> Stream:
    """An answer that stays open and tells every state; it ends with the match."""
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return Stream(_chunks(states, show), media_type="text/event-stream", headers=headers)


async def _chunks(states: AsyncIterator[Match], show: Show) -> AsyncIterator[str]:
    yield "retry: 1000\n\n"
    ahead: asyncio.Future[Match] = asyncio.ensure_future(anext(states))
    try:
        while True:
            done, _ = await asyncio.wait([ahead], timeout=KEEP_ALIVE_SECONDS)
            if not done:
                yield ": still here\n\n"
                continue
            try:
                match = ahead.result()
            except StopAsyncIteration:
                yield "event: end\ndata:\n\n"
                return
            yield event(match.version, await show(match))
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
