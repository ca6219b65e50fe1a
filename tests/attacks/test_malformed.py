"""Malformed requests are refused with a named code and never cause a server error.

`test_fuzz.py` sends random ones; these are the kinds it has found.
"""

from collections.abc import Iterator

import pytest

from attacks.raw import ask, get, status
from nodes.node import Node

JSON, FORM = "application/json", "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data; boundary=x"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    node = Node(["--data", str(tmp_path_factory.mktemp("malformed"))])
    yield node
    node.stop()
    output = node.log.read_text()
    node.end()
    assert output == ""


def post(path: str, kind: str, body: bytes, *headers: str) -> bytes:
    lines = [f"POST {path} HTTP/1.1", "Host: dicehall", "Connection: close", *headers]
    lines += [f"Content-Type: {kind}", f"Content-Length: {len(body)}", "", ""]
    return "\r\n".join(lines).encode("latin-1") + body


def part(name: str, more: str = "", kind: str = "text/plain") -> bytes:
    head = f'Content-Disposition: form-data; name="{name}"{more}\r\nContent-Type: {kind}'
    return f"--x\r\n{head}\r\n\r\n\xff\r\n--x--\r\n".encode("latin-1")


@pytest.mark.parametrize("path", ["/api/matches", "/api/matches/0/moves", "/api/matches/0/seats"])
@pytest.mark.parametrize(
    "body",
    [
        b'{"game": "\xff\xfe", "name": "\xff", "move": "\xff", "version": 1, "seat": 0}',
        b'{"game":' * 5000,
        b"[" * 30_000,
        b'{"more": ' + b"[" * 30_000,
        b'{"options": {"a": ' + b"[" * 30_000,
        b'{"game": "\\ud800", "name": "\\udfff", "move": "\\ud800", "version": 1, "seat": 0}',
        b'{"version": 1e999}',
        b'{"version": ' + b"9" * 5000 + b"}",
        b"\x00",
        b"null",
    ],
)
def test_json_that_is_none(server: Node, path: str, body: bytes) -> None:
    answer = ask(server.port, post(path, JSON, body))
    assert status(answer) in (400, 404, 422)
    assert b'"code":' in answer


@pytest.mark.parametrize("path", ["/new/fune", "/settings", "/matches/0/moves", "/matches/0/again"])
@pytest.mark.parametrize(
    ("kind", "body"),
    [
        (FORM, b"name=\xff\xfe"),
        (FORM, b"&".join(b"%d=" % number for number in range(60))),
        (MULTIPART, part("name", '; filename="name"')),
        (MULTIPART, part("opponent", '; filename="opponent"')),
        (MULTIPART, part("version", kind="text/plain; charset=nothing")),
        (MULTIPART, part("version")),
        (MULTIPART, b"--x"),
        ("multipart/form-data", b"--x"),
    ],
)
def test_forms_that_are_none(server: Node, path: str, kind: str, body: bytes) -> None:
    for headers in ([], ["X-Part: table"]):
        assert status(ask(server.port, post(path, kind, body, *headers))) == 400


@pytest.mark.parametrize(
    "path",
    [
        "/static/%00",
        "/static/a%00.css",
        f"/static/{'x' * 300}.css",
        f"/static/{'x/' * 3000}",
        "/static/..%2f..%2fapp.py",
        "/static/../app.py",
        "/static/%ff%fe",
        "/static/0123456789/%2e%2e/app.py",
        "/static/fune/..%2f..%2frules.py",
        "/static/",
        "/static/fune",
    ],
)
def test_static_files_that_cannot_be(server: Node, path: str) -> None:
    assert status(ask(server.port, get(path))) == 404


@pytest.mark.parametrize(
    "origin", ["http://[", "http://[::1", "//", "http://a:b:c", "\xff", "http://"]
)
def test_an_origin_that_is_none_is_another_site(server: Node, origin: str) -> None:
    request = post("/api/guests", JSON, b"{}", f"Origin: {origin}")
    assert status(ask(server.port, request)) == 403


@pytest.mark.parametrize("origin", ["http://dicehall", "http://DICEHALL:80", "http://dicehall."])
def test_an_origin_may_be_written_in_several_ways(server: Node, origin: str) -> None:
    request = post("/api/guests", JSON, b"{}", f"Origin: {origin}")
    assert status(ask(server.port, request)) == 201


@pytest.mark.parametrize("host", ["[", "a:99999", "a:b", "a b", "\xff", "x" * 400, "[::g]", ""])
def test_an_invalid_host_header(server: Node, host: str) -> None:
    request = f"GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode("latin-1")
    assert status(ask(server.port, request)) == 400
    twice = f"GET / HTTP/1.1\r\nHost: d\r\nHost: {host}\r\nConnection: close\r\n\r\n"
    assert status(ask(server.port, twice.encode("latin-1"))) == 400


@pytest.mark.parametrize(
    "path",
    [
        "/matches/%ff%fe",
        "/matches/%ed%a0%80",
        "/matches/%00",
        "/api/rooms/%00%ff",
        "/r/%ff",
        "/join?code=%ff%00",
        "/rules/%00",
        "/%",
        "/history?page=9999999999999999999999&game=%00&result=%ff",
        "/matches/0/stream?version=99999999999999999999999999&moment=x",
        "/api/matches/0/stream?version=-1",
        "/settings?back=%00&saved=%ff",
        "/api/scores?game=%00",
    ],
)
def test_addresses_with_signs_that_are_none(server: Node, path: str) -> None:
    assert 200 <= status(ask(server.port, get(path))) < 500


@pytest.mark.parametrize(
    "cookie",
    [
        "dicehall=\xff.\xfe; preferences=\xff; tables=%ff%00",
        ";;;===;=;",
        "preferences=" + "%" * 3000,
        'preferences="theme=dark\\777"; tables="\\"',
        "tables=" + "sparkle=" * 500,
    ],
)
def test_malformed_cookies(server: Node, cookie: str) -> None:
    request = f"GET / HTTP/1.1\r\nHost: d\r\nConnection: close\r\nCookie: {cookie}\r\n\r\n"
    assert status(ask(server.port, request.encode("latin-1"))) == 200


@pytest.mark.parametrize(
    "request_",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET \xff HTTP/1.1\r\nHost: d\r\n\r\n",
        b"GET /\xff HTTP/1.1\r\nHost: d\r\n\r\n",
        b"GET / HTTP/1.1\r\nno header\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: d\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: d\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: d\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
        b"CONNECT dicehall:80 HTTP/1.1\r\nHost: d\r\n\r\n",
    ],
)
def test_malformed_requests(server: Node, request_: bytes) -> None:
    assert status(ask(server.port, request_)) == 400


@pytest.mark.parametrize("to", ["websocket", "h2c", "TLS/1.0"])
def test_an_upgrade_is_answered_as_a_plain_request(server: Node, to: str) -> None:
    upgrade = f"GET /health HTTP/1.1\r\nHost: d\r\nConnection: Upgrade\r\nUpgrade: {to}\r\n\r\n"
    assert status(ask(server.port, upgrade.encode())) == 200
    many = "".join(f"X-{number}: y\r\n" for number in range(101))
    assert status(ask(server.port, upgrade.replace("\r\n\r\n", f"\r\n{many}\r\n").encode())) == 431
