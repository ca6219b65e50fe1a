"""Clients that send or read too slowly, or not at all."""

import socket
import struct
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from attacks.raw import ask, closed, connected, get, keep_sending, read_all, send_all, status
from nodes.conftest import NewNode
from nodes.node import Node
from support.clients import open_match, play

QUICK = {
    "dicehall.host.connection.HEAD_SECONDS": 1.0,
    "dicehall.host.connection.BODY_SECONDS": 1.0,
    "dicehall.host.connection.UNREAD_SECONDS": 1.0,
}
"""Deadlines that a test can wait for."""
DESCRIPTORS = 256
LOCKED_OUT = 15
"""Seconds: nobody waits longer for an answer, whatever others do."""
PATIENCE_SECONDS = 30


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    node = Node(["--data", str(tmp_path_factory.mktemp("hasty"))], changes=QUICK)
    yield node
    node.stop()
    output = node.log.read_text()
    node.end()
    assert output == "", "clients that go away are worth no line"


@pytest.mark.parametrize("path", ["/", "/static/dicehall.css", "/health", "/api/games"])
def test_a_head_that_never_ends_is_not_waited_for(hasty: Node, path: str) -> None:
    with connected(hasty.port) as wire:
        wire.sendall(f"GET {path} HTTP/1.1\r\nHost: dicehall\r\n".encode())
        for number in range(30):  # a line every now and then does not help
            try:
                wire.sendall(f"X-{number}: slow\r\n".encode())
            except (BrokenPipeError, ConnectionResetError):
                break
            time.sleep(0.1)
        assert status(read_all(wire)) in (0, 408)
    assert status(ask(hasty.port, get(path))) == 200


@pytest.mark.parametrize("sent", [b"", b"\r\n", b"G"])
def test_silent_connections_time_out(hasty: Node, sent: bytes) -> None:
    with connected(hasty.port) as wire:
        wire.sendall(sent)
        assert closed(wire, PATIENCE_SECONDS)


@pytest.mark.parametrize("path", ["/api/matches", "/new/fune", "/api/matches/0/moves"])
def test_half_a_body_is_not_waited_for(hasty: Node, path: str) -> None:
    with connected(hasty.port) as wire:
        kind = "application/json" if "api" in path else "application/x-www-form-urlencoded"
        head = f"POST {path} HTTP/1.1\r\nHost: dicehall\r\nContent-Type: {kind}\r\n"
        wire.sendall(f'{head}Content-Length: 100\r\n\r\n{{"move":'.encode())
        assert status(read_all(wire)) == 408


def test_reading_an_unwanted_body_has_a_time_limit(hasty: Node) -> None:
    with connected(hasty.port) as wire:
        wire.sendall(b"POST /health HTTP/1.1\r\nHost: d\r\nContent-Length: 1000000000000\r\n\r\n")
        keep_sending(wire, b"x" * 65536)


@pytest.mark.parametrize("requests", [2, 50])
def test_pipelining_and_disconnecting_is_not_a_server_error(hasty: Node, requests: int) -> None:
    for _ in range(20):
        with connected(hasty.port) as wire:
            send_all(wire, b"GET /static/pixel.woff2 HTTP/1.1\r\nHost: d\r\n\r\n" * requests)
            wire.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def test_a_client_that_does_not_read_is_disconnected(hasty: Node) -> None:
    """Many pipelined requests whose responses are never read."""
    with connected(hasty.port) as wire:
        keep_sending(wire, b"GET /static/pixel.woff2 HTTP/1.1\r\nHost: dicehall\r\n\r\n")


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nHost: "])
def test_idle_connections_do_not_block_others(
    new_node: NewNode, tmp_path: Path, sent: bytes
) -> None:
    """More of them than the process has descriptors: those that were idle longest make room."""
    server = new_node("--data", str(tmp_path), changes={"descriptors": DESCRIPTORS})
    with ExitStack() as stack, httpx.Client(base_url=server.address, timeout=LOCKED_OUT) as ada:
        match = open_match(ada, "knuckles", "people", other="Bob")
        for _ in range(2 * DESCRIPTORS):
            wire = stack.enter_context(connected(server.port))
            send_all(wire, sent)
        for path in ("/", "/static/dicehall.css", "/health", f"/matches/{match['id']}"):
            with httpx.Client(base_url=server.address, timeout=LOCKED_OUT) as visitor:
                assert visitor.get(path).status_code == 200
        assert play(ada, match, match["turn"]["moves"][0]).status_code == 201
    server.stop()
    assert server.log.read_text() == ""


def test_one_address_cannot_have_all_connections(new_node: NewNode, tmp_path: Path) -> None:
    """Its own oldest ones make room for its new ones; those of others stay."""
    server = new_node("--data", str(tmp_path), "--proxies", "192.0.2.1", "--limit", "50")
    with connected(server.port, "127.0.0.2") as other, ExitStack() as stack:
        wires = [stack.enter_context(connected(server.port)) for _ in range(30)]
        assert all(closed(wire, PATIENCE_SECONDS) for wire in wires[:20])
        other.sendall(get("/health"))
        assert status(read_all(other)) == 200
        wires[-1].sendall(get("/health"))
        assert status(read_all(wires[-1])) == 200


@pytest.mark.parametrize(
    "half",
    [
        b"POST /new/fune HTTP/1.1\r\nHost: dicehall\r\n",
        b"POST /new/fune HTTP/1.1\r\nHost: dicehall\r\nContent-Length: 100\r\n"
        b"Content-Type: application/x-www-form-urlencoded\r\n\r\nname=",
    ],
    ids=["of a head", "of a body"],
)
def test_a_server_that_closes_waits_for_no_half_of_a_request(
    new_node: NewNode, tmp_path: Path, half: bytes
) -> None:
    node = new_node("--data", str(tmp_path))
    with connected(node.port) as wire:
        wire.sendall(half)
        assert status(ask(node.port, get("/health"))) == 200  # the half was read before
        node.stop()
        assert status(read_all(wire)) == 503
    assert node.log.read_text() == ""
