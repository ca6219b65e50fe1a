"""Every page, in both themes, without a violation of WCAG 2.2 AA that axe can find."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from dicehall.game import games
from support.browser import NewPage
from support.server import Server
from support.tables import sit_down

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
PAGES = ["/", "/dice", "/scores", "/history", "/settings", "/nowhere", "/api/docs"]
PAGES += ["/scores?whose=mine", "/history?game=fune&result=lost", "/history?page=9"]
PAGES += ["/lobby", "/join", "/join?code=nothing", "/offline"]
PAGES += [f"/{kind}/{game}" for kind in ("new", "rules") for game in games()]


@pytest.fixture(params=["light", "dark"])
def themed(request: pytest.FixtureRequest, new_page: NewPage) -> Page:
    return new_page(color_scheme=request.param)


def violations(page: Page) -> list[str]:
    found = Axe().run(page, options={"runOnly": TAGS})
    return [
        f"{one['id']}: {node['html'][:200]} {node.get('any', [{}])[:1]}"
        for one in found.response["violations"]
        for node in one["nodes"]
    ]


def test_pages(server: Server, themed: Page) -> None:
    wrong = {}
    for path in PAGES:
        themed.goto(f"{server.address}{path}")
        if found := violations(themed):
            wrong[path] = found
    assert wrong == {}


@pytest.mark.parametrize("game", games())
def test_tables(server: Server, themed: Page, game: str) -> None:
    opponent = "people" if 2 in games()[game].seats else "alone"
    others = {"other": "Bob"} if opponent == "people" else {}
    sit_down(themed, server.address, game, opponent, **others)
    assert violations(themed) == []
    table = themed.url
    themed.goto(server.address)  # where it waits now
    assert violations(themed) == []
    for page in ("replay", "dice"):
        themed.goto(f"{table}/{page}")
        assert violations(themed) == []


def test_an_invitation_and_the_match_that_came_of_it(server: Server, themed: Page) -> None:
    sit_down(themed, server.address, "knucklebones", "open", begins="first", clock="60")
    assert violations(themed) == []
    friend = themed.context.browser
    assert friend
    other = friend.new_page(color_scheme="dark")
    other.goto(themed.url)
    assert violations(other) == []
    other.fill("[name=name]", "Bob")
    other.click("button:text-is('Join')")
    themed.wait_for_selector("#table[data-running]")
    other.click(".reactions button")
    themed.wait_for_selector("#said p")
    assert violations(themed) == []
    other.close()


def test_every_event_is_told_in_words(server: Server, page: Page) -> None:
    sit_down(page, server.address, "knucklebones", "people", other="Bob", begins="first")
    page.locator("button.column").first.click()
    live = page.locator("#live[aria-live=polite]")
    expect(live).to_contain_text("Ada put the")
    expect(live).to_contain_text("Bob rolled")
