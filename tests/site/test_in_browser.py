"""The folder in a real browser, from a plain file server below a path.

A start of Python takes seconds, so most tests share one running shell.
"""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, BrowserContext, Frame, Page, Worker, expect

from dicehall.game import games
from dicehall.site.build.folder import Site, write_site
from dicehall.site.build.preview import previewed
from games.hexes import hexes_table
from games.sparkle import sparkle_table
from support.accessibility import violations
from support.browser import FLAGS
from support.profiles import PATIENCE_MS, TAUGHT
from support.tables import give_up, play_out, step, version

BASE = "/some/dice/"
START_MS = 3 * PATIENCE_MS
PHONE = {"width": 360, "height": 640}


def click_column(frame: Any) -> None:
    frame.locator("button.column:enabled").first.click()


def click_row(frame: Any) -> None:
    frame.locator(".row.open").first.click()
    frame.locator("#confirm").click()


MOVERS: dict[str, Any] = {
    "sparkle": sparkle_table.by_touch,
    "pocket-hexes": hexes_table.by_touch,
    "knuckles": click_column,
    "knucklebones": click_column,
    "fune": click_row,
}


def new_context(browser: Browser, **options: Any) -> BrowserContext:
    context = browser.new_context(reduced_motion="reduce", has_touch=True, **options)
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(TAUGHT)
    return context


def app(page: Page) -> Frame:
    """The frame with the application."""
    handle = page.wait_for_selector("#app")
    frame = handle.content_frame() if handle else None
    assert frame
    return frame


def sit_down(frame: Frame, game: str, opponent: str) -> None:
    """Open a match from within the application, as its form does, and go there."""
    there = frame.evaluate(OPEN, [game, opponent])
    frame.goto(urljoin(frame.url, there))
    frame.wait_for_selector("#table")
    frame.wait_for_load_state()


OPEN = """async ([game, opponent]) => {
  const form = `${document.documentElement.dataset.root}/new/${game}`;
  const body = new URLSearchParams({ opponent, name: "Ada" });
  return (await fetch(form, { method: "POST", headers: { "X-Part": "page" }, body })).text();
}"""


def started(page: Page) -> Frame:
    """The frame, once Python runs or another tab is known to run it."""
    page.locator("#starting").wait_for(state="hidden", timeout=START_MS)
    return app(page)


@pytest.fixture(scope="module")
def shared(browser: Browser, address: str) -> Iterator[Page]:
    """A running shell that most tests share; no error may be logged in it."""
    context = new_context(browser)
    wrong: list[str] = []
    context.on("weberror", lambda error: wrong.append(str(error.error)))
    context.on(
        "console", lambda line: line.type in ("error", "warning") and wrong.append(line.text)
    )
    page = context.new_page()
    page.goto(address)
    yield page
    context.close()
    if wrong:
        pytest.fail("\n".join(wrong))


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A browser that has never been here."""
    opened = new_context(browser)
    yield opened
    opened.close()


@pytest.mark.parametrize("game", games())
def test_every_game_is_played_to_its_end(shared: Page, address: str, game: str) -> None:
    frame = started(shared)
    sit_down(frame, game, "people" if 1 not in games()[game].seats else "alone")
    frame.wait_for_selector("html[data-ready]")
    play_out(frame, MOVERS[game])
    expect(shared).to_have_title(re.compile(games()[game].title))


def test_a_computer_player_thinks_and_the_coach_reviews(shared: Page, address: str) -> None:
    frame = started(shared)
    sit_down(frame, "knucklebones", "hard")
    step(frame, click_column)
    give_up(frame)
    frame.goto(re.sub(r"#.*", "", frame.url) + "/review")
    frame.wait_for_selector(".review, .turns, ol.moments, .decisions", timeout=START_MS)


def test_multiplayer_features_are_absent(shared: Page, address: str) -> None:
    frame = started(shared)
    frame.goto(f"{address}app/")
    assert frame.locator("[action$='/play/fune']").count() == 1
    assert frame.locator("[action*='/invite/'], .friend, [href$='/lobby']").count() == 0
    frame.goto(f"{address}app/new/fune")
    assert frame.locator("[value=open], .by-link").count() == 0


def test_matches_are_saved_as_a_file_and_loaded_again(shared: Page, address: str) -> None:
    frame = started(shared)
    sit_down(frame, "knuckles", "people")
    step(frame, click_column)
    give_up(frame)
    frame.goto(f"{address}app/settings")
    with shared.expect_download() as download:
        frame.click("[href$='/archive']")
    path = download.value.path()
    assert path.read_text("utf-8").startswith("game: ")
    frame.set_input_files("[name=records]", path)
    frame.click("[data-archive] button")
    expect(frame.locator("[data-archive] [role=status]")).to_have_text("0 matches imported.")


def test_titles_addresses_and_the_back_button(shared: Page, address: str) -> None:
    frame = started(shared)
    frame.goto(f"{address}app/")
    frame.click("[href$='/rules/fune'], [href$='/new/fune']")
    expect(shared).to_have_url(f"{address}#/new/fune")
    shared.go_back()
    expect(shared).to_have_url(address)
    expect(shared).to_have_title(re.compile("Dicehall"))


def test_a_full_storage_a_dead_worker_and_a_second_tab(
    context: BrowserContext, address: str
) -> None:
    first = context.new_page()
    first.goto(address)
    frame = started(first)
    sit_down(frame, "knuckles", "people")
    step(frame, click_column)

    before = version(frame)
    hall_worker(first).evaluate(FILL)
    click_column(frame)
    expect(first.locator("#full")).to_be_visible()
    expect(frame.locator("#offline")).to_be_visible()
    assert version(frame) == before
    hall_worker(first).evaluate("() => { IDBObjectStore.prototype.add = self.add; }")
    frame.wait_for_selector(f'#table:not([data-version="{before}"])')
    expect(frame.locator("#offline")).to_be_hidden()

    hall_worker(first).evaluate("() => close()")
    step(frame, click_column)

    second = context.new_page()
    second.goto(first.url)
    frame = app(second)
    step(frame, click_column)
    first.close()
    frame = started(second)
    step(frame, click_column)


FILL = """() => {
  self.add = IDBObjectStore.prototype.add;
  IDBObjectStore.prototype.add = function () { this.transaction.abort(); };
}"""


def hall_worker(page: Page) -> Worker:
    return next(one for one in page.workers if one.url.endswith("/hall.js"))


def test_an_update_in_the_middle_of_a_match_and_then_no_network(
    context: BrowserContext, built: tuple[Site, Path], tmp_path: Path
) -> None:
    site = built[0]
    write_site(site, tmp_path)
    newer = Site(site.base, {**site.files, "newer.css": b""}, site.sizes)
    with previewed(tmp_path, BASE) as address:
        page = context.new_page()
        page.goto(address)
        frame = started(page)
        sit_down(frame, "knuckles", "people")
        step(frame, click_column)
        page.wait_for_function(CACHED, arg=len(site.files), timeout=START_MS)
        write_site(newer, tmp_path)
        assert [entry.name for entry in tmp_path.glob("b-*")] == [newer.build]
        step(frame, click_column)  # the old build goes on
        page.evaluate("() => navigator.serviceWorker.ready.then((found) => found.update())")
        page.wait_for_function(WAITING, timeout=START_MS)
        page.close()
        page = context.new_page()
        page.goto(address)
        page.wait_for_selector(f"html[data-build={newer.build}]", timeout=START_MS)
        frame = started(page)
        frame.click(".wait a")
        frame.wait_for_selector("#table")
        step(frame, click_column)
        board = frame.inner_text("#table .stage")
        there = page.url
        kept = page.evaluate("() => caches.keys()")
        assert [name.split()[-1] for name in kept] == [newer.build]
        page.close()
    page = context.new_page()  # the server is gone
    page.goto(there)
    frame = app(page)
    frame.wait_for_selector("#table", timeout=START_MS)
    assert frame.inner_text("#table .stage") == board
    step(frame, click_column)


CACHED = """async (most) => {
  const caches = await window.caches.keys();
  const counts = caches.map(async (name) => (await (await window.caches.open(name)).keys()).length);
  return (await Promise.all(counts)).some((count) => count > most);
}"""


WAITING = "() => navigator.serviceWorker.ready.then((found) => Boolean(found.waiting))"


def test_a_browser_that_blocks_site_data_is_told_what_to_do(
    browser: Browser, address: str, tmp_path: Path
) -> None:
    profile = tmp_path / "Default" / "Preferences"
    profile.parent.mkdir()
    blocked = {"profile": {"default_content_setting_values": {"cookies": 2}}}
    profile.write_text(json.dumps(blocked))
    chromium = browser.browser_type
    system = shutil.which("chromium") or shutil.which("google-chrome")
    context = chromium.launch_persistent_context(tmp_path, executable_path=system, args=FLAGS)
    page = context.new_page()
    page.goto(address)
    expect(page.locator("#denied")).to_contain_text("Allow site data")
    context.close()


def test_the_first_page_and_the_first_board(browser: Browser, address: str) -> None:
    context = new_context(browser, locale="ja-JP", viewport=PHONE)
    page = context.new_page()
    page.add_init_script(PROGRESS)
    page.goto(address)
    frame = app(page)
    frame.wait_for_selector(".gates")
    assert frame.get_attribute("html", "lang") == "ja"
    dated = frame.locator("[href*='/today/'], [href*='/puzzles/']")
    assert dated.count() == 0  # the page may be older than today
    expect(page.locator("#starting")).to_be_visible()
    expect(page.locator("#starting")).to_contain_text("%")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page) == []
    frame.click("[action$='/play/knucklebones'] button")
    frame.wait_for_selector("#table")
    assert hall_worker(page).evaluate(FETCHED_IN_IMPORTS) == 0
    progress = page.evaluate("progress")
    assert progress[0] < 0.5  # little has arrived
    assert progress == sorted(progress)
    assert progress[-1] < 1
    page.goto(f"{address}app/rules/fune?x=1")  # reloaded, or sent to somebody
    expect(page).to_have_url(f"{address}#/rules/fune?x=1")
    context.close()


PROGRESS = """
self.progress = [];
if (self === top) new MutationObserver(() => {
  const bar = document.querySelector("progress");
  if (bar) progress.push(bar.value);
}).observe(document, { attributes: true, attributeFilter: ["value"], subtree: true });
"""
FETCHED_IN_IMPORTS = """() => performance.getEntriesByType("resource")
  .filter(({ initiatorType }) => initiatorType === "xmlhttprequest").length"""


def test_levels_that_need_numpy_are_not_offered(shared: Page, address: str) -> None:
    frame = started(shared)
    sit_down(frame, "pocket-hexes", "alone")
    expect(frame.locator("#table")).to_contain_text("needs the full version")
