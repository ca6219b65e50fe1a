"""Link cards: other sites show a link with only what a spectator may see."""

import html
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from dicehall.game import games
from support.clients import open_match, play, program, see, visitor
from support.server import Server

SIZE = (1200, 630)
MOST_BYTES = 300_000
"""What messengers accept as the picture of a link."""


def card(client: httpx.Client, path: str) -> dict[str, str]:
    """The link card in the head of a page."""
    found = re.findall(
        r'<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)">',
        client.get(path, headers={"accept": "text/html"}).text,
    )
    return {name: html.unescape(content) for name, content in found}


@pytest.fixture
def stranger(server: Server) -> httpx.Client:
    return visitor(server)


def test_the_home_page_has_a_card(server: Server, stranger: httpx.Client) -> None:
    shown = card(stranger, "/")
    assert shown["og:title"] == "Dicehall"
    assert shown["og:url"] == f"{server.address}/"
    assert shown["twitter:card"] == "summary_large_image"


def test_every_game_has_a_picture_that_other_sites_may_show(
    server: Server, stranger: httpx.Client
) -> None:
    ada = program(server)

    def opponent(game: str) -> str:
        return "alone" if 1 in games()[game].seats else "people"

    paths = [f"/matches/{open_match(ada, game, opponent(game))['id']}" for game in games()]
    addresses = [card(stranger, path)["og:image"] for path in ("/", *paths)]
    assert len(set(addresses)) == len(addresses)
    for address in addresses:
        assert address.startswith(f"{server.address}/static/")
        picture = stranger.get(address)
        content = picture.content
        assert picture.headers["content-type"] == "image/png"
        assert picture.headers["cross-origin-resource-policy"] == "cross-origin"
        assert (int.from_bytes(content[16:20]), int.from_bytes(content[20:24])) == SIZE
        assert len(content) < MOST_BYTES


def test_an_invitation_shows_only_the_inviter_and_the_game(
    server: Server, stranger: httpx.Client
) -> None:
    ada = program(server)
    table = ada.post("/api/promises").json()["table"]
    match = open_match(ada, "knucklebones", "open", table=table, words="my secret words")
    shown = card(stranger, f"/matches/{match['id']}")
    assert shown["og:title"] == "Ada invites you to play Knucklebones"
    assert "secret" not in str(shown)


def test_a_running_match_is_shown_as_to_a_spectator(server: Server, stranger: httpx.Client) -> None:
    ada = program(server)
    match = open_match(ada, "knucklebones", "people", other="<Bob>", begins="first")
    shown = card(stranger, f"/matches/{match['id']}")
    assert shown == card(ada, f"/matches/{match['id']}")
    assert shown["og:title"] == "Knucklebones: Ada – <Bob>"
    assert shown["og:description"].startswith("0 : 0 · Ada")


def test_a_result_shows_the_scores(server: Server, stranger: httpx.Client) -> None:
    ada = program(server)
    match = open_match(ada, "knucklebones", "people", other="Bob", begins="first")
    while (seen := see(ada, match))["turn"]["kind"] == "decide":
        play(ada, seen, seen["turn"]["moves"][0])
    scores = " : ".join(map(str, seen["scores"]))
    for path in ("", "/replay"):
        shown = card(stranger, f"/matches/{match['id']}{path}")
        assert shown["og:description"].startswith(f"{scores} · ")
        assert shown["og:url"] == f"{server.address}/matches/{match['id']}"


@pytest.fixture
def named_server(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path, options=("--url", "https://dice.example"))
    yield running
    running.stop()


def test_addresses_begin_with_the_url_that_the_host_configured(named_server: Server) -> None:
    shown = card(visitor(named_server), "/")
    assert shown["og:image"].startswith("https://dice.example/static/")
    assert shown["og:url"] == "https://dice.example/"
