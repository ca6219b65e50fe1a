"""Server-sent events: what a page or a program hears of a match, until it or the house closes."""

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
"""How often a silent stream gives a sign of life: whoever hears none knows that it is dead."""

FIRST = asyncio.FIRST_COMPLETED


def stream(events: AsyncGenerator[str, None], server: WebServer, address: str) -> Stream:
    """An answer that stays open and tells every event; it ends with the events or the house.
    Refused if too many go to this address."""
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
    ahead: asyncio.Future[str] = asyncio.ensure_future(anext(events))
    closed = asyncio.ensure_future(closing.wait())
    OPEN_STREAMS.inc()
    try:
        while not closed.done():
            either: list[asyncio.Future[Any]] = [ahead, closed]
            await asyncio.wait(either, timeout=PING_SECONDS, return_when=FIRST)
            if not ahead.done():
                yield ping()
                continue
            try:
                yield ahead.result()
            except (StopAsyncIteration, UnknownMatch):  # or the host has deleted it
                yield named("end", "")
                return
            except StoreUnreachable:
                break
            ahead = asyncio.ensure_future(anext(events))
        # Come back soon, but not all in the same moment; perhaps to another house.
        yield f"retry: {randrange(200, 1500)}\n\n"
    finally:
        OPEN_STREAMS.dec()
        closed.cancel()
        ahead.cancel()
        await asyncio.gather(ahead, return_exceptions=True)
        await events.aclose()  # an event may be ready that nobody reads any more


def event(version: int, text: str) -> str:
    """A new state of a match; its version is the id that a page comes back with.

    >>> event(7, "two\\nlines")
    'id: 7\\ndata: two\\ndata: lines\\n\\n'
    """
    return f"id: {version}\n{_data(text)}\n"


def named(name: str, text: str) -> str:
    """An event that is not a new state.

    >>> named("presence", "Ada is away")
    'event: presence\\ndata: Ada is away\\n\\n'
    """
    return f"event: {name}\n{_data(text)}\n"


def ping() -> str:
    """A sign of life, with the time by which the house counts."""
    return named("ping", f"{time.time():.3f}")


def _data(text: str) -> str:
    return "data: " + text.replace("\n", "\ndata: ") + "\n"
