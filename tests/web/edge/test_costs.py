"""Requests that take long cost more than one of those that an address may make."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx
import pytest

from dicehall.match.bus.protocol import MemoryBus
from dicehall.match.service import Matches
from dicehall.match.store.sqlite import SqliteStore
from dicehall.web import app as application
from dicehall.web.app import create_app
from dicehall.web.edge.identity import Signer
from dicehall.web.edge.limits import QUESTIONS, Limits, RequestLimitMiddleware

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:litestar")

LIMIT = 20


def with_client(folder: Path, use: Callable[[httpx.AsyncClient], Awaitable[None]]) -> None:
    """Ask an application, which has no network here, as one address."""

    async def run() -> None:
        matches = Matches(SqliteStore.at(folder / "matches.db"), MemoryBus())
        limits = Limits(LIMIT)
        app = create_app(matches, Signer(b"k" * 32), asyncio.Event(), limits)
        limited = RequestLimitMiddleware(app, limits)
        events: asyncio.Queue[dict[str, str]] = asyncio.Queue()
        opened = asyncio.Event()

        async def hear(message: object) -> None:
            opened.set()

        living = asyncio.ensure_future(app({"type": "lifespan", "state": {}}, events.get, hear))
        events.put_nowait({"type": "lifespan.startup"})
        await opened.wait()
        transport = httpx.ASGITransport(limited, client=("192.0.2.1", 1))  # type: ignore[arg-type]
        try:
            async with httpx.AsyncClient(transport=transport, base_url="http://d") as client:
                await use(client)
        finally:
            events.put_nowait({"type": "lifespan.shutdown"})
            await living

    asyncio.run(run())


@pytest.mark.parametrize(
    ("path", "cost"),
    [
        ("/join", 1),
        ("/api/games", 1),
        ("/api/docs", 1),
        ("/", 2),
        ("/scores", 4),
        ("/api/scores", 4),
        ("/matches/0/frames", 8),
    ],
)
def test_a_request_costs_what_its_route_declares(tmp_path: Path, path: str, cost: int) -> None:
    async def use(client: httpx.AsyncClient) -> None:
        allowed = LIMIT // cost
        statuses = [(await client.get(path)).status_code for _ in range(allowed + 1)]
        assert 429 not in statuses[:allowed]
        assert statuses[allowed] == 429

    with_client(tmp_path, use)


def test_a_request_that_costs_too_much_leaves_room_for_a_cheap_one(tmp_path: Path) -> None:
    async def use(client: httpx.AsyncClient) -> None:
        responses = [await client.get("/matches/0/frames") for _ in range(3)]
        assert responses[2].status_code == 429
        assert 0 < int(responses[2].headers["retry-after"]) <= 60
        assert (await client.get("/join")).status_code == 200

    with_client(tmp_path, use)


def test_the_description_of_the_interface_is_drawn_once_per_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = []
    describe = application._describe_api
    monkeypatch.setattr(
        application, "_describe_api", lambda app: drawn.append("drawn") or describe(app)
    )

    async def use(client: httpx.AsyncClient) -> None:
        for language in ("en", "ja", "en", "ja"):
            answer = await client.get("/api/docs", headers={"Accept-Language": language})
            assert answer.status_code == 200
            assert f'<html lang="{language}"' in answer.text
            assert "openapi.json" in answer.text
        assert len(drawn) == 2

    with_client(tmp_path, use)


def test_positions_are_analysed_as_often_as_the_coach_is_asked(tmp_path: Path) -> None:
    card = "3.6.9.12.15.18.25.0._.35.30.40.20"
    body = {"game": "fune", "position": f"{card}-66166-0-0"}

    async def ask(client: httpx.AsyncClient) -> None:
        answers = [await client.post("/api/analysis", json=body) for _ in range(5)]
        assert [answer.status_code for answer in answers] == [200] * (LIMIT // QUESTIONS) + [429]
        assert answers[-1].json()["code"] == "too-often"

    with_client(tmp_path, ask)
