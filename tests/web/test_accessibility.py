"""Every page, in both themes, without a violation of WCAG 2.2 AA that axe can find."""

import time
from itertools import islice

import pytest
from playwright.sync_api import Page, expect

from dicehall.game import games
from dicehall.match.dice.days import day_at
from support.accessibility import violations
from support.browser import NewPage
from support.laid_tables import lay_entries
from support.server import Server
from support.tables import sit_down
from support.tour import ANALYSES

PAGES = [
    "/",
    "/scores",
    "/history",
    "/you",
    "/you/ladder",
    "/you/delete",
    "/settings",
    "/nowhere",
    "/api/docs",
]
PAGES += ["/scores?whose=mine", "/history?game=fune&result=lost", "/history?page=9"]
PAGES += ["/today", *(f"/today/{day_at(time.time())}/{game}" for game in ("sparkle", "knuckles"))]
PAGES += ["/lobby", "/join", "/join?code=nothing", "/offline"]
PAGES += ["/puzzles", *(f"/puzzles/{game}/1" for game in games())]
PAGES += [f"/{kind}/{game}" for kind in ("new", "rules") for game in games()]
PAGES += ANALYSES


def test_pages(server: Server, page: Page) -> None:
    wrong = {}
    for path in PAGES:
        page.goto(f"{server.address}{path}")
        if found := violations(page):
            wrong[path] = found
    assert wrong == {}


@pytest.mark.parametrize("game", games())
def test_tables(server: Server, page: Page, game: str) -> None:
    opponent = "people" if 2 in games()[game].seats else "alone"
    others = {"other": "Bob"} if opponent == "people" else {}
    sit_down(page, server.address, game, opponent, **others)
    assert violations(page) == []
    table = page.url
    page.goto(server.address)  # where it waits now
    assert violations(page) == []
    for under in ("replay", "dice"):
        page.goto(f"{table}/{under}")
        assert violations(page) == []


def test_entering_own_dice(server: Server, page: Page) -> None:
    kinds = islice(lay_entries(server, page), 5)  # alone, with several dice, in the pixel face
    wrong = {kind: violations(page) for kind in kinds}
    assert {kind: found for kind, found in wrong.items() if found} == {}


def test_an_invitation_and_its_match(server: Server, new_page: NewPage) -> None:
    page, other = new_page(), new_page()
    # A clock that does not run out while axe works on a busy machine.
    sit_down(page, server.address, "knucklebones", "open", begins="first", clock="300")
    assert violations(page) == []
    other.goto(page.url)
    assert violations(other) == []
    other.fill("[name=name]", "Bob")
    other.click("button:text-is('Join')")
    page.wait_for_selector("#table[data-running]")
    other.click(".reactions button")
    page.wait_for_selector(".notices .passing")
    assert violations(page) == []


def test_every_event_is_announced_in_words(server: Server, page: Page) -> None:
    sit_down(page, server.address, "knucklebones", "people", other="Bob", begins="first")
    page.locator("button.column").first.click()
    live = page.locator("#live[aria-live=polite]")
    expect(live).to_contain_text("Ada put the")
    expect(live).to_contain_text("Bob rolled")
