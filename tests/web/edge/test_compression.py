"""Text is compressed for clients that take it; streams, short answers and pictures are not."""

import asyncio
import gzip
import re
from http.client import HTTPConnection, HTTPResponse
from typing import Any

import httpx
import pytest

from dicehall.web.edge.compression import LEAST_BYTES, CompressionMiddleware
from support.clients import open_match, play, program
from support.server import Server


def get(server: Server, path: str, accept: str = "gzip", method: str = "GET") -> HTTPResponse:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=120)
    connection.request(method, path, headers={"Accept-Encoding": accept})
    return connection.getresponse()


def static_files(server: Server) -> list[str]:
    return re.findall(
        r'"(/static/[^"#]+\.(?:js|css|svg))"', httpx.get(server.address, timeout=120).text
    )


def test_every_text_of_the_first_page_is_compressed(server: Server) -> None:
    paths = ["/", "/manifest.webmanifest", "/service-worker.js", "/api/openapi.json"]
    for path in [*paths, *static_files(server)]:
        plain = get(server, path, "identity").read()
        answer = get(server, path)
        body = answer.read()
        if len(plain) < LEAST_BYTES:
            assert answer.headers["Content-Encoding"] is None
            continue
        assert answer.headers["Content-Encoding"] == "gzip", path
        assert answer.headers["Content-Length"] == str(len(body))
        assert len(body) < len(plain) * 0.6, path
        if path.startswith("/static/"):
            assert gzip.decompress(body) == plain


def test_a_cache_keeps_both_and_their_tags_differ(server: Server) -> None:
    path = next(path for path in static_files(server) if path.endswith("dicehall.css"))
    packed, plain = get(server, path), get(server, path, "identity")
    for answer in (packed, plain):
        assert answer.headers["Vary"] == "Accept-Encoding"
        assert "immutable" in answer.headers["Cache-Control"]
    assert plain.headers["Content-Encoding"] is None
    assert packed.headers["ETag"] == f"W/{plain.headers['ETag']}"
    head = get(server, path, method="HEAD")
    assert head.headers["Content-Length"] == packed.headers["Content-Length"]


@pytest.mark.parametrize("path", ["/static/icons/icon-192.png", "/static/pixel.woff2", "/health"])
def test_incompressible_responses_are_left_alone(server: Server, path: str) -> None:
    assert get(server, path).headers["Content-Encoding"] is None


def test_a_move_is_compressed_for_pages_and_sent_as_it_is_to_programs(server: Server) -> None:
    with program(server) as client:
        match = open_match(client, "knucklebones", "people", other="Bob", begins="first")
        moved = play(client, match, match["turn"]["moves"][0])
        assert len(moved.content) < LEAST_BYTES
        assert "content-encoding" not in moved.headers
        match = moved.json()
        form = {"move": match["turn"]["moves"][0], "version": match["version"]}
        shown = client.post(f"/matches/{match['id']}/moves", data=form, headers={"X-Part": "table"})
        assert shown.status_code == 200
        assert shown.headers["content-encoding"] == "gzip"


def test_events_are_not_held_back(server: Server) -> None:
    with program(server) as client:
        match = open_match(client, "knucklebones", "people", other="Bob", begins="first")
        address = f"/matches/{match['id']}/stream?version=0"
        with client.stream("GET", address, headers={"Accept-Encoding": "gzip"}) as stream:
            assert "content-encoding" not in stream.headers
            assert next(stream.iter_text()).startswith("retry:")


def test_a_static_file_is_compressed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    packed: list[int] = []
    compress = gzip.compress

    def count(body: bytes, *options: Any, **more: Any) -> bytes:
        packed.append(len(body))
        return compress(body, *options, **more)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        headers = [(b"content-type", b"text/css"), (b"content-length", b"5000")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"a" * 2000, "more_body": True})
        await send({"type": "http.response.body", "body": b"b" * 3000, "more_body": False})

    async def ask() -> list[Any]:
        sent: list[Any] = []

        async def send(message: Any) -> None:
            sent.append(message)

        for edition in ("0", "1"):
            path = f"/static/{edition}/x.css"
            scope = {"type": "http", "path": path, "headers": [(b"accept-encoding", b"gzip")]}
            await middleware(scope, None, send)  # type: ignore[arg-type]
        return sent

    monkeypatch.setattr(gzip, "compress", count)
    middleware = CompressionMiddleware(app)
    sent = asyncio.run(ask())
    assert packed == [5000]
    assert [gzip.decompress(message["body"]) for message in sent[1::2]] == [
        b"a" * 2000 + b"b" * 3000
    ] * 2
