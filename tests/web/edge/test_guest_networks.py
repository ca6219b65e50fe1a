"""The network of each guest is remembered; requests that make no guest leave nothing behind."""

import asyncio
from typing import Any

import pytest

from dicehall.match.networks import GuestNetworks
from dicehall.web.edge.identity import COOKIE, IdentityMiddleware, Signer

SIGNER = Signer(b"k" * 32)


def ask(path: str, cookie: str = "") -> tuple[str, str]:
    """The guest that a request is from, and the network that is remembered for that guest."""
    networks = GuestNetworks()
    guests = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        guests.append(scope["guest"])

    scope = {
        "type": "http",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "client": ("192.0.2.7", 1),
        "headers": [(b"cookie", f"{COOKIE}={cookie}".encode())] if cookie else [],
    }
    middleware = IdentityMiddleware(app, SIGNER, networks)
    asyncio.run(middleware(scope, None, None))  # type: ignore[arg-type]
    return guests[0], networks.party(guests[0]).network


@pytest.mark.parametrize("path", ["/", "/static/dicehall.css"])
def test_a_known_guest_is_remembered_with_their_network(path: str) -> None:
    assert ask(path, SIGNER.sign("ada")) == ("ada", "192.0.2.7")


def test_a_new_guest_is_remembered_with_their_network() -> None:
    assert ask("/")[1] == "192.0.2.7"


@pytest.mark.parametrize("path", ["/static/dicehall.css", "/manifest.webmanifest"])
def test_public_files_create_no_guest(path: str) -> None:
    guest, network = ask(path)
    assert network == guest
