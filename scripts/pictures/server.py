"""A server to take pictures of: one of our own that forgets everything, or one that is open."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

KEY = "a key for pictures that open no real doors"
"""Signs the guests of our own servers, so that a guest can be known before a server opens."""
PATIENCE_SECONDS = 120
MOST_REQUESTS = 1_000_000


@dataclass(frozen=True, slots=True)
class Server:
    """Where a server is open, and the token of the guest who looks at it."""

    address: str
    token: str

    @property
    def cookie(self) -> dict[str, str]:
        """What makes a browser this guest."""
        return {"name": "dicehall", "value": self.token, "url": self.address}

    def client(self) -> httpx.Client:
        """A program that is this guest."""
        bearer = {"Authorization": f"Bearer {self.token}"}
        return httpx.Client(base_url=self.address, timeout=PATIENCE_SECONDS, headers=bearer)


def visit(address: str) -> Server:
    """A server that somebody has opened, seen by a new guest."""
    address = address.rstrip("/")
    answer = httpx.post(f"{address}/api/guests", timeout=PATIENCE_SECONDS)
    answer.raise_for_status()
    return Server(address, answer.json()["token"])


@contextmanager
def opened(folder: Path, pace_seconds: float) -> Iterator[str]:
    """The address of a server of our own, which keeps its matches in a folder."""
    options = ["--no-open", "--port", "0", "--data", str(folder), "--pace", str(pace_seconds)]
    process = subprocess.Popen(
        [sys.executable, "-m", "dicehall", "serve", *options, "--limit", str(MOST_REQUESTS)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "DICEHALL_KEY": KEY},
    )
    try:
        assert process.stdout
        line = process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+", line)
        assert found, f"the server said {line!r}"
        yield found[0]
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE_SECONDS)
