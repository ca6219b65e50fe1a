"""Moves are dispatched without the framework, and the answers are the same as with it."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import msgspec
import pytest
from prometheus_client import REGISTRY

from dicehall.game import new_game
from dicehall.game.refused import StoreUnreachable, StoreUnusable
from dicehall.match.bus.protocol import MemoryBus
from dicehall.match.match import Match
from dicehall.match.metrics import start_measuring
from dicehall.match.service import Matches
from dicehall.match.store.sqlite import SqliteStore
from dicehall.web.app import create_app
from dicehall.web.edge.asgi import App
from dicehall.web.edge.identity import Signer
from dicehall.web.edge.limits import Limits
from dicehall.web.edge.reading import MOST_BODY_BYTES
from dicehall.web.server import WebServer
from support.contests import ANN, BOB

Answer = tuple[int, list[tuple[bytes, bytes]], bytes]
Ask = Callable[..., Awaitable[Answer]]

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:litestar")

SIGNER = Signer(b"k" * 32)
STRANGER = "somebody else"
JSON = "application/json"
FORM = "application/x-www-form-urlencoded"


async def ask(app: App, path: str, parts: list[bytes], guest: str, kind: str = JSON) -> Answer:
    """The answer to a body that comes in these parts; a form comes from the script of a page."""
    waiting = [
        {"type": "http.request", "body": part, "more_body": number < len(parts)}
        for number, part in enumerate(parts, start=1)
    ]
    received: list[Any] = []

    async def receive() -> Any:
        return waiting.pop(0) if waiting else {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        received.append(message)

    headers = [
        (b"authorization", b"Bearer " + SIGNER.sign(guest).encode()),
        (b"content-type", kind.encode()),
        (b"content-length", b"%d" % sum(map(len, parts))),
        (b"x-part", b"table"),
    ]
    scope = {
        "type": "http", "http_version": "1.1", "scheme": "http", "method": "POST", "path": path,
        "raw_path": path.encode(), "root_path": "", "query_string": b"", "headers": headers,
        "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80), "state": {}, "extensions": {},
    }  # fmt: skip
    await app(scope, receive, send)
    start, *bodies = received
    return start["status"], sorted(start["headers"]), b"".join(body["body"] for body in bodies)


def with_app(folder: Path, use: Callable[[Ask, Matches, Match], Awaitable[None]]) -> None:
    """Use a server with one match through its application, which has no network here."""

    async def run() -> None:
        matches = Matches(SqliteStore.at(folder / "matches.db"), MemoryBus())
        app = create_app(matches, SIGNER, asyncio.Event(), Limits())
        events: asyncio.Queue[Any] = asyncio.Queue()
        opened = asyncio.Event()

        async def hear(message: Any) -> None:
            opened.set()

        living = asyncio.ensure_future(app({"type": "lifespan", "state": {}}, events.get, hear))
        events.put_nowait({"type": "lifespan.startup"})
        await opened.wait()
        match = await matches.open(new_game("knucklebones"), [ANN, BOB])
        try:
            await use(lambda *asked: ask(app, *asked), matches, match)
        finally:
            events.put_nowait({"type": "lifespan.shutdown"})
            await living

    asyncio.run(run())


def form(match: Match, move: str) -> bytes:
    return urlencode({"spelled": move, "version": match.version}).encode()


@pytest.fixture(autouse=True, scope="module")
def measured() -> None:
    start_measuring()


def refusals(code: str) -> float:
    """How many commands were refused with this code so far."""
    return REGISTRY.get_sample_value("dicehall_refusals_total", {"code": code}) or 0.0


def halves(body: bytes) -> list[bytes]:
    return [body[: len(body) // 2], body[len(body) // 2 :]]


def code_of(answer: Answer) -> object:
    """The code of a refusal; None for anything else."""
    return msgspec.json.decode(answer[2]).get("code") if answer[0] >= 400 else None


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"move": "column 1"}, 201),
        ({"move": "column 1", "id": "my own"}, 201),
        ({"move": "column 9"}, 422),
        ({"move": "column 1", "version": 1}, 409),
        ({"move": "column 1", "version": -1}, 400),
        ({"move": "column 1", "version": "2"}, 409),  # read as a number, and old
        ({"move": "x" * 101}, 400),
        ({"move": "column 1", "more": 1}, 400),
        ({"move": 1}, 400),
        ({}, 400),
        (b"", 400),
        (b"{", 400),
        (b"\xff\xfe", 400),
        (b'{"move": "' + b"x" * MOST_BODY_BYTES + b'"}', 413),
    ],
)
def test_the_answer_does_not_depend_on_the_way(
    tmp_path: Path, said: dict[str, Any] | bytes, code: int
) -> None:
    """Neither on the parts that a body comes in, nor on who dispatches it: with a slash at the end
    of its path a move goes through the framework's routing."""

    async def use(ask: Ask, matches: Matches, match: Match) -> None:
        path = f"/api/matches/{match.id}/moves"
        at_version = {"version": match.version, **said} if isinstance(said, dict) and said else said
        body = at_version if isinstance(at_version, bytes) else msgspec.json.encode(at_version)
        short = await ask(path, [body], "guest-a")
        assert short[0] == code
        assert short == await ask(path, halves(body), "guest-a")
        routed = await ask(f"{path}/", [body], "guest-a")
        assert (routed[0], code_of(routed)) == (code, code_of(short))
        after = await matches.see(match.id)
        assert (after.version > match.version) == (code == 201)

    with_app(tmp_path, use)


def test_refusals_do_not_depend_on_the_way(tmp_path: Path) -> None:
    async def use(ask: Ask, matches: Matches, match: Match) -> None:
        body = msgspec.json.encode({"move": "column 1", "version": match.version})
        for path, guest, code in [
            (f"/api/matches/{match.id}/moves", STRANGER, 403),
            (f"/api/matches/{match.id}/moves", "guest-b", 409),
            ("/api/matches/0000/moves", "guest-a", 404),
            ("/api/matches//moves", "guest-a", 405),
            (f"/api/matches/{match.id}/x/moves", "guest-a", 404),
        ]:
            short = await ask(path, [body], guest)
            assert short[0] == code
            assert short == await ask(path, halves(body), guest)
        assert await matches.see(match.id) == match

    with_app(tmp_path, use)


def test_a_server_error_is_reported_as_one(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def use(ask: Ask, matches: Matches, match: Match) -> None:
        async def fall_over(*_: object) -> None:
            raise ZeroDivisionError

        monkeypatch.setattr(SqliteStore, "append", fall_over)
        path = f"/api/matches/{match.id}/moves"
        body = msgspec.json.encode({"move": "column 1", "version": match.version})
        short = await ask(path, [body], "guest-a")
        assert short[0] == 500
        assert msgspec.json.decode(short[2])["code"] == "broken"
        assert short == await ask(path, halves(body), "guest-a")
        assert "ZeroDivisionError" in caplog.text

    with_app(tmp_path, use)


@pytest.mark.parametrize(
    ("move", "guest", "code", "named"),
    [
        ("column 1", "guest-a", 200, ""),
        ("column 9", "guest-a", 422, "illegal-move"),
        ("column 1", "guest-b", 409, "not-your-turn"),
        ("column 1", STRANGER, 403, "not-your-seat"),
    ],
)
def test_a_page_is_answered_the_same_and_a_refusal_counted_once(
    tmp_path: Path, move: str, guest: str, code: int, named: str
) -> None:
    async def use(ask: Ask, matches: Matches, match: Match) -> None:
        path, body = f"/matches/{match.id}/moves", form(match, move)
        before = refusals(named)
        short = await ask(path, [body], guest, FORM)
        assert short[0] == code
        assert refusals(named) - before == (1 if named else 0)
        assert short == await ask(path, halves(body), guest, FORM)

    with_app(tmp_path, use)


FAULTS: list[tuple[Exception, int, str]] = [
    (ZeroDivisionError(), 500, "broken"),
    (StoreUnreachable("away"), 503, "store-unreachable"),
    (StoreUnusable("the disk is full"), 503, "store-unusable"),
]


@pytest.mark.parametrize(("error", "status", "code"), FAULTS)
@pytest.mark.parametrize("failing", ["play", "draw"])
def test_a_failed_move_is_explained_on_the_page(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    failing: str,
    error: Exception,
    status: int,
    code: str,
) -> None:
    async def use(ask: Ask, matches: Matches, match: Match) -> None:
        async def fall_over(*_: object, **__: object) -> None:
            raise error

        if failing == "play":
            monkeypatch.setattr(SqliteStore, "append", fall_over)
        else:
            monkeypatch.setattr(WebServer, "draw", fall_over)
            monkeypatch.setattr(WebServer, "frames", fall_over)
        path = f"/matches/{match.id}/moves"
        answered, headers, body = await ask(path, [form(match, "column 1")], "guest-a", FORM)
        assert answered == status
        assert (b"content-type", b"application/json") in headers
        data = msgspec.json.decode(body)
        assert data["code"] == code
        assert data["reason"][0].isupper()
        assert ((await matches.see(match.id)).version > match.version) == (failing == "draw")

    with_app(tmp_path, use)


def test_a_longer_path_is_not_a_move_request(tmp_path: Path) -> None:
    async def use(ask: Ask, matches: Matches, match: Match) -> None:
        body = msgspec.json.encode({"move": "column 1", "version": match.version})
        answer = await ask(f"/api/matches/{match.id}/moves/more", [body], "guest-a")
        assert answer[0] == 404
        answer = await ask(
            f"/matches/{match.id}/moves/more", [form(match, "column 1")], "guest-a", FORM
        )
        assert answer[0] == 404
        assert await matches.see(match.id) == match

    with_app(tmp_path, use)
