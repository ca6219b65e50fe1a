"""Servers that are attacked, and matches in them."""

from collections.abc import Iterator

import pytest

from attacks.contest import OnlineView
from nodes.conftest import new_node
from support.clients import open_match, program, visitor
from support.server import Server

__all__ = ["new_node"]


@pytest.fixture
def contest(server: Server) -> Iterator[OnlineView]:
    with program(server) as ada, program(server) as bob, visitor(server) as mallory:
        mallory.get("/")  # gives her a cookie of her own
        opened = open_match(ada, "knucklebones", "open", begins="first")
        seats = f"/api/matches/{opened['id']}/seats"
        match = bob.post(seats, json={"seat": 1, "name": "Bob"}).json()
        yield OnlineView(server, ada, bob, mallory, match)
