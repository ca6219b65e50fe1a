"""What monitors and previews ask for: everything about an answer but its body."""

from http.client import HTTPConnection

import pytest

from support.server import Server


def ask(server: Server, method: str, path: str) -> tuple[int, str | None, bytes]:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=120)
    connection.request(method, path)
    answer = connection.getresponse()
    return answer.status, answer.headers["Content-Type"], answer.read()


@pytest.mark.parametrize("path", ["/", "/rules/fune", "/health", "/api/games", "/nowhere"])
def test_head_is_get_without_a_body(server: Server, path: str) -> None:
    status, kind, body = ask(server, "GET", path)
    assert body
    assert ask(server, "HEAD", path) == (status, kind, b"")


def test_a_stream_has_no_head(server: Server) -> None:
    status, _, _ = ask(server, "HEAD", "/matches/0/stream")
    assert status == 405
