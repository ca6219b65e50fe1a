"""How links to this house are shown elsewhere, and what they give away: nothing that a spectator
would not see."""

import html
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from dicehall.game.refused import TooOften
from dicehall.web.edge.allowances import PREVIEWS, Allowances
from support.clients import open_match, play, program, see, visitor
from support.server import Server

SIZE = (1200, 630)
MOST_BYTES = 300_000


def card(client: httpx.Client, path: str) -> dict[str, str]:
    """What the head of a page says of it."""
    found = re.findall(
        r'<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)">',
        client.get(path, headers={"accept": "text/html"}).text,
    )
    return {name: html.unescape(content) for name, content in found}


def picture(client: httpx.Client, match: dict[str, str]) -> httpx.Response:
    answer = client.get(f"/matches/{match['id']}/preview.png")
    assert answer.status_code == 200, answer.text
    return answer


def size(content: bytes) -> tuple[int, int]:
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    return int.from_bytes(content[16:20]), int.from_bytes(content[20:24])


@pytest.fixture
def stranger(server: Server) -> httpx.Client:
    return visitor(server)


def test_the_house_has_a_card_and_a_picture(server: Server, stranger: httpx.Client) -> None:
    told = card(stranger, "/")
    assert told["og:title"] == "Dicehall"
    assert told["og:url"] == f"{server.address}/"
    assert told["twitter:card"] == "summary_large_image"
    assert told["og:image"] == f"{server.address}/preview.png"
    answer = stranger.get("/preview.png")
    assert answer.headers["content-type"] == "image/png"
    assert answer.headers["cache-control"] == "public, max-age=86400"
    assert size(answer.content) == SIZE
    assert len(answer.content) < MOST_BYTES


def test_an_invitation_says_who_invites_to_which_game_and_nothing_else(
    server: Server, stranger: httpx.Client
) -> None:
    ada = program(server)
    table = ada.post("/api/promises").json()["table"]
    match = open_match(ada, "knucklebones", "open", table=table, words="my secret words")
    told = card(stranger, f"/matches/{match['id']}")
    assert told["og:title"] == "Ada invites you to play Knucklebones"
    assert "secret" not in str(told)
    other = open_match(program(server), "knucklebones", "open")
    drawn = picture(stranger, match)
    assert drawn.content == picture(stranger, other).content
    assert drawn.content != picture(stranger, open_match(ada, "fune", "open")).content


def test_a_running_match_is_shown_as_to_one_who_watches(
    server: Server, stranger: httpx.Client
) -> None:
    ada = program(server)
    match = open_match(ada, "knucklebones", "people", other="<Bob>", begins="first")
    told = card(stranger, f"/matches/{match['id']}")
    assert told == card(ada, f"/matches/{match['id']}")
    assert told["og:title"] == "Knucklebones: Ada – <Bob>"
    assert told["og:description"].startswith("0 : 0 · Ada")
    assert told["og:image"].startswith(f"{server.address}/matches/{match['id']}/preview.png")
    drawn = picture(stranger, match)
    assert drawn.content == picture(ada, match).content
    assert size(drawn.content) == SIZE
    assert len(drawn.content) < MOST_BYTES


def test_the_picture_changes_with_the_position(server: Server, stranger: httpx.Client) -> None:
    ada = program(server)
    match = open_match(ada, "knuckles", "people", other="Bob", begins="first")
    before, told = picture(stranger, match), card(stranger, f"/matches/{match['id']}")
    assert play(ada, match, "column 2").status_code == 201
    after = picture(stranger, match)
    assert after.content != before.content
    assert after.headers["etag"] != before.headers["etag"]
    assert card(stranger, f"/matches/{match['id']}")["og:image"] != told["og:image"]


def test_a_result_is_told(server: Server, stranger: httpx.Client) -> None:
    ada = program(server)
    match = open_match(ada, "knucklebones", "people", other="Bob", begins="first")
    while (seen := see(ada, match))["turn"]["kind"] == "decide":
        play(ada, seen, seen["turn"]["moves"][0])
    scores = " : ".join(map(str, seen["scores"]))
    for path in ("", "/replay"):
        told = card(stranger, f"/matches/{match['id']}{path}")
        assert told["og:description"].startswith(f"{scores} · ")
        assert told["og:url"] == f"{server.address}/matches/{match['id']}"


def test_what_has_not_changed_is_not_sent_again(server: Server, stranger: httpx.Client) -> None:
    match = open_match(program(server), "sparkle", "alone")
    path = f"/matches/{match['id']}/preview.png"
    known = {"if-none-match": stranger.get(path).headers["etag"]}
    again = stranger.get(path, headers=known)
    assert (again.status_code, again.content) == (304, b"")
    assert stranger.get(path, headers={"if-none-match": '"other"'}).status_code == 200
    assert stranger.head(path).status_code == 200


def test_pictures_of_matches_stay_out_of_caches_that_many_share(
    server: Server, stranger: httpx.Client
) -> None:
    match = open_match(program(server), "pocket-hexes", "alone")
    headers = picture(stranger, match).headers
    assert headers.get_list("cache-control") == ["private, no-cache"]
    assert headers["cross-origin-resource-policy"] == "cross-origin"
    assert headers["content-type"] == "image/png"
    assert "set-cookie" not in headers


@pytest.mark.parametrize("match_id", ["0123456789abcdef", "no-such", "%00", "x" * 300])
def test_there_is_no_picture_of_no_match(stranger: httpx.Client, match_id: str) -> None:
    page = stranger.get(f"/matches/{match_id}")
    answer = stranger.get(f"/matches/{match_id}/preview.png")
    assert answer.status_code == page.status_code == 404
    assert answer.headers["cache-control"] == "private, no-store"
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"


@pytest.fixture
def named_server(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path, options=("--url", "https://dice.example"))
    yield running
    running.stop()


def test_addresses_begin_as_the_host_says(named_server: Server) -> None:
    told = card(visitor(named_server), "/")
    assert told["og:image"] == "https://dice.example/preview.png"
    assert told["og:url"] == "https://dice.example/"


def test_an_address_has_only_so_many_pictures_drawn() -> None:
    allowances = Allowances(requests_per_minute=2 * PREVIEWS)
    for _ in range(2):
        allowances.take_preview("192.0.2.7")
    with pytest.raises(TooOften):
        allowances.take_preview("192.0.2.7")
    allowances.take_preview("192.0.2.8")
