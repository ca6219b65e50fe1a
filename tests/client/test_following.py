"""Bots follow a match through failures; a fake server responds as each test wants."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from dicehall.client import AsyncClient, AsyncTable, ServerRefused, asynchronous
from support.bots import play_last

SEAT = {"name": "Dot", "yours": True}
ASKED = {"kind": "decide", "seat": 0, "moves": ["column 1", "column 2", "column 3"]}
SEE, STREAM, MOVE = "GET /api/matches/m", "GET /api/matches/m/stream", "POST /api/matches/m/moves"


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asynchronous, "FIRST_PAUSE_SECONDS", 0.001)
    monkeypatch.setattr(asynchronous, "LONGEST_PAUSE_SECONDS", 0.01)


def state(version: int, *, over: bool = False) -> dict[str, Any]:
    """A match of which the bot has the next move, or none any more."""
    return {
        "id": "m",
        "game": "knucklebones",
        "options": {},
        "version": version,
        "seats": [SEAT, {"name": "Eve", "yours": False}],
        "turn": {"kind": "over"} if over else ASKED,
        "log": ["roll 5"],
        "over": over,
    }


def event(told: dict[str, Any]) -> bytes:
    return f"data: {json.dumps(told)}\n\n".encode()


def refusal(code: str) -> bytes:
    return json.dumps({"code": code, "reason": "because"}).encode()


class FakeServer:
    """Gives its answers in turn, by method and path; the last one again and again."""

    def __init__(self, answers: dict[str, list[tuple[int, bytes]]]) -> None:
        self.answers = answers
        self.asked: list[str] = []

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        method, path, *_ = head.split()
        length = head.partition("content-length: ")[2].partition("\r\n")[0]
        await reader.readexactly(int(length or 0))
        asked = f"{method.upper()} {path.partition('?')[0]}"
        self.asked.append(asked)
        given = self.answers[asked]
        status, body = given.pop(0) if len(given) > 1 else given[0]
        head = f"HTTP/1.1 {status} -\r\nConnection: close\r\nContent-Length: {len(body)}\r\n\r\n"
        writer.write(head.encode() + body)
        writer.close()


@asynccontextmanager
async def sitting(node: FakeServer) -> AsyncIterator[AsyncTable]:
    """A table at this server, as it was at its first version."""
    server = await asyncio.start_server(node.serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with (
        asyncio.timeout(120),
        server,
        AsyncClient(f"http://127.0.0.1:{port}", token="t") as client,
    ):
        yield AsyncTable(client, state(1))


def seen(version: int, *, over: bool = False) -> tuple[int, bytes]:
    return 200, json.dumps(state(version, over=over)).encode()


def test_a_temporarily_refused_stream_is_retried() -> None:
    server = FakeServer(
        {
            SEE: [seen(1)],
            STREAM: [
                (429, refusal("too-many-requests")),
                (500, refusal("broken")),
                (502, b"<html>Bad Gateway"),
                (503, refusal("store-unreachable")),
                (200, event(state(2)) + event(state(3, over=True))),
            ],
        }
    )

    async def follow() -> list[int]:
        async with sitting(server) as table:
            return [match["version"] async for match in table.follow()]

    assert asyncio.run(follow()) == [1, 2, 3]
    assert server.asked.count(STREAM) == 5


def test_a_server_that_is_away_for_longer_than_a_request_waits_is_waited_for() -> None:
    away = [(503, refusal("store-unreachable"))] * (2 * asynchronous.RESENT + 4)
    server = FakeServer({SEE: [*away, seen(2, over=True)], STREAM: [(200, b"")]})

    async def follow() -> list[int]:
        async with sitting(server) as table:
            return [match["version"] async for match in table.follow()]

    assert asyncio.run(follow()) == [2]


def test_a_final_refusal_ends_follow() -> None:
    server = FakeServer({SEE: [(404, refusal("unknown-match"))]})

    async def follow() -> None:
        async with sitting(server) as table:
            async for _match in table.follow():
                pass

    with pytest.raises(ServerRefused) as refused:
        asyncio.run(follow())
    assert refused.value.code == "unknown-match"
    assert server.asked == [SEE]


@pytest.mark.parametrize("code", ["match-over", "stale-version"])
def test_a_move_that_comes_too_late_is_none(code: str) -> None:
    server = FakeServer(
        {
            SEE: [seen(1)],
            MOVE: [(409, refusal(code))],
            STREAM: [(200, event(state(2, over=True)))],
        }
    )

    async def play() -> dict[str, Any]:
        async with sitting(server) as table:
            return await table.play(play_last)

    assert asyncio.run(play())["version"] == 2
    assert server.asked == [SEE, MOVE, STREAM]


def test_a_move_is_sent_until_the_server_is_back() -> None:
    away = [(502, b"<html>Bad Gateway")] * (asynchronous.RESENT + 3)
    server = FakeServer(
        {
            SEE: [seen(1)],
            MOVE: [*away, (201, json.dumps(state(2, over=True)).encode())],
            STREAM: [(200, event(state(2, over=True)))],
        }
    )

    async def play() -> dict[str, Any]:
        async with sitting(server) as table:
            return await table.play(play_last)

    assert asyncio.run(play())["over"]


def test_an_illegal_move_of_a_bot_is_raised() -> None:
    server = FakeServer({SEE: [seen(1)], MOVE: [(422, refusal("illegal-move"))]})

    async def play() -> None:
        async with sitting(server) as table:
            await table.play(play_last)

    with pytest.raises(ServerRefused):
        asyncio.run(play())


@pytest.mark.parametrize("status", [429, 502, 503, 504])
def test_a_request_that_is_refused_for_now_is_sent_again(status: int) -> None:
    server = FakeServer({SEE: [(status, b"later"), seen(1)]})

    async def check() -> dict[str, Any]:
        async with sitting(server) as table:
            return await table.client.see("m")

    assert asyncio.run(check())["version"] == 1
    assert server.asked == [SEE, SEE]
