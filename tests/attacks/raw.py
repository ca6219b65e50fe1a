"""Requests as bytes, over sockets: what no well-behaved client would send."""

import re
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

PATIENCE_SECONDS = 60


@contextmanager
def connected(port: int, address: str = "127.0.0.1") -> Iterator[socket.socket]:
    """A connection to a server, from an address of this machine."""
    with socket.socket() as wire:
        wire.settimeout(PATIENCE_SECONDS)
        wire.bind((address, 0))
        wire.connect(("127.0.0.1", port))
        yield wire


def read_all(wire: socket.socket) -> bytes:
    """Everything until the server closes the connection."""
    heard = b""
    with suppress(ConnectionResetError):  # it closed while there was more to read
        while data := wire.recv(65536):
            heard += data
    return heard


def send_all(wire: socket.socket, data: bytes) -> None:
    """Send it, as far as anybody listens."""
    with suppress(BrokenPipeError, ConnectionResetError):
        wire.sendall(data)


def keep_sending(wire: socket.socket, data: bytes) -> None:
    """Send the same data repeatedly until the connection closes."""
    with suppress(BrokenPipeError, ConnectionResetError):
        while True:
            wire.sendall(data)


def ask(port: int, request: bytes, address: str = "127.0.0.1") -> bytes:
    """The whole answer to a request, after which the connection closes."""
    with connected(port, address) as wire:
        send_all(wire, request)
        return read_all(wire)


def get(path: str, *headers: str) -> bytes:
    """A plain request that asks to close the connection after it."""
    lines = [f"GET {path} HTTP/1.1", "Host: dicehall", "Connection: close", *headers]
    return "\r\n".join([*lines, "", ""]).encode()


def status(answer: bytes) -> int:
    """The status of an answer; 0 if there was none."""
    found = re.match(rb"HTTP/1\.[01] (\d{3}) ", answer)
    return int(found[1]) if found else 0


def closed(wire: socket.socket, seconds: float) -> bool:
    """Whether the server closes a connection within this many seconds, with or without response."""
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        wire.settimeout(left)
        try:
            if not wire.recv(65536):
                return True
        except ConnectionResetError:
            return True
        except TimeoutError:
            return False
    return False
