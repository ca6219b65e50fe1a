"""Server-sent events: responses that stay open until the client leaves or the server shuts down."""

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from random import randrange
from typing import Any

from litestar.response import Stream

from dicehall.game.refused import StoreUnreachable, UnknownMatch
from dicehall.web.edge.limits import OpenStreams
from dicehall.web.metrics import OPEN_STREAMS
from dicehall.web.server import WebServer

PING_SECONDS = 15.0
"""How often an idle stream sends a heartbeat, so that clients notice a dead connection."""

FIRST = asyncio.FIRST_COMPLETED


def stream(events: AsyncGenerator[str, None], server: WebServer, address: str) -> Stream:
    """A response that sends every event; it ends when the events end or the server shuts down.
    Refused if this address has too many open streams."""
    server.limits.streams.check(address)
    chunks = _counted(_chunks(events, server.closing), server.limits.streams, address)
    headers = {"X-Accel-Buffering": "no"}
    return Stream(chunks, media_type="text/event-stream", headers=headers)


async def _counted(
    chunks: AsyncGenerator[str, None], streams: OpenStreams, address: str
) -> AsyncIterator[str]:
    with streams.opened(address):
        async with aclosing(chunks):
            async for chunk in chunks:
                yield chunk


async def _chunks(
    events: AsyncGenerator[str, None], closing: asyncio.Event
) -> AsyncGenerator[str, None]:
    yield "retry: 1000\n\n"
    upcoming: asyncio.Future[str] = asyncio.ensure_future(anext(events))
    closed = asyncio.ensure_future(closing.wait())
    OPEN_STREAMS.inc()
    try:
        while not closed.done():
            either: list[asyncio.Future[Any]] = [upcoming, closed]
            await asyncio.wait(either, timeout=PING_SECONDS, return_when=FIRST)
            if not upcoming.done():
                yield ping()
                continue
            try:
                yield upcoming.result()
            except (StopAsyncIteration, UnknownMatch):  # unknown if the host has deleted it
                yield named("end", "")
                return
            except StoreUnreachable:
                break
            upcoming = asyncio.ensure_future(anext(events))
        # Reconnect soon, perhaps to another node, but not all clients at the same time.
        yield f"retry: {randrange(200, 1500)}\n\n"
    finally:
        OPEN_STREAMS.inc(by=-1)
        closed.cancel()
        upcoming.cancel()
        await asyncio.gather(upcoming, return_exceptions=True)
        await events.aclose()  # even if an unread event is ready


def event(version: int, text: str) -> str:
    """An event with a new state of a match; its id, the version, is sent back on reconnecting.

    >>> event(7, "two\\nlines")
    'id: 7\\ndata: two\\ndata: lines\\n\\n'
    """
    return f"id: {version}\n{_data(text)}\n"


def named(name: str, text: str) -> str:
    """A named event that is not a new state.

    >>> named("presence", "Ada is away")
    'event: presence\\ndata: Ada is away\\n\\n'
    """
    return f"event: {name}\n{_data(text)}\n"


def ping() -> str:
    """A heartbeat that carries the server's time."""
    return named("ping", f"{time.time():.3f}")


def _data(text: str) -> str:
    return "data: " + text.replace("\n", "\ndata: ") + "\n"
