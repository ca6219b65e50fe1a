"""Attempts to get other guests' identities: from caches, from files, under another host name."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from nodes.conftest import NewNode
from support.clients import open_match, program, visitor
from support.server import Server

BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture
def stranger(server: Server) -> Iterator[httpx.Client]:
    with visitor(server) as client:
        yield client


@pytest.mark.parametrize("path", ["/static/icon.svg", "/static/none.css", "/health", "/ready"])
def test_shared_responses_set_no_cookie(stranger: httpx.Client, path: str) -> None:
    assert "set-cookie" not in stranger.get(path).headers


def test_a_new_identity_is_sent_once(stranger: httpx.Client) -> None:
    """Not in the body and in a cookie as well, which would be another."""
    answer = stranger.post("/api/guests")
    assert answer.json()["token"]
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("path", ["/", "/new/fune", "/settings", "/history", "/no/such/page"])
def test_pages_are_never_cached(stranger: httpx.Client, path: str) -> None:
    assert stranger.get(path).headers["cache-control"] == "private, no-store"


def test_matches_are_never_cached(server: Server) -> None:
    with program(server) as ada:
        match = open_match(ada, "knuckles", "people", other="Bob")
        there = f"/matches/{match['id']}"
        responses = [ada.get(path) for path in (there, f"/api{there}", f"{there}/record")]
        move = {"move": match["turn"]["moves"][0], "version": match["version"]}
        responses.append(ada.post(f"/api{there}/moves", json=move))
        responses.append(ada.post(f"/api{there}/moves", json={}))
        for answer in responses:
            assert answer.headers.get_list("cache-control") == ["private, no-store"]
        with ada.stream("GET", f"{there}/stream") as stream:
            assert stream.headers.get_list("cache-control") == ["private, no-store"]


def test_static_files_are_kept_and_missing_ones_are_not(stranger: httpx.Client) -> None:
    assert "immutable" in stranger.get("/static/icon.svg").headers["cache-control"]
    assert stranger.get("/static/none.css").headers["cache-control"] == "private, no-store"


def test_the_cookie_lives_for_a_year_from_the_last_visit(stranger: httpx.Client) -> None:
    first = stranger.get("/", headers=BROWSER).headers["set-cookie"]
    again = stranger.get("/history", headers=BROWSER).headers["set-cookie"]
    assert again == first
    assert "Max-Age=31536000" in again
    assert "set-cookie" not in stranger.get("/api/games").headers
    assert "dicehall=" not in stranger.post("/settings", headers=BROWSER).headers["set-cookie"]


def test_a_token_never_becomes_a_cookie(server: Server) -> None:
    with program(server) as ada:
        assert "set-cookie" not in ada.get("/", headers=BROWSER).headers


def test_the_cookie_is_for_the_server_only(server: Server) -> None:
    with visitor(server) as client:
        cookie = client.get("/").headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie


@pytest.fixture
def named(new_node: NewNode, tmp_path: Path) -> Iterator[httpx.Client]:
    """A server with two names."""
    names = ["--trusted-host", "dice.example", "--trusted-host", "127.0.0.1"]
    node = new_node("--data", str(tmp_path), *names)
    with httpx.Client(base_url=node.address, timeout=60) as client:
        yield client


def test_a_server_answers_to_its_names_alone(named: httpx.Client) -> None:
    for host in ("dice.example", "DICE.example:8000", "dice.example.", "127.0.0.1:1"):
        assert named.get("/", headers={"Host": host}).status_code == 200
    for host in ("evil.example", "dice.example.evil.example", "evil-dice.example", "[::1]"):
        for path in ("/", "/static/icon.svg", "/api/games"):
            assert named.get(path, headers={"Host": host}).status_code == 421
        refused = named.post("/api/guests", headers={"Host": host, "Origin": f"http://{host}"})
        assert refused.json()["code"] == "misdirected-request"
        assert named.get("/health", headers={"Host": host}).status_code == 200
