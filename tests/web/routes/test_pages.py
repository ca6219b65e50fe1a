"""The pages around the tables, in a browser: light, complete, and nothing from elsewhere."""

import time

import pytest
from playwright.sync_api import Page, expect

from dicehall.game import games
from dicehall.game.records import read
from dicehall.match.events import DiceRolled, MatchEnded, MovePlayed
from support.browser import NewPage
from support.laid_tables import lay_table
from support.server import Server
from support.tables import in_windows, play_out, press, sit_down, step

PEOPLE = {"name": "Ada", "other": "Bob", "begins": "first"}
MOST_PAGE_BYTES = 50_000
MOST_SCRIPT_BYTES = 24_000


def click(page: Page) -> None:
    page.locator("button.column").first.click()


def loaded_bytes(page: Page) -> dict[str, int]:
    """The transferred size of the page and its parts, by address."""
    page.wait_for_selector("html[data-ready]")
    parts: dict[str, int] = page.evaluate(
        "Object.fromEntries(['navigation', 'resource']"
        ".flatMap((kind) => performance.getEntriesByType(kind))"
        ".map((part) => [part.name, part.encodedBodySize]))"
    )
    return parts


@pytest.mark.parametrize("game", ["", *games()])
def test_pages_are_light(server: Server, new_page: NewPage, game: str) -> None:
    page = new_page(fresh=True)
    if game:
        alone = 1 in games()[game].seats
        sit_down(page, server.address, game, "alone" if alone else "easy")
    else:
        page.goto(server.address)
    parts = loaded_bytes(page)
    assert len(parts) >= 3
    assert sum(parts.values()) < MOST_PAGE_BYTES
    assert 0 < sum(size for name, size in parts.items() if ".js" in name) < MOST_SCRIPT_BYTES


@pytest.mark.parametrize("game", games())
def test_the_title_of_a_table_fits_on_a_small_phone(server: Server, phone: Page, game: str) -> None:
    sit_down(phone, server.address, game, "alone" if 1 in games()[game].seats else "easy")
    title = phone.locator(".bar .here")
    expect(title).to_have_text(games()[game].title)
    assert title.evaluate("one => one.scrollWidth <= one.clientWidth")
    assert title.evaluate("one => parseFloat(getComputedStyle(one).fontSize)") >= 12


SHOWN_WHOLE = """select => {
  const alone = document.createElement("select");
  alone.append(select.selectedOptions[0].cloneNode(true));
  alone.style.font = getComputedStyle(select).font;
  alone.style.padding = getComputedStyle(select).padding;
  document.body.append(alone);
  return alone.offsetWidth <= select.offsetWidth;
}"""


def test_a_line_of_the_history_fits_on_a_small_phone(server: Server, phone: Page) -> None:
    ended = MatchEnded((50, 0), (0,), "", time.time())
    lay_table(
        server,
        phone,
        "fune",
        *(DiceRolled((4,) * 5), MovePlayed(0, "score fune", "a"), ended),
        seats=("", "easy"),
    )
    phone.goto(f"{server.address}/history?game=fune")
    boxes = {one: phone.locator(f".line > {one}").bounding_box() for one in ("time", ".ways")}
    when, ways = boxes["time"], boxes[".ways"]
    assert when
    assert ways
    assert when["x"] + when["width"] <= ways["x"] or when["y"] + when["height"] <= ways["y"]
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for result in ("", "won"):
        phone.goto(f"{server.address}/history?game=knucklebones&result={result}")
        for select in phone.locator(".filters select").all():
            assert select.evaluate(SHOWN_WHOLE)


def test_a_finished_match_is_in_the_history_and_can_be_replayed(server: Server, page: Page) -> None:
    sit_down(page, server.address, "knucklebones", "people", **PEOPLE)
    play_out(page, click)
    scored = page.locator(".final strong").all_inner_texts()
    page.goto(f"{server.address}/history")
    line = page.locator(".lines li")
    for points in scored:
        expect(line).to_contain_text(points)
    page.click(".lines a")
    page.wait_for_selector("html[data-ready], .replay")
    assert page.locator(".replay .die:not(.blank)").count() == 0
    page.click("[data-step=forward]")
    expect(page.locator(".replay .told")).to_contain_text("Ada rolled a")
    page.click("[data-step=last]")
    page.wait_for_url("**/replay?at=*")
    with page.expect_download() as download:
        page.click("text=Export as a record")
    record, state = read(download.value.path().read_text("utf-8"))
    assert record.notes["name-0"] == "Ada"
    assert list(map(str, record.game.scores(state))) == scored
    page.goto(f"{server.address}/scores")
    assert page.locator("#scores-knucklebones ~ ol a").count() >= 1


def test_an_open_match_waits_in_the_hall(server: Server, page: Page) -> None:
    sit_down(page, server.address, "knuckles", "people", **PEOPLE)
    step(page, click)
    page.goto(server.address)
    page.click(".wait a")
    page.wait_for_selector("#table.acting")
    play_out(page, click)
    page.goto(server.address)
    assert page.locator(".wait").count() == 0


def test_play_again_swaps_the_seats(server: Server, page: Page) -> None:
    sit_down(page, server.address, "knucklebones", "people", **PEOPLE)
    expect(page.locator(".asked").first).to_contain_text("Ada")
    play_out(page, click)
    page.wait_for_selector("#table:not([data-resting])")
    press(page, "Enter")
    page.wait_for_selector("#table[data-running]")
    expect(page.locator(".asked").first).to_contain_text("Bob")


def test_giving_up_needs_confirmation(server: Server, page: Page) -> None:
    sit_down(page, server.address, "knucklebones", "people", **PEOPLE)
    page.click("text=Give up")
    page.click("text=Yes, end this match")
    expect(page.locator(".result h2")).to_have_text("Bob wins!")
    expect(page.locator(".result .reason")).to_have_text("Ada gave up.")


def test_settings_over_a_table_apply_at_once(server: Server, page: Page) -> None:
    sit_down(page, server.address, "knucklebones", "easy", begins="first")
    page.wait_for_selector("html[data-ready]")
    page.click("#open-settings")
    expect(page.locator("#drawer button.main")).to_be_hidden()
    page.locator("#drawer [name=theme][value=light]").check()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    with page.expect_response("**/settings*"):
        page.fill("#drawer [name=name]", "Countess")
        page.keyboard.press("Escape")
    expect(page.locator("#drawer")).to_be_hidden()
    expect(page.locator(".saved")).to_have_text("Saved.")
    page.goto(f"{server.address}/settings")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    expect(page.locator("[name=name]")).to_have_value("Countess")


def test_without_a_script_settings_are_saved_by_a_button_in_sight(
    server: Server, plain: Page
) -> None:
    for _ in in_windows(plain, [(320, 568), (390, 844), (844, 390), (1280, 800)]):
        plain.goto(f"{server.address}/settings")
        expect(plain.locator(".setting > .main")).to_be_in_viewport(ratio=1)
    plain.check("[name=theme][value=light]")
    plain.click(".setting > .main")
    expect(plain.locator("html")).to_have_attribute("data-theme", "light")


def test_settings_are_remembered(server: Server, page: Page) -> None:
    page.goto(f"{server.address}/settings")
    for choice in ("light", "on", "quick"):
        page.check(f"[value={choice}]")
    page.click("button.main")
    expect(page.locator(".hint")).to_contain_text("Saved.")
    page.goto(server.address)
    root = page.locator("html")
    for name, value in (("theme", "light"), ("sound", "on"), ("speed", "quick")):
        expect(root).to_have_attribute(f"data-{name}", value)
