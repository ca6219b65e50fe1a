"""HTTP clients of a server."""

from typing import Any

import httpx

from support.server import Server


def visitor(server: Server, **headers: str) -> httpx.Client:
    """A visitor with its own cookie jar."""
    return httpx.Client(base_url=server.address, timeout=120, headers=headers)


def program(server: Server) -> httpx.Client:
    """A program with its own identity."""
    token = httpx.post(f"{server.address}/api/guests", timeout=120).json()["token"]
    return visitor(server, Authorization=f"Bearer {token}")


def open_match(client: httpx.Client, game: str, opponent: str, **more: Any) -> dict[str, Any]:
    """A new match, as its first player sees it."""
    body = {"game": game, "name": "Ada", "opponent": opponent, **more}
    answer = client.post("/api/matches", json=body)
    assert answer.status_code == 201, answer.text
    opened: dict[str, Any] = answer.json()
    return opened


def play(client: httpx.Client, match: dict[str, Any], move: str, **more: Any) -> httpx.Response:
    """Send a move for the version in `match`."""
    body = {"move": move, "version": match["version"], **more}
    return client.post(f"/api/matches/{match['id']}/moves", json=body)


def see(client: httpx.Client, match: dict[str, Any]) -> dict[str, Any]:
    """The current match."""
    seen: dict[str, Any] = client.get(f"/api/matches/{match['id']}").json()
    return seen
