"""Seats commit to their words before any are revealed: on pages, by hand, in programs."""

import hashlib

import httpx
import pytest
from playwright.sync_api import Page, expect

from dicehall.game.records import read
from dicehall.match.dice.verification import verify
from support.browser import NewPage
from support.clients import open_match, program, see, visitor
from support.server import Server
from support.tables import sit_down
from web.routes.test_online import invite, join

FORGE = """([match, part]) => {
  const kept = JSON.parse(localStorage.dice);
  localStorage.dice = JSON.stringify({ ...kept, [match]: { ...kept[match], [part]: "another" } });
}"""
"""Makes this browser remember another promise, or other words, than the match has."""


def commit_to(words: str) -> str:
    return hashlib.sha256(words.encode()).hexdigest()


def data_of(server: Server, page: Page) -> httpx.Response:
    return httpx.get(page.url.replace("/matches/", "/api/matches/"), timeout=120)


def test_pages_commit_and_tell_by_themselves(server: Server, new_page: NewPage) -> None:
    ada, bob = new_page(), new_page()
    link = invite(ada, server, "knucklebones", begins="coin")
    waiting = data_of(server, ada).json()
    assert len(waiting["seats"][0]["commitment"]) == 64
    assert waiting["seats"][0]["words"] == ""
    join(bob, link)
    ada.wait_for_selector("#table[data-running]")
    match = data_of(server, ada).json()
    for seat in match["seats"]:
        assert commit_to(seat["words"]) == seat["commitment"]
        assert len(seat["words"]) == 32
    bob.click(".giving-up summary")
    bob.click(".giving-up button")
    bob.wait_for_selector(".result")
    record, _ = read(httpx.get(f"{ada.url}/record", timeout=120).text)
    found = verify(record)
    assert found.verified
    assert found.coin
    for page in (ada, bob):
        page.goto(f"{page.url}/dice")
        page.click("#own-check button")
        expect(page.locator("#own-check [role=status]")).to_contain_text("is as promised")
    for changed in ("words", "promise"):
        ada.reload()
        ada.evaluate(FORGE, [match["id"], changed])
        ada.click("#own-check button")
        expect(ada.locator("#own-check [role=status]")).to_contain_text(f"the {changed} that this")


def test_typed_words_are_revealed_with_the_random_ones(server: Server, new_page: NewPage) -> None:
    ada, bob = new_page(), new_page()
    ada.goto(f"{server.address}/new/knuckles")
    ada.check("[value=open]")
    ada.click(".own-words summary")
    ada.fill("[name=words]", " my # lücky 🍀 foot ")
    ada.click(".setting button.main")
    ada.wait_for_selector("#link")
    join(bob, ada.input_value("#link"))
    ada.wait_for_selector("#table[data-running]")
    words = [seat["words"] for seat in data_of(server, ada).json()["seats"]]
    assert any(one.startswith("my lücky 🍀 foot ") for one in words)


def test_a_rematch_is_mixed_anew(server: Server, new_page: NewPage) -> None:
    ada, bob = new_page(), new_page()
    join(bob, invite(ada, server, "knucklebones"))
    ada.wait_for_selector("#table[data-running]")
    first = ada.url
    ada.click(".giving-up summary")
    ada.click(".giving-up button")
    for page in (ada, bob):
        page.wait_for_selector(".result")
        page.wait_for_selector("#table:not([data-resting])")
    ada.click(".result .rematching button")
    bob.wait_for_selector(".result .declining")  # a click during the redraw would hit nothing
    bob.click(".result .rematching button")
    for page in (ada, bob):
        page.wait_for_url(lambda url: url != first)
        page.wait_for_selector("#table[data-running]")
    seats = data_of(server, ada).json()["seats"]
    assert all(commit_to(seat["words"]) == seat["commitment"] for seat in seats)


def test_without_a_script_the_opener_adds_words_when_the_friend_is_bound(
    server: Server, new_page: NewPage
) -> None:
    ada, bob = new_page(java_script_enabled=False), new_page()
    sit_down(ada, server.address, "knucklebones", "open", begins="first")
    link = ada.input_value("#link")
    bob.goto(link)
    bob.fill("[name=name]", "Bob")
    bob.click(".joining button.main")
    expect(bob.locator(".telling")).to_contain_text("Waiting for Ada")
    ada.reload()
    ada.fill("[name=words]", "as I like it")
    ada.click("text=Begin")
    bob.wait_for_selector("#table[data-running]")
    ada.goto(link)
    ada.wait_for_selector("#table[data-running]")
    seats = data_of(server, bob).json()["seats"]
    assert seats[0]["words"] == "as I like it"
    assert commit_to(seats[1]["words"]) == seats[1]["commitment"]


def test_a_device_that_does_not_know_the_words_asks_for_them(
    server: Server, new_page: NewPage
) -> None:
    ada, bob = new_page(), new_page()
    link = invite(ada, server, "knucklebones")
    ada.evaluate("localStorage.removeItem('dice')")
    bob.goto(link)
    bob.click(".joining button.main")
    expect(ada.locator(".telling")).to_contain_text("only the device you joined from knows")
    ada.fill("[name=words]", "something else")
    ada.click("text=Begin")
    expect(ada.locator(".notice")).to_contain_text("do not match the seat's commitment")
    ada.click("text=Give up")
    bob.wait_for_selector(".result")


@pytest.mark.parametrize("where", ["/play/sparkle", "again"])
def test_one_click_asks_for_a_promise_and_adds_words(
    server: Server, page: Page, where: str
) -> None:
    page.goto(server.address)
    page.click(".gate.game-sparkle button.main")
    page.wait_for_selector("#table[data-running]")
    if where == "again":
        first = page.url
        page.click(".giving-up summary")
        page.click(".giving-up button")
        page.wait_for_selector("#table:not([data-resting]):not([data-running])")
        page.click(".result button.main")
        page.wait_for_url(lambda url: url != first)
        page.wait_for_selector("#table[data-running]")
    match = data_of(server, page).json()
    assert len(match["seats"][0]["words"]) == 32
    kept = page.evaluate("JSON.parse(localStorage.dice)")[match["id"]]
    assert kept == {"promise": match["promise"], "words": match["seats"][0]["words"]}


def test_programs_commit_and_tell(server: Server) -> None:
    with program(server) as ada, program(server) as bob:
        match = open_match(ada, "fune", "open", commitment=commit_to("ada 1"))
        there = f"/api/matches/{match['id']}"
        early = ada.post(f"{there}/words", json={"words": "ada 1"})
        assert (early.status_code, early.json()["code"]) == (409, "seat-open")
        body = {"seat": 1, "name": "Bob", "commitment": commit_to("bob 1")}
        match = bob.post(f"{there}/seats", json=body).json()
        assert match["turn"] == {"kind": "words", "owing": [0, 1]}
        wrong = ada.post(f"{there}/words", json={"words": "ada 2"})
        assert (wrong.status_code, wrong.json()["code"]) == (422, "bad-words")
        assert ada.post(f"{there}/words", json={"words": "ada 1"}).json()["turn"]["owing"] == [1]
        assert see(ada, match)["seats"][0]["words"] == "", "nothing is told before all is"
        match = bob.post(f"{there}/words", json={"words": "bob 1"}).json()
        assert match["turn"]["kind"] == "decide"
        dice = ada.get(f"{there}/dice").json()
        assert sorted(dice["words"]) == ["ada 1", "bob 1"]
        assert dice["coin"] in (0, 1)
        assert match["seats"][dice["coin"]]["name"] == "Ada"


def test_words_are_sent_now_or_revealed_later_not_both(server: Server) -> None:
    with program(server) as ada:
        table = ada.post("/api/promises").json()["table"]
        body = {"game": "fune", "name": "Ada", "table": table, "words": "luck"}
        answer = ada.post("/api/matches", json={**body, "commitment": commit_to("ada 1")})
        assert (answer.status_code, answer.json()["code"]) == (422, "bad-words")


def test_nothing_that_was_added_is_read_before_the_match_begins(server: Server) -> None:
    with program(server) as ada, visitor(server) as anybody:
        promise = ada.post("/api/promises").json()
        match = open_match(ada, "fune", "open", table=promise["table"], words="hidden luck")
        for path in ("", "/dice", "/record"):
            for node in ("", "/api"):
                texts = anybody.get(f"{node}/matches/{match['id']}{path}").text
                assert "hidden luck" not in texts
