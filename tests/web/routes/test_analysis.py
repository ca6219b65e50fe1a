"""The analysis board: every state is an address, with the worth of each move."""

import re
from collections.abc import Iterator
from html import unescape
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from playwright.sync_api import Page, expect

from dicehall.game import games, new_game
from dicehall.game.positions import spell_position
from dicehall.game.records import read
from support.browser import NewPage
from support.clients import open_match, program, visitor
from support.server import Server
from support.tables import press
from support.tour import as_guest, play_on

POSITION = "53._._-_._.66-4-0"
BOARD = "/analysis/knucklebones"
AT_POSITION = f"{BOARD}?position={POSITION}"
LATE = f"{BOARD}?position=111.222.3-444.555.6-2-0"
"""One column is open: its values take no time."""


@pytest.fixture
def guest(server: Server) -> Iterator[httpx.Client]:
    with visitor(server) as client:
        yield client


def text_of(answer: httpx.Response) -> str:
    """The words of a page's main part."""
    main = answer.text.partition("<main")[2].partition("</main>")[0]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", main)).split())


def goes_to(client: httpx.Client, address: str, **fields: str) -> str:
    """Where a form of the board leads."""
    answer = client.get(address, params={**_fields(address), **fields})
    assert answer.status_code == 303, text_of(answer)
    return answer.headers["location"]


def _fields(address: str) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}


@pytest.mark.parametrize("game", games())
def test_the_board_of_each_game_shows_the_start(guest: httpx.Client, game: str) -> None:
    answer = guest.get(f"/analysis/{game}")
    assert answer.status_code == 200
    assert "Roll at random" in text_of(answer)
    assert guest.get(f"/analysis/{game}?edit=").status_code == 200


def test_it_shows_every_move_best_first_as_the_json_interface_does(
    server: Server, guest: httpx.Client
) -> None:
    body = {"game": "knucklebones", "position": POSITION}
    with program(server) as client:
        found = client.post("/api/analysis", json=body).json()
    page = guest.get(AT_POSITION).text
    assert re.findall(r'name="play" value="([^"]+)"', page) == [
        one["move"] for one in found["moves"]
    ]
    for one in found["moves"]:
        assert f"<b>{50 + 50 * one['value']:.1f}%</b>" in page
    assert "estimate ±\u00a00.5" in page


def test_moves_and_rolls_lead_to_the_next_address(guest: httpx.Client) -> None:
    moved = goes_to(guest, AT_POSITION, play="column 2")
    assert moved == f"{AT_POSITION}&line=0+column+2"
    rolled = goes_to(guest, moved, roll="3")
    assert rolled == f"{AT_POSITION}&line=0+column+2,roll+3"
    assert "Player 2 rolled a 3." in text_of(guest.get(rolled))
    other = goes_to(guest, f"{rolled}&at=0", play="column 1")
    assert other == f"{AT_POSITION}&line=0+column+1&also=0:0+column+2,roll+3"
    thrown = goes_to(guest, moved, roll="random")
    assert re.fullmatch(re.escape(f"{moved},roll+") + "[1-6]", thrown)


def test_moves_can_be_made_on_the_board(guest: httpx.Client) -> None:
    assert goes_to(guest, AT_POSITION, move="column 2") == f"{AT_POSITION}&line=0+column+2"
    rolled = "/analysis/pocket-hexes?line=roll+1+2+3+4+5+20"
    assert goes_to(guest, rolled, die="d20", hex="e6") == f"{rolled},0+place+d20+e6"


def test_before_a_roll_it_shows_every_face(guest: httpx.Client) -> None:
    page = guest.get(AT_POSITION.replace("-4-0", "-_-0"))
    assert sorted(re.findall(r'name="roll" value="(\d)"', page.text)) == [*"123456"]
    assert text_of(page).count("1 in 6") == 6
    many = guest.get("/analysis/fune")
    assert many.text.count('<select name="roll"') == 5
    four = guest.get("/analysis/fune", params={"roll": [*"12345"]})
    assert four.headers["location"] == "/analysis/fune?seats=1&line=roll+1+2+3+4+5"


@pytest.mark.parametrize(
    ("fields", "status", "said"),
    [
        ({"play": "column 4"}, 422, "'column 4' is not a move"),
        ({"roll": "3"}, 200, "Put the 4 into a column"),
        ({"move": "column 0"}, 422, "is not a move"),
        ({"line": "roll 1,roll 2", "also": "x"}, 200, "Put the 4 into a column"),
    ],
)
def test_what_is_impossible_changes_nothing(
    guest: httpx.Client, fields: dict[str, str], status: int, said: str
) -> None:
    answer = guest.get(BOARD, params={"position": POSITION, **fields})
    assert (answer.status_code, said in text_of(answer)) == (status, True)


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("53._._-5._._-4-0", "Facing columns cannot share a 5"),
        ("nonsense", "'nonsense' is not of the form grid-grid-die-seat"),
        ("x" * 500, "A position has at most 400 characters"),
    ],
)
def test_an_impossible_position_is_kept_with_the_reason(
    guest: httpx.Client, position: str, reason: str
) -> None:
    for answer in (
        guest.get(BOARD, params={"position": position}),
        guest.post(BOARD, data={"text": position}),
    ):
        assert reason in text_of(answer)
        assert f">{position[:401]}" in answer.text
        assert 'id="done"' not in answer.text


def test_positions_and_records_can_be_pasted(guest: httpx.Client) -> None:
    assert guest.post(BOARD, data={"text": f" {POSITION}\n"}).headers["location"] == AT_POSITION
    record = f"game: knucklebones\nposition: {POSITION}\n\n0 column 2\nroll 1\n"
    pasted = guest.post("/analysis/fune", data={"text": record})
    assert pasted.headers["location"] == f"{AT_POSITION}&line=0+column+2,roll+1"
    bad = guest.post(BOARD, data={"text": f"{record}0 column 9\n"})
    assert "'column 9' is not a move" in text_of(bad) or "seat 1's move" in text_of(bad)
    assert "0 column 9" in bad.text


def test_taps_set_a_position_up(guest: httpx.Client) -> None:
    address = f"{BOARD}?edit=5"
    for tool, spot in (("5", "0-1"), ("3", "0-1"), ("6", "1-3"), ("6", "1-3"), ("4", "hand")):
        address = goes_to(guest, address, edit=tool, tap=spot)
    assert _fields(address)["position"] == "53._._-_._.66-4-1"
    assert _fields(goes_to(guest, address, set="yes", mover="0"))["position"] == POSITION
    refused = guest.get(BOARD, params={"position": POSITION, "edit": "x", "tap": "0-1"})
    assert "That cannot go there" in text_of(refused)


@pytest.mark.parametrize("path", ["/analysis/chess", "/matches/nowhere/analysis"])
def test_unknown_games_and_matches(guest: httpx.Client, path: str) -> None:
    assert guest.get(path).status_code == 404
    assert guest.get("/analysis/sparkle?curve=steep").status_code == 422


def test_a_running_match_against_somebody_is_not_analysed(server: Server) -> None:
    with visitor(server) as ada, program(server) as bob, visitor(server) as eve:
        ada.get("/")
        match = open_match(ada, "knucklebones", "open", begins="first")
        bob.post(f"/api/matches/{match['id']}/seats", json={"seat": 1, "name": "Bob"})
        record, state = read(ada.get(f"/api/matches/{match['id']}/record").text)
        address = f"{BOARD}?position={spell_position(record.game, state)}"
        after = f"{address}&line=0+column+1"
        for path in (address, after):
            refused = ada.get(path)
            assert refused.status_code == 409
            assert "You are playing this position right now, against somebody" in text_of(refused)
            assert "%" not in text_of(refused)
        assert "%" in text_of(eve.get(address))
        assert ada.get(f"/matches/{match['id']}/analysis?at=0").status_code == 409


def test_a_finished_match_leads_to_each_of_its_moments(server: Server) -> None:
    with visitor(server) as ada:
        ada.get("/")
        match = open_match(ada, "fune", "alone")
        play_on(ada, f"/matches/{match['id']}", 400)
        record, _state = read(ada.get(f"/api/matches/{match['id']}/record").text)
        for path in ("", "/replay?at=3"):
            page = ada.get(f"/matches/{match['id']}{path}").text
            assert f"/matches/{match['id']}/analysis" in page
        there = ada.get(f"/matches/{match['id']}/analysis?at=3").headers["location"]
        game = new_game("fune")
        state = record.start
        fields = _fields(there)
        for event in record.events[:3]:
            state = (
                game.play(state, event.move)
                if hasattr(event, "move")
                else game.roll(state, event.roll)
            )
        assert fields["position"] == spell_position(game, state)
        assert (fields["at"], len(fields["line"].split(","))) == ("0", 12)
        assert ada.get(there).status_code == 200


def test_the_board_with_a_script_and_by_keyboard(server: Server, new_page: NewPage) -> None:
    page, other = new_page(), new_page()
    loads: list[Any] = []
    page.goto(f"{server.address}{LATE}")
    page.wait_for_selector("html[data-ready]")
    page.on("load", lambda page: loads.append(page))
    press(page, "3")
    page.wait_for_url("**line=0+column+3")
    press(page, "r")
    page.wait_for_url(re.compile(r"roll\+\d$"))
    press(page, "ArrowLeft")
    page.wait_for_url("**&at=1")
    page.locator("button.column, .worth-list button").first.wait_for()
    expect(page.locator(".line [aria-current]")).to_have_text("column 3")
    page.go_back()
    page.wait_for_url(re.compile(r"roll\+\d$"))
    assert loads == []
    other.goto(page.url)
    assert other.locator(".told").inner_text() == page.locator(".told").inner_text()
    page.click("#to-set-up")
    page.check("#tool-away")
    page.locator("button[name=tap][value='0-1']").click()
    expect(page.locator("button[name=tap][value='0-1']")).to_have_accessible_name(
        re.compile("Column 1: 1, 1")
    )


def test_the_board_without_a_script(server: Server, plain: Page) -> None:
    plain.goto(f"{server.address}{LATE}")
    plain.locator("button.column").first.click()
    plain.wait_for_url("**line=0+column+3")
    plain.click("text=Roll at random")
    plain.wait_for_url(re.compile(r"roll\+\d$"))
    plain.click("text=Set up a position")
    plain.check("#tool-6")
    plain.locator("button[name=tap][value='hand']").click()
    plain.wait_for_url("**&edit=6")
    plain.click("#done")
    expect(plain.locator(".worth-list li")).to_have_count(1)


def test_a_replay_leads_to_the_moment_that_it_shows(server: Server, page: Page) -> None:
    page.goto(server.address)
    with as_guest(page, server) as ada:
        match = open_match(ada, "fune", "alone")
        play_on(ada, f"/matches/{match['id']}", 400)
    page.goto(f"{server.address}/matches/{match['id']}/replay?at=2")
    page.wait_for_selector(".replay[data-ready]")
    press(page, "ArrowRight")
    page.wait_for_url("**at=3")
    link = page.locator("[data-moment-link]")
    expect(link).to_have_attribute("href", re.compile(r"/analysis\?at=3$"))
    link.click()
    page.wait_for_url("**/analysis/fune?**")


FIELDS = {
    "position": ("111.222.33-444.555.66-1-0", "53._._-5._._-4-0", "é-\x00"),
    "line": ("0 column 2,roll 3", "roll 1 2 3 4 5", "roll", ",,"),
    "at": ("1", "-1", "x", "9999999999"),
    "also": ("0:roll 2", "1:0 column 1", "9:x", ":"),
    "seat": ("1", "7"),
    "roll": ("1", "random", "*", "99"),
    "play": ("column 1", "keep", ""),
    "edit": ("", "5", "banked"),
    "tap": ("0-1", "die-1", "e5", "box-ones-0", "box-", "hand"),
    "set": ("yes",),
    "total": ("5", "-5", "99999999999999"),
    "extra": ("900",),
    "score": ("finished", "x"),
    "move": ("score e5", ""),
}


def test_any_fields_are_answered(guest: httpx.Client) -> None:
    random = Random(3)
    for number in range(40):
        game = [*games()][number % len(games())]
        names = ["position", *random.sample([*FIELDS], 3)]
        fields = {name: random.choice(FIELDS[name]) for name in names}
        if number % 8 == 0:
            answer = guest.post(f"/analysis/{game}", data=fields | {"text": "x:y"})
        else:
            answer = guest.get(f"/analysis/{game}", params=fields)
        assert answer.status_code in (200, 303, 422), (game, fields)
