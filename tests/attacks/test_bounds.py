"""Every part of a request is bounded, in size and in time."""

import socket
from collections.abc import Iterator

import psutil
import pytest

from attacks.raw import ask, connected, get, send_all, status
from nodes.node import Node

QUICK = {
    f"dicehall.host.connection.{deadline}_SECONDS": 1
    for deadline in ("HEAD", "BODY", "REST", "UNREAD")
}
"""Deadlines that a test can wait for."""

HEAD = b"GET /health HTTP/1.1\r\nHost: d\r\n"
POST = b"POST /settings HTTP/1.1\r\nHost: d\r\nContent-Type: application/x-www-form-urlencoded\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"

PARTS = {
    "blank lines before a request": (b"", b"\r\n"),
    "method": (b"", b"G"),
    "path": (b"GET /", b"x"),
    "query": (b"GET /?", b"x"),
    "header name": (HEAD, b"x"),
    "header value": (HEAD + b"X: ", b"x"),
    "header lines": (HEAD, b"a: b\r\n"),
    "body": (POST + b"Content-Length: 1000000000\r\n\r\n", b"x"),
    "body without a reader": (HEAD + b"Content-Length: 1000000000\r\n\r\n", b"x"),
    "chunked body": (CHUNKED, b"1000\r\n" + 4096 * b"x" + b"\r\n"),
    "tiny chunks": (CHUNKED, b"1\r\nx\r\n"),
    "chunk size": (CHUNKED, b"0"),
    "chunk extension": (CHUNKED + b"1;x=", b"x"),
    "trailer name": (CHUNKED + b"0\r\n", b"x"),
    "trailer value": (CHUNKED + b"0\r\nX: ", b"x"),
    "trailer lines": (CHUNKED + b"0\r\n", b"a: b\r\n"),
    "blank lines after a request": (HEAD + b"\r\n", b"\r\n"),
    "data after an upgrade": (HEAD + b"Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n", b"x"),
}
"""The beginning of a request, and what is then sent without end."""
PIPELINED = {"pipelined requests": (b"", HEAD + b"\r\n")}

BLOCK_BYTES = 64 * 1024
MOST_SENT_BYTES = 16 * 1024 * 1024
"""Most of what is sent before the connection is seen to be closed lies in the sockets' buffers."""
MOST_MEMORY_BYTES = 8 * 1024 * 1024
DRIP_SECONDS = 0.1
MOST_DRIPS = 300


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    node = Node(["--data", str(tmp_path_factory.mktemp("hasty"))], changes=QUICK)
    for _ in range(3):
        ask(node.port, get("/"))
    yield node
    node.stop()
    output = node.log.read_text()
    node.end()
    assert output == ""


@pytest.mark.parametrize("part", PARTS | PIPELINED)
def test_every_part_of_a_request_is_bounded(hasty: Node, part: str) -> None:
    """One trailer of 30 MB once took 10 s of everybody's time, and 129 MB took 2.2 GB of memory."""
    begin, filler = (PARTS | PIPELINED)[part]
    process = psutil.Process(hasty.process.pid)
    before = process.memory_info().rss
    with connected(hasty.port) as wire:
        send_all(wire, begin)
        sent = _send_without_end(wire, filler * (BLOCK_BYTES // len(filler)))
        assert sent < MOST_SENT_BYTES
    assert process.memory_info().rss - before < MOST_MEMORY_BYTES
    assert status(ask(hasty.port, get("/health"))) == 200


@pytest.mark.parametrize("part", PARTS)
def test_every_part_of_a_request_has_a_deadline(hasty: Node, part: str) -> None:
    """A byte now and then does not postpone it."""
    begin, filler = PARTS[part]
    with connected(hasty.port) as wire:
        send_all(wire, begin)
        assert any(_drip(wire, filler[:1]) for _ in range(MOST_DRIPS))


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        ("path", 431),
        ("header lines", 431),
        ("tiny chunks", 431),
        ("chunk extension", 431),
        ("trailer value", 431),
        ("trailer lines", 431),
        ("chunked body", 413),
    ],
)
def test_an_oversized_part_is_answered(hasty: Node, part: str, expected: int) -> None:
    begin, filler = PARTS[part]
    answer = ask(hasty.port, begin + filler * (2 * BLOCK_BYTES // len(filler)))
    assert status(answer) in (expected, 0)  # 0: the connection was reset before it was read


def test_trailers_are_not_taken_for_headers(hasty: Node) -> None:
    request = b"GET /api/games HTTP/1.1\r\nHost: d\r\nConnection: close\r\n"
    request += b"Transfer-Encoding: chunked\r\n\r\n0\r\n%b\r\n\r\n"
    for trailer in (b"X: y", b"Host: ["):
        assert status(ask(hasty.port, request % trailer)) == 200


def _send_without_end(wire: socket.socket, block: bytes) -> int:
    """How much could be sent before the connection was closed, or enough."""
    sent = 0
    try:
        while sent < MOST_SENT_BYTES:
            wire.sendall(block)
            sent += len(block)
    except (BrokenPipeError, ConnectionResetError):
        pass
    return sent


def _drip(wire: socket.socket, byte: bytes) -> bool:
    """Send a byte, and wait a little; whether the connection is closed."""
    wire.settimeout(DRIP_SECONDS)
    try:
        wire.sendall(byte)
        return not wire.recv(65536)
    except TimeoutError:
        return False
    except (BrokenPipeError, ConnectionResetError):
        return True
