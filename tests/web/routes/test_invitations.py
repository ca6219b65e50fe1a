"""From the hall to a match with a friend: one click to invite, one to join, one to watch."""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect

from dicehall.game import games
from dicehall.players.characters import FACE_TITLES
from support.browser import NewPage
from support.clients import see, visitor
from support.server import Server

FOR_TWO = [name for name, entry in games().items() if 2 in entry.seats]


@pytest.fixture
def ada(server: Server) -> Iterator[httpx.Client]:
    with visitor(server) as client:
        yield client


@pytest.fixture
def bob(server: Server) -> Iterator[httpx.Client]:
    with visitor(server) as client:
        yield client


def invite(client: httpx.Client, game: str = "knucklebones") -> str:
    """Press "Play a friend"; the path of the table."""
    answer = client.post(f"/invite/{game}")
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def words(client: httpx.Client, path: str) -> str:
    """What a page says, without its tags."""
    text = re.sub(r"<(script|style|svg).*?</\1>|<[^>]+>", " ", client.get(path).text, flags=re.S)
    return " ".join(text.split())


def test_every_game_for_two_has_an_invitation_in_the_hall(ada: httpx.Client) -> None:
    assert re.findall(r'action="/invite/([\w-]+)"', ada.get("/").text) == FOR_TWO


@pytest.mark.parametrize("game", FOR_TWO)
def test_one_click_leads_to_link_and_code(ada: httpx.Client, game: str) -> None:
    there = invite(ada, game)
    page = ada.get(there).text
    assert f'value="{ada.base_url}{there}"'.replace("//matches", "/matches") in page
    code = see(ada, {"id": there.rpartition("/")[2]})["code"]
    assert f"{code[:3]} {code[3:]}" in page
    assert invite(ada, game) == there


def test_one_click_joins_and_the_name_is_there_already(
    ada: httpx.Client, bob: httpx.Client
) -> None:
    ada.post("/settings", data={"name": "Ada"})
    there = invite(ada)
    page = bob.get(there).text
    assert "Ada invites you to play Knucklebones" in words(bob, there)
    shown = re.search(r'name="name" value="(\w+)"', page)
    assert shown
    assert shown[1] in FACE_TITLES.values()
    assert bob.post(f"{there}/seats", data={"name": shown[1]}).status_code == 303
    seats = see(bob, {"id": there.rpartition("/")[2]})["seats"]
    assert {seat["name"] for seat in seats} == {"Ada", shown[1]}


def test_joining_and_watching_are_two_buttons(ada: httpx.Client, bob: httpx.Client) -> None:
    there = invite(ada)
    page = bob.get(there).text
    assert len(re.findall(r'<form method="post" action="[^"]*/seats"', page)) == 1
    assert 'name="watch" value="yes"' in page
    watching = bob.get(f"{there}?watch=yes").text
    assert "You're watching." in watching
    assert 'name="watch"' not in watching
    assert 'action="' + f'{there}/seats"' in watching


def test_a_server_for_this_computer_only_says_how_to_open_it(ada: httpx.Client) -> None:
    said = words(ada, invite(ada))
    assert "only works on this computer" in said
    assert "dicehall serve --host 0.0.0.0" in said


def test_a_loopback_address_has_no_qr_code(ada: httpx.Client) -> None:
    there = invite(ada)
    assert 'class="qr"' not in ada.get(there).text
    assert "scan" not in words(ada, there).lower()
    assert "Send this link" not in words(ada, there)


def test_the_public_address_is_in_the_link_and_the_output(
    tmp_path: Path, new_page: NewPage
) -> None:
    server = Server(tmp_path, options=("--url", "https://dice.example", "--host", "0.0.0.0"))
    try:
        with visitor(server) as client:
            there = invite(client)
            page = client.get(there).text
            assert f'value="https://dice.example{there}"' in page
            assert "only works on this computer" not in page
            assert 'class="qr"' in page
            assert "Let them scan the QR code" in page
            assert "starts here as soon as they join" in page
        host = new_page(viewport={"width": 1280, "height": 800})
        host.goto(server.address)
        host.click(".gate.game-knucklebones .inviting button")
        expect(host.locator("button:text-is('Close the table')")).to_be_in_viewport(ratio=1)
    finally:
        server.stop()


def test_two_newcomers_are_in_a_match_after_two_clicks(server: Server, new_page: NewPage) -> None:
    ada, bob = new_page(), new_page(viewport={"width": 390, "height": 844})
    ada.goto(server.address)
    ada.click(".gate.game-knucklebones .inviting button")
    ada.wait_for_selector(".invitation")
    bob.goto(ada.input_value("#link"))
    assert bob.evaluate("document.documentElement.scrollWidth") <= 390
    bob.click("button:text-is('Join')")
    for page in (ada, bob):
        page.wait_for_selector("#table[data-running]")
    mover = ada if ada.locator("#table.acting").count() else bob
    expect(mover).to_have_title(re.compile("^Your turn · Knucklebones"))
    other = bob if mover is ada else ada
    expect(other).to_have_title(re.compile(r"^\w+( 2)? goes first · Knucklebones"))


HERE = """() => {
  const said = document.querySelector(".notices .presence");
  if (!said?.textContent.includes("is here") || !said.checkVisibility()) return null;
  return [said, document.querySelector(".invitation")].map((one) => one.getBoundingClientRect());
}"""


def test_an_invitation_fits_and_does_not_cover_presence(server: Server, new_page: NewPage) -> None:
    ada = new_page(viewport={"width": 1280, "height": 800})
    bob = new_page(viewport={"width": 390, "height": 844})
    ada.goto(server.address)
    ada.click(".gate.game-knucklebones .inviting button")
    expect(ada.locator("button:text-is('Close the table')")).to_be_in_viewport(ratio=1)
    bob.goto(ada.input_value("#link"))
    said, card = bob.wait_for_function(HERE).json_value()  # on a phone it is seen for a while
    assert said["bottom"] <= card["top"]


STUB = """
window.asked = 0; window.notices = [];
window.Notification = class {
  static permission = "default";
  static async requestPermission() { asked += 1; return (Notification.permission = "granted"); }
  constructor(title) { notices.push(title); }
};
Object.defineProperty(document, "hidden", { get: () => window.away ?? false });
"""


def test_notifications_need_consent(server: Server, new_page: NewPage) -> None:
    ada, bob = new_page(), new_page()
    ada.add_init_script(STUB)
    ada.goto(server.address)
    ada.click(".gate.game-knucklebones .inviting button")
    ada.wait_for_selector(".invitation")
    ada.click("button:text-is('Notify me when it starts')")
    expect(ada.locator("text=You'll be notified")).to_be_visible()
    assert ada.evaluate("asked") == 1
    ada.evaluate("window.away = true")
    bob.goto(ada.url)
    bob.click("button:text-is('Join')")
    expect(ada.locator("#table")).to_have_attribute("data-running", "")
    while not ada.evaluate("notices.length"):
        ada.wait_for_timeout(50)
    assert re.fullmatch(r"Your turn|\w+( 2)? goes first", ada.evaluate("notices")[0])
