"""Ada and Bob play each other; Mallory has a cookie of her own, and all that she can read."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx

from support.clients import see
from support.server import Server

ACTIONS = {
    "moves": {"move": "column 1", "version": "4"},
    "resign": {},
    "claim": {},
    "here": {},
    "rematch": {},
    "again": {},
    "reactions": {"reaction": "thanks"},
    "seats": {"name": "Mallory"},
}
"""What a page can ask for at a table, with its fields."""
API_ACTIONS: dict[str, dict[str, Any] | None] = {
    "moves": {"move": "column 1", "version": 4},
    "resignation": None,
    "claim": None,
    "answer": None,
    "rematch": None,
    "reactions": {"reaction": "thanks"},
    "seats": {"seat": 0, "name": "Mallory"},
}


@dataclass
class OnlineView:
    server: Server
    ada: httpx.Client
    bob: httpx.Client
    mallory: httpx.Client
    match: dict[str, Any]

    @property
    def path(self) -> str:
        return f"/matches/{self.match['id']}"

    @contextmanager
    def unmoved(self) -> Iterator[None]:
        """Nothing changes, for anybody."""
        before = see(self.ada, self.match), see(self.bob, self.match)
        yield
        assert (see(self.ada, self.match), see(self.bob, self.match)) == before


def token_of(client: httpx.Client) -> str:
    return str(client.headers["Authorization"]).removeprefix("Bearer ")
