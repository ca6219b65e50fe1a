"""Going on on another device: once, soon, and without losing anything silently."""

import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing

import httpx
import pytest

from dicehall.match.store.statements import READ_KEY
from dicehall.web.device_links import LINK_SECONDS, DeviceLinks
from support.browser import NewPage
from support.clients import play, see, visitor
from support.server import Server
from support.tables import step

NewVisitor = Callable[[], httpx.Client]


@pytest.fixture
def new_visitor(server: Server) -> Iterator[NewVisitor]:
    opened: list[httpx.Client] = []

    def come() -> httpx.Client:
        opened.append(visitor(server))
        return opened[-1]

    yield come
    for client in opened:
        client.close()


def link_of(client: httpx.Client) -> str:
    """Ask for a link in the settings; its path."""
    page = client.post("/device")
    assert page.headers["cache-control"] == "private, no-store"
    assert ('class="qr"' in page.text) == ("only works on this computer" not in page.text)
    found = re.search(r'id="link" readonly value="[^"]*?(/device/[^"]+)"', page.text)
    assert found
    return found[1]


def named(new_visitor: NewVisitor, name: str) -> tuple[httpx.Client, str]:
    """A guest who has moved in a match, and the path of the match."""
    client = new_visitor()
    client.get("/")
    client.post("/settings", data={"name": name, "face": "frog"})
    there = str(client.post("/play/sparkle").headers["location"])
    match = see(client, {"id": there.rpartition("/")[2]})
    # The last move, as the first may end the match: accepting a fizzle.
    assert play(client, match, match["turn"]["moves"][-1]).is_success
    return client, there


def links(server: Server, now: Callable[[], float] = time.time) -> DeviceLinks:
    """As the server makes them."""
    with closing(sqlite3.connect(server.data / "dicehall.db")) as database:
        key = database.execute(READ_KEY).fetchone()[0].encode()
    return DeviceLinks(key, now)


def refused(answer: httpx.Response, why: str) -> None:
    assert answer.status_code == 410
    shown = re.sub(r"<[^>]+>", " ", answer.text.partition("<main")[2])
    assert why in shown


def test_the_other_device_is_the_same_guest(new_visitor: NewVisitor) -> None:
    ada, match = named(new_visitor, "Ada")
    phone = new_visitor()
    path = link_of(ada)
    for _ in range(3):  # looking, as programs do that show previews, uses nothing up
        question = phone.get(path)
        assert "Continue as Ada here?" in question.text
        assert question.headers["cache-control"] == "private, no-store"
    answer = phone.post(path)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    hall = phone.get("/").text
    assert match in hall
    assert "frog" in hall
    assert "Ada" in hall
    assert match in ada.get("/").text


def test_a_device_without_any_cookie_gets_the_right_one(new_visitor: NewVisitor) -> None:
    ada, match = named(new_visitor, "Ada")
    phone = new_visitor()
    assert phone.post(link_of(ada)).status_code == 303
    assert match in phone.get("/").text


def test_used_twice_is_refused_kindly(new_visitor: NewVisitor) -> None:
    ada, _ = named(new_visitor, "Ada")
    path = link_of(ada)
    assert new_visitor().post(path).status_code == 303
    refused(new_visitor().post(path), "has already been used")


def test_expired_is_refused(server: Server, new_visitor: NewVisitor) -> None:
    long_ago = time.time() - LINK_SECONDS - 60
    token = links(server, lambda: long_ago).issue("somebody", "Ada", "cat")
    for ask in (new_visitor().get, new_visitor().post):
        refused(ask(f"/device/{token}"), "has expired")


def test_forged_is_refused(server: Server, new_visitor: NewVisitor) -> None:
    token = links(server).issue("somebody", "Ada", "cat")
    told, _, signature = token.partition(".")
    forged = DeviceLinks(b"k" * 64).issue("somebody", "Ada", "cat")
    other = links(server).issue("nobody", "Ada", "cat").partition(".")[0]
    for wrong in (forged, f"{other}.{signature}", told, f"{told}.", "x", "%00", "a" * 3000):
        for ask in (new_visitor().get, new_visitor().post):
            refused(ask(f"/device/{wrong}"), "not valid here")


def test_matches_of_the_other_device_are_not_lost_silently(new_visitor: NewVisitor) -> None:
    ada, of_ada = named(new_visitor, "Ada")
    bob, of_bob = named(new_visitor, "Bob")
    path = link_of(ada)
    assert "1 match on this device as another player" in bob.get(path).text
    asked_again = bob.post(path)  # without having been told
    assert asked_again.status_code == 200
    assert of_bob in bob.get("/").text
    assert bob.post(path, data={"leave": "yes"}).status_code == 303
    hall = bob.get("/").text
    assert of_ada in hall
    assert of_bob not in hall
    assert "Switch back" in bob.get("/settings").text
    bob.post("/device/back")
    assert of_bob in bob.get("/").text


def test_a_link_to_the_same_player_says_so(new_visitor: NewVisitor) -> None:
    ada, _ = named(new_visitor, "Ada")
    assert "already this player on this device" in ada.get(link_of(ada)).text


def test_a_new_guest_has_no_player_to_switch_back_to(new_visitor: NewVisitor) -> None:
    guest = new_visitor()
    assert "/device/back" not in guest.get("/settings").text
    assert guest.post("/device/back").headers["location"] == "/settings"


def test_a_link_to_the_same_player_changes_nothing(new_visitor: NewVisitor) -> None:
    ada, match = named(new_visitor, "Ada")
    answer = ada.post(link_of(ada))
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert match in ada.get("/").text
    assert "/device/back" not in ada.get("/settings").text


def test_a_phone_scans_and_continues(server: Server, new_page: NewPage) -> None:
    desk, phone = new_page(), new_page(viewport={"width": 390, "height": 844})
    desk.goto(server.address)
    desk.click(".gate.game-knucklebones .main")
    desk.wait_for_selector("#table.acting")
    step(desk, lambda page: page.locator("button.column").first.click())
    desk.goto(f"{server.address}/settings")
    desk.click("button:text-is('Make a link')")
    phone.goto(desk.input_value("#link"))
    phone.click("button.main")
    phone.wait_for_selector(".wait")
    phone.click(".wait .button")
    phone.wait_for_selector("#table.acting")
