"""Input that no form offers is refused, changes nothing and is never executed."""

import httpx
import pytest
from playwright.sync_api import Page

from support.clients import open_match, program, see, visitor
from support.server import Server
from support.tables import sit_down

SCRIPT = "<script>x()</script>"


@pytest.fixture
def match_of_somebody(server: Server) -> dict[str, object]:
    with program(server) as owner:
        return open_match(owner, "knucklebones", "people", other="Bob")


GETS = ["", "/stream", "/hint", "/replay", "/frames", "/record", "/dice"]


@pytest.mark.parametrize("match_id", ["0" * 16, "nothing", "..%2f..%2fkey", "%00", "a" * 5000])
@pytest.mark.parametrize("part", GETS)
def test_an_unknown_match(server: Server, match_id: str, part: str) -> None:
    with visitor(server) as client:
        answer = client.get(f"/matches/{match_id}{part}")
        assert answer.status_code == 404
        assert "Traceback" not in answer.text
        if part == "":
            assert client.get(f"/api/matches/{match_id}").status_code == 404


@pytest.mark.parametrize("game", ["chess", "fune%00", "f" * 5000, SCRIPT])
@pytest.mark.parametrize("page", ["new", "rules"])
def test_an_unknown_game(server: Server, game: str, page: str) -> None:
    with visitor(server) as client:
        answer = client.get(f"/{page}/{game}")
        assert answer.status_code == 404
        assert SCRIPT not in answer.text
        assert client.post(f"/new/{game}", data={"name": "Ada"}).status_code in (404, 405)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"name": "x" * 10_000}, "A name has at most 20 characters"),
        ({"name": "\x07bell"}, "A name must consist of visible characters"),
        ({"name": "Ada", "opponent": "people", "other": "ADA"}, "The names must be different"),
        ({"name": "Ada", "opponent": "god"}, "is not an opponent"),
        ({"name": "Ada", "begins": "third"}, "cannot go first"),
        ({"name": "Ada", "face": SCRIPT}, "There is no icon"),
        ({"name": "Ada", "scoring": "chess"}, "Scoring must be"),
    ],
)
def test_a_table_that_cannot_be_set(server: Server, fields: dict[str, str], reason: str) -> None:
    with visitor(server) as client:
        answer = client.post("/new/knuckles", data=fields)
        assert answer.status_code == 422
        assert reason in answer.text


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"move": "column 1"},
        {"move": "column 1", "version": "x"},
        {"move": "column 1", "version": "9" * 5000},
        {"move": "column 1", "version": "-3"},
        {"move": "column 9", "version": "4"},
        {"move": SCRIPT, "version": "4"},
        {"move": "column 1", "version": "4", "holder": "computer", "seat": "0"},
    ],
)
def test_a_stranger_moves_nothing(
    server: Server, match_of_somebody: dict[str, object], fields: dict[str, str]
) -> None:
    with visitor(server) as stranger:
        before = see(stranger, match_of_somebody)
        answer = stranger.post(f"/matches/{match_of_somebody['id']}/moves", data=fields)
        assert answer.status_code == 403
        assert SCRIPT not in answer.text
        assert see(stranger, match_of_somebody) == before


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"move": "column 9"}, 422),
        ({"move": SCRIPT}, 422),
        ({"move": "x" * 10_000}, 422),
        ({}, 422),
        ({"move": "column 1", "version": "1"}, 409),
        ({"move": "column 1", "version": "99"}, 409),
        ({"move": "column 1", "version": "\u0664"}, 409),
    ],
)
def test_the_owner_gets_the_reason(server: Server, fields: dict[str, str], status: int) -> None:
    with visitor(server) as owner:
        opened = owner.post("/new/knuckles", data={"name": "A", "opponent": "people", "other": "B"})
        address = opened.headers["location"]
        before = owner.get(f"/api{address}").json()
        fields = {"version": str(before["version"]), **fields}
        answer = owner.post(f"{address}/moves", data=fields)
        assert answer.status_code == status
        assert 'role="alert"' in answer.text
        assert SCRIPT not in answer.text
        assert owner.get(f"/api{address}").json() == before


@pytest.mark.parametrize("action", ["resign", "again"])
def test_a_stranger_cannot_end_or_repeat_a_match(
    server: Server, match_of_somebody: dict[str, object], action: str
) -> None:
    with visitor(server) as stranger:
        before = see(stranger, match_of_somebody)
        answer = stranger.post(f"/matches/{match_of_somebody['id']}/{action}")
        assert answer.status_code == 403
        assert see(stranger, match_of_somebody) == before


def test_a_forged_identity_counts_for_nothing(server: Server) -> None:
    with program(server) as owner:
        match = open_match(owner, "knuckles", "people", other="Bob")
        token = owner.headers["Authorization"].removeprefix("Bearer ")
    guest, _, signature = token.rpartition(".")
    other = httpx.post(f"{server.address}/api/guests", timeout=120).json()["token"]
    forgeries = [
        guest,
        f"{guest}.",
        f"{guest}.{'0' * 64}",
        f"{guest}.{other.rpartition('.')[2]}",
        f"{guest}x.{signature}",
        "computer",
        ".",
        "é.ü",
    ]
    for forged in forgeries:
        for status, headers in (
            (401, {"Authorization": f"Bearer {forged}".encode()}),
            (403, {"Cookie": f"dicehall={forged}".encode()}),
        ):
            answer = httpx.post(
                f"{server.address}/api/matches/{match['id']}/moves",
                json={"move": "column 1", "version": match["version"]},
                headers=headers,
            )
            assert answer.status_code == status, forged


@pytest.mark.parametrize("path", ["/new/fune", "/settings", "/api/matches", "/api/guests"])
def test_a_giant_body(server: Server, path: str) -> None:
    with visitor(server) as client:
        answer = client.post(path, content=b"x" * 300_000, headers={"content-type": "text/plain"})
        assert answer.status_code in (201, 303, 400, 413, 415, 422)
        form = client.post(path, data={"name": "x" * 300_000})
        assert form.status_code in (201, 400, 413)


def test_settings_accept_only_known_values(server: Server) -> None:
    with visitor(server) as client:
        client.post("/settings", data={"theme": SCRIPT, "speed": "warp", "sound": "on"})
        page = client.get("/settings").text
        assert 'data-theme="auto"' in page
        assert 'data-sound="on"' in page
        assert SCRIPT not in page


def test_a_script_in_a_name_does_not_run(server: Server, page: Page) -> None:
    name = "<b onclick=x()>"
    sit_down(page, server.address, "knuckles", "people", name=name, other=SCRIPT)
    assert page.locator("#table b[onclick]").count() == 0
    assert page.locator("#table script").count() == 0
    assert name in page.locator("#table").inner_text()
