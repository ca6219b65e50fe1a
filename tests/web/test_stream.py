"""A stream ends in a way that tells the page what to do."""

import asyncio
import re
from collections.abc import AsyncGenerator

from dicehall.game.refused import StoreUnreachable, UnknownMatch
from dicehall.web.stream import _chunks, event

COME_BACK = re.compile(r"retry: \d+\n\n")


async def states(*told: str, end: Exception | None = None) -> AsyncGenerator[str, None]:
    for version, text in enumerate(told, start=1):
        yield event(version, text)
    if end:
        raise end


async def chunks(source: AsyncGenerator[str, None], closing: asyncio.Event) -> list[str]:
    return [chunk async for chunk in _chunks(source, closing)]


def test_the_end_of_a_match_is_the_end() -> None:
    async def listen() -> list[str]:
        return await chunks(states("a", "b"), asyncio.Event())

    assert asyncio.run(listen())[1:] == [
        "id: 1\ndata: a\n\n",
        "id: 2\ndata: b\n\n",
        "event: end\ndata: \n\n",
    ]


def test_a_page_comes_back_when_the_store_can_be_reached_again() -> None:
    async def listen() -> list[str]:
        away = states("a", end=StoreUnreachable("away"))
        return await chunks(away, asyncio.Event())

    first, told, last = asyncio.run(listen())
    assert told == "id: 1\ndata: a\n\n"
    assert COME_BACK.fullmatch(first)
    assert COME_BACK.fullmatch(last)


def test_a_page_comes_back_when_the_server_closes() -> None:
    async def listen() -> list[str]:
        closing = asyncio.Event()

        async def waiting() -> AsyncGenerator[str, None]:
            yield event(1, "a")
            closing.set()
            await asyncio.Event().wait()

        return await chunks(waiting(), closing)

    assert COME_BACK.fullmatch(asyncio.run(listen())[-1])


def test_closing_a_stream_closes_its_subscription() -> None:
    """Also when an event is ready that the client does not read any more."""
    closed = []

    async def ready() -> AsyncGenerator[str, None]:
        try:
            for version in range(1, 9):
                yield event(version, "a")
        finally:
            closed.append(True)

    async def leave() -> list[bool]:
        listening = _chunks(ready(), asyncio.Event())
        await anext(listening)
        await anext(listening)
        await asyncio.sleep(0)
        await listening.aclose()
        return closed.copy()

    assert asyncio.run(leave()) == [True]


def test_a_match_that_the_host_deletes_is_at_its_end() -> None:
    async def listen() -> list[str]:
        return await chunks(states("a", end=UnknownMatch("gone")), asyncio.Event())

    assert asyncio.run(listen())[1:] == ["id: 1\ndata: a\n\n", "event: end\ndata: \n\n"]
