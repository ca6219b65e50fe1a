"""Beside a match between two people: nudges, clocks, offers to play again, reactions; over HTTP."""

import re
import time
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from dicehall.match.events import Nudged
from support.browser import NewPage
from support.clients import open_match, program, see, visitor
from support.server import Server
from support.tables import choose_suggested
from web.routes.test_claims import LONG_AGO, Meeting

SCRIPT = {"X-Part": "table"}
BE_DUE = """(line) => {
  line.querySelector("[data-after]").dataset.after = 0;
  line.querySelector("[data-before]").dataset.before = 0;
}"""
Enter = Callable[[Meeting, str], httpx.Client]


@pytest.fixture
def enter(server: Server) -> Iterator[Enter]:
    """Ada or Bob of a meeting, in a browser without a script."""
    opened: list[httpx.Client] = []

    def come(meeting: Meeting, who: str) -> httpx.Client:
        client = visitor(server)
        client.cookies.set("dicehall", meeting.tokens[who])
        opened.append(client)
        return client

    yield come
    for client in opened:
        client.close()


def words(client: httpx.Client, path: str) -> str:
    """What a page says, without its tags."""
    text = re.sub(r"<(script|style|svg).*?</\1>|<[^>]+>", " ", client.get(path).text, flags=re.S)
    return " ".join(text.split())


def test_a_nudge_is_seen_by_both_and_a_clock_follows(server: Server, enter: Enter) -> None:
    meeting = Meeting(server, LONG_AGO)
    ada, bob, there = enter(meeting, "Ada"), enter(meeting, "Bob"), f"/matches/{meeting.id}"
    assert "Nudge Ada" in words(bob, there)
    assert "Nudge" not in words(ada, there)
    assert bob.post(f"{there}/clock").status_code == 409
    assert bob.post(f"{there}/nudge").status_code == 303
    assert "Ada has been nudged." in words(bob, there)
    said = words(ada, there)
    assert "Bob is waiting for you." in said
    assert "Bob may set a clock: 2 minutes for each move" in said
    early = bob.post(f"{there}/clock")
    assert early.status_code == 409
    assert "still has time" in early.text


def test_after_the_end_there_are_no_nudges(server: Server, enter: Enter) -> None:
    meeting = Meeting(server, LONG_AGO)
    ada, bob, there = enter(meeting, "Ada"), enter(meeting, "Bob"), f"/matches/{meeting.id}"
    bob.post(f"{there}/nudge")
    ada.post(f"{there}/resign")
    assert "has been nudged" not in words(bob, there) + words(ada, there)


def test_a_new_clock_is_shown_to_both_and_starts_now(server: Server, enter: Enter) -> None:
    meeting = Meeting(server, LONG_AGO, Nudged(1, time.time() - 500))
    ada, bob, there = enter(meeting, "Ada"), enter(meeting, "Bob"), f"/matches/{meeting.id}"
    before = words(bob, there)
    assert "both of you have 2 minutes for each move" in before
    assert bob.post(f"{there}/clock").status_code == 303
    with visitor(server) as eve:
        for client in (ada, bob, eve):
            assert "Bob has set a clock: 2 minutes for each move." in words(client, there)
    match = see(ada, {"id": meeting.id})
    assert match["clock"] == 120
    assert match["deadline"] > time.time() + 60


def test_programs_nudge_and_set_a_clock_too(server: Server, enter: Enter) -> None:
    meeting = Meeting(server, LONG_AGO, Nudged(1, time.time() - 500))
    ada, bob = enter(meeting, "Ada"), enter(meeting, "Bob")
    api = f"/api/matches/{meeting.id}"
    assert ada.post(f"{api}/nudge").json()["code"] == "nothing-to-claim"
    assert bob.post(f"{api}/nudge").json()["nudged"] > 0
    assert bob.post(f"{api}/clock").json()["clock"] == 120
    assert bob.post(f"{api}/clock").json()["clock"] == 120


@pytest.fixture
def over(server: Server, enter: Enter) -> Callable[[], tuple[httpx.Client, httpx.Client, str]]:
    """A match that Ada has given up, and both of them."""

    def end() -> tuple[httpx.Client, httpx.Client, str]:
        meeting = Meeting(server, waited=10)
        ada, bob, there = enter(meeting, "Ada"), enter(meeting, "Bob"), f"/matches/{meeting.id}"
        ada.post(f"{there}/resign")
        return ada, bob, there

    return end


def test_an_offer_is_seen_in_the_hall_and_accepted_there(over: Any) -> None:
    ada, bob, there = over()
    assert "would like to play again" not in words(bob, "/")
    ada.post(f"{there}/rematch")
    for page in ("/", "/lobby"):
        assert "Ada would like to play again." in words(bob, page)
        assert "would like to play again" not in words(ada, page)
    following = bob.post(f"{there}/rematch").headers["location"]
    assert following != there
    assert "would like to play again" not in words(bob, "/")
    assert following in ada.get("/").text


def test_an_offer_is_declined_and_taken_back(over: Any) -> None:
    ada, bob, there = over()
    ada.post(f"{there}/rematch")
    assert "No, thanks" in words(bob, there)
    assert bob.post(f"{there}/rematch/decline", data={"back": "hall"}).headers["location"] == "/"
    assert "would like to play again" not in words(bob, "/")
    assert "Bob does not want to play again." in words(ada, there)
    refused = ada.post(f"{there}/rematch")
    assert refused.status_code == 409
    assert "Your opponent does not want to play again" in refused.text
    bob.post(f"{there}/rematch")
    assert "Bob would like to play again." in words(ada, "/")
    bob.post(f"{there}/rematch/decline")
    assert "would like to play again" not in words(ada, "/")
    assert "does not want" not in words(ada, there)


def test_programs_decline_too(over: Any) -> None:
    ada, bob, there = over()
    assert ada.post(f"/api{there}/rematch").json()["offers"] == [0]
    assert bob.post(f"/api{there}/rematch/decline").json()["offers"] == []


def first_told(stream: httpx.Response) -> int:
    """The version that a stream tells first."""
    lines = stream.iter_lines()
    return int(next(line for line in lines if line.startswith("id: ")).removeprefix("id: "))


@pytest.mark.parametrize("form", ["nudge", "clock", "claim"])
def test_a_page_ignores_the_event_of_its_own_form(server: Server, enter: Enter, form: str) -> None:
    nudged = [Nudged(1, time.time() - 500)] if form == "clock" else []
    meeting = Meeting(server, LONG_AGO, *nudged)
    ada, bob, there = enter(meeting, "Ada"), enter(meeting, "Bob"), f"/matches/{meeting.id}"
    seen = see(bob, {"id": meeting.id})["version"]
    listening = {"version": seen, "page": "bobs"}
    with bob.stream("GET", f"{there}/stream", params=listening) as stream:
        bob.post(f"{there}/{form}", headers={**SCRIPT, "X-Page": "bobs"})
        answered = see(bob, {"id": meeting.id})["version"]
        ada.post(f"{there}/resign")
        assert first_told(stream) > answered > seen


def test_a_page_ignores_the_event_of_its_own_rematch_offer(over: Any) -> None:
    ada, bob, there = over()
    match = {"id": there.removeprefix("/matches/")}
    listening = {"version": see(ada, match)["version"], "page": "adas"}
    with ada.stream("GET", f"{there}/stream", params=listening) as stream:
        ada.post(f"{there}/rematch", headers={**SCRIPT, "X-Page": "adas"})
        answered = see(ada, match)["version"]
        bob.post(f"{there}/rematch/decline")
        assert first_told(stream) > answered


def test_a_page_ignores_the_event_of_its_own_words(server: Server) -> None:
    with program(server) as ada, program(server) as bob:
        bound = {name: sha256(name.encode()).hexdigest() for name in ("ada", "bob")}
        match = open_match(ada, "knucklebones", "open", commitment=bound["ada"])
        there = f"/matches/{match['id']}"
        sitting = {"seat": match["seats"].index(None), "name": "Bob", "commitment": bound["bob"]}
        seen = bob.post(f"/api{there}/seats", json=sitting).json()["version"]
        listening = {"version": seen, "page": "adas"}
        with ada.stream("GET", f"{there}/stream", params=listening) as stream:
            headers = {**SCRIPT, "X-Page": "adas"}
            ada.post(f"{there}/words", data={"words": "ada"}, headers=headers)
            answered = see(ada, match)["version"]
            bob.post(f"/api{there}/words", json={"words": "bob"})
            assert first_told(stream) > answered > seen


def test_too_many_reactions_are_refused(server: Server, enter: Enter) -> None:
    bob = enter(meeting := Meeting(server, waited=10), "Bob")
    form = {"reaction": "luck"}
    answers = [
        bob.post(f"/matches/{meeting.id}/reactions", data=form, headers=SCRIPT) for _ in range(5)
    ]
    assert [answer.status_code for answer in answers] == [204] * 4 + [429]
    assert answers[-1].json()["reason"] == "Too many requests: wait a moment"
    assert "wait a moment" in bob.post(f"/matches/{meeting.id}/reactions", data=form).text


def test_a_nudge_notifies_and_failed_reactions_are_reported(
    server: Server, new_page: NewPage
) -> None:
    meeting = Meeting(server, LONG_AGO)
    ada, bob = meeting.enter(new_page(), "Ada"), meeting.enter(new_page(), "Bob")
    expect(ada).to_have_title(re.compile("^Your turn · Knucklebones"))
    bob.click("button:text-is('Nudge Ada')")
    expect(ada).to_have_title(re.compile("^Bob is waiting for you · "))
    expect(ada.locator(".nudged strong")).to_have_text(re.compile(r"^[23]:\d\d$"))
    expect(ada.locator(".nudged [data-after]")).to_be_hidden()
    ada.locator(".nudged").evaluate(BE_DUE)
    expect(ada.locator(".nudged [data-after]")).to_have_text(re.compile("clock: .* for each move."))
    expect(ada.locator(".nudged [data-before]")).to_be_hidden()
    for _ in range(6):
        bob.click(".reactions >> text=Well played")
    expect(bob.locator(".refusal")).to_contain_text("wait a moment")
    bob.context.set_offline(True)
    bob.click(".reactions >> text=Thanks")
    expect(bob.locator(".refusal")).to_contain_text("Not sent")


def test_a_nudge_disturbs_nothing_that_was_chosen(server: Server, new_page: NewPage) -> None:
    meeting = Meeting(server, LONG_AGO, game="fune")
    ada, bob = meeting.enter(new_page(), "Ada"), meeting.enter(new_page(), "Bob")
    choose_suggested(ada)
    chosen = ada.locator("[name=box]:checked").get_attribute("value")
    bob.click("button:text-is('Nudge Ada')")
    expect(ada.locator(".nudged")).to_have_count(1)
    expect(ada.locator("[name=box]:checked")).to_have_value(chosen or "")


def test_leaving_takes_an_offer_back(server: Server, new_page: NewPage) -> None:
    meeting = Meeting(server, waited=10)
    ada, bob = meeting.enter(new_page(), "Ada"), meeting.enter(new_page(), "Bob")
    ada.click("text=Give up")
    ada.click("text=Yes, end this match")
    bob.wait_for_selector("#result")
    ada.wait_for_selector("#table:not([data-resting]) #result")
    ada.click("#result .rematching button")
    expect(bob.locator(".waits")).to_contain_text("Ada would like to play again")
    expect(bob).to_have_title(re.compile("^Ada would like to play again · "))
    ada.goto(server.address)
    expect(bob.locator(".waits")).to_have_count(0)
    expect(bob.locator(".rematching")).to_have_count(1)
