"""Two people with the longest names at one device: every instruction can be read in full."""

import pytest
from playwright.sync_api import Page

from dicehall.game import games
from support.browser import NewPage
from support.server import Server
from support.tables import in_windows, sit_down, step

SIZES = [(360, 640), (390, 844), (844, 390), (1280, 800)]
NAMES = {"name": "Wilhelmina Windermer", "other": "Bartholomew Ashworth"}
SAID = ".stage :is(#asked, .fell, .heard, .prompt, .say, .why, .go, .slot, .onward, .words)"
CUT = """() => [...document.querySelectorAll(`%s`)].filter((one) => {
  if (!one.checkVisibility({ visibilityProperty: true }) || !one.innerText.trim()) return false;
  const { left, right, bottom } = one.getBoundingClientRect();
  return one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2 ||
    left < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
}).map((one) => `${one.className} "${one.innerText}"`)"""


def cut_off(page: Page) -> dict[str, list[str]]:
    """What cannot be read, by the size of the window."""
    found = {f"{size}": page.evaluate(CUT % SAID) for size in in_windows(page, SIZES)}
    return {size: words for size, words in found.items() if words}


@pytest.mark.parametrize("game", games())
def test_no_instruction_is_cut_off(server: Server, page: Page, game: str) -> None:
    two = 2 in games()[game].seats
    names = {**NAMES, "begins": "first"} if two else {"name": NAMES["name"]}
    sit_down(page, server.address, game, "people" if two else "alone", **names)
    assert cut_off(page) == {}
    if game == "fune":
        step(page, lambda page: page.click("#throw"))
        assert cut_off(page) == {}


@pytest.mark.parametrize("game", ["knuckles", "knucklebones"])
def test_the_last_free_column_is_named_in_full(server: Server, page: Page, game: str) -> None:
    sit_down(page, server.address, game, "people", **NAMES, begins="first")
    while page.locator("button.column").count() > 1:
        step(page, lambda page: page.locator("button.column").last.click())
    assert cut_off(page) == {}


def test_a_wide_window_shows_both_words_of_a_name(server: Server, new_page: NewPage) -> None:
    page = new_page(viewport={"width": 1280, "height": 800})
    sit_down(page, server.address, "knuckles", "people", **NAMES, begins="first")
    for name in page.locator(".player .name").all():
        assert name.evaluate("one => one.scrollWidth <= one.clientWidth")
