"""With text at 200 % on a phone everything can still be read and pressed (WCAG 1.4.4)."""

import time

import pytest
from playwright.sync_api import Page

from dicehall.game import games
from dicehall.match.events import MatchEnded, SeatTaken
from games.hexes import hexes_table
from games.sparkle import sparkle_table
from support.browser import NewPage
from support.controls import bad_controls
from support.laid_tables import lay_entries, lay_table, store_match
from support.server import Server
from support.tables import Mover, Size, play_some, sit_down
from support.tour import REVIEWED, walk_invitation, walk_pages, walk_tables
from web.test_controls import CHOICES, PRESS_ALL, kinds_of_turn

PHONE: Size = (390, 844)
ENLARGE = """addEventListener("DOMContentLoaded", () => {
  document.documentElement.style.fontSize = "%d%%";
});"""
CUT_OFF = """() => {
  const found = [];
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth) found.push(`the page is ${page.scrollWidth} wide`);
  const cropped = ".unseen, [aria-hidden=true], .log, .beside .stage"; // on purpose
  const shown = (one) => one.clientWidth > 1 && !one.closest(cropped) &&
    one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const scope = document.querySelector(".result") ?? document.body;
  for (const one of scope.querySelectorAll("*")) {
    const { overflowX, overflowY } = getComputedStyle(one);
    if (!one.innerText?.trim() || !shown(one)) continue;
    const wide = one.scrollWidth - one.clientWidth, high = one.scrollHeight - one.clientHeight;
    if ((/hidden|clip/.test(overflowX) && wide > 1) || (/hidden|clip/.test(overflowY) && high > 2))
      found.push(`${one.className || one.localName} "${one.innerText.trim().slice(0, 40)}" ` +
        `lacks ${wide} x ${high}`);
  }
  return found;
}"""


def enlarged(new_page: NewPage, percent: int) -> Page:
    width, height = PHONE
    page = new_page(
        viewport={"width": width, "height": height}, has_touch=True, reduced_motion="reduce"
    )
    page.add_init_script(ENLARGE % percent)
    return page


def bad_text(page: Page) -> list[str]:
    """Elements that are cut off or cannot be pressed."""
    cut_off: list[str] = page.evaluate(CUT_OFF)
    pressed = bad_controls(page, ".result", sizes=[PHONE]).values()
    return [*cut_off, *(f"cannot be pressed: {one}" for some in pressed for one in some)]


def with_coach(page: Page) -> list[str]:
    """What `bad_text` finds while the coach speaks; afterwards it is off again."""
    page.locator("#coach-off").evaluate("one => one.click()")
    page.wait_for_selector("#play-best", state="attached")
    found = bad_text(page)
    page.locator("#coach-on").evaluate("one => one.click()")
    page.wait_for_selector("html:not([data-coach=on])", state="attached")
    return found


@pytest.mark.parametrize("game", games())
def test_a_table_can_be_played(server: Server, new_page: NewPage, game: str) -> None:
    page = enlarged(new_page, 200)
    wrong = {}
    for kind, seats, happened in kinds_of_turn(game):
        lay_table(server, page, game, *happened, seats=seats)
        page.wait_for_selector("#table:not([data-resting])")
        wrong[kind] = bad_text(page)
        for choice in CHOICES.get(game, ()):
            page.locator(choice).evaluate_all(PRESS_ALL)
            wrong[f"{kind} {choice}"] = bad_text(page)
        if page.locator("#coach-off").count():
            wrong[f"{kind} coach"] = with_coach(page)
    assert {kind: found for kind, found in wrong.items() if found} == {}


def test_own_dice_can_be_entered(server: Server, new_page: NewPage) -> None:
    page, wrong = enlarged(new_page, 200), {}
    for kind in lay_entries(server, page):
        cut_off = [one for one in page.evaluate(CUT_OFF) if one.startswith(("the page", "entry"))]
        pressed = bad_controls(page, "#entry", sizes=[PHONE])
        wrong[kind] = [*cut_off, *pressed.values()]
    assert {kind: found for kind, found in wrong.items() if found} == {}


@pytest.mark.parametrize("percent", [100, 200])
def test_long_names_and_large_scores_fit(server: Server, new_page: NewPage, percent: int) -> None:
    taken = SeatTaken(0, "Wilhelmina Mahmoudwu", "")
    for game, score in (("sparkle", 1_000_640), ("pocket-hexes", 98_765_432)):
        store_match(server, game, taken, MatchEnded((score,), (0,), "", time.time()))
    page = enlarged(new_page, percent)
    page.goto(f"{server.address}/scores")
    for score in ("1,000,640", "98,765,432"):
        assert page.get_by_text(score).count()
    assert bad_text(page) == []


def test_points_over_a_neighbouring_column_do_not_catch_taps(
    server: Server, new_page: NewPage
) -> None:
    page = enlarged(new_page, 200)
    _, seats, happened = next(kinds_of_turn("knucklebones"))
    lay_table(server, page, "knucklebones", *happened, seats=seats)
    for number, text in ((1, ""), (2, "+10 <i>−100</i>"), (3, "")):
        page.locator(f"#near-{number} .tag").evaluate(f"one => (one.innerHTML = '{text}')")
    assert bad_controls(page, sizes=[PHONE]) == {}


def test_every_other_page_can_be_read(server: Server, new_page: NewPage) -> None:
    page, friend = enlarged(new_page, 200), enlarged(new_page, 200)
    wrong = {path: bad_text(page) for path in walk_pages(page, server)}
    for moment in walk_tables(page, server, REVIEWED):
        page.wait_for_selector("main:not(:has([data-resting]))")
        wrong[moment] = bad_text(page)
    for moment, one in walk_invitation(page, friend, server):
        wrong[moment] = bad_text(one)
    assert {path: found for path, found in wrong.items() if found} == {}


def tap_column(page: Page) -> None:
    page.locator("button.column").first.tap()


def tap_row(page: Page) -> None:
    page.locator(".row.open").first.tap()
    page.locator("#confirm").tap()


TAPS: dict[str, Mover] = {
    "sparkle": sparkle_table.by_touch,
    "pocket-hexes": hexes_table.by_touch,
    "knuckles": tap_column,
    "knucklebones": tap_column,
    "fune": tap_row,
}


@pytest.mark.parametrize("game", games())
def test_a_few_moves_by_touch(server: Server, new_page: NewPage, game: str) -> None:
    page = enlarged(new_page, 200)
    sit_down(page, server.address, game, "people" if 2 in games()[game].seats else "alone")
    page.wait_for_selector("html[data-ready]")
    play_some(page, TAPS[game], 3)
