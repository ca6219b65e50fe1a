"""The service worker in a real browser: installable, offline, and from one edition to the next."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import dicehall
from support.browser import FLAGS, NewPage
from support.server import Server
from support.tables import play_out, sit_down, step, version

OTHER = "// of another edition"
PEOPLE = {"name": "Ada", "other": "Bob", "begins": "first"}

CONTROLLED = "() => navigator.serviceWorker.controller?.state === 'activated'"
KEPT = """async () => {
  const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  const kept = await Promise.all(stores.map((store) => store.keys()));
  return kept.flat().map(({ url }) => new URL(url).pathname);
}"""
UNTIL = """async () => {
  const registration = await navigator.serviceWorker.ready;
  for (let tries = 0; tries < 3000; tries++) {
    if (CONDITION) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("in vain");
}"""
UPDATE = "async () => { await (await navigator.serviceWorker.ready).update() }"
FETCH = "async (path) => (await fetch(path)).text()"


def click(page: Page) -> None:
    page.locator("button.column").first.click()


def arrive(page: Page, address: str) -> None:
    """Open a page, and wait until the service worker controls it."""
    page.goto(address)
    page.wait_for_function(CONTROLLED)


def until(page: Page, condition: str) -> None:
    """Wait for something that the browser does not report."""
    page.evaluate(UNTIL.replace("CONDITION", condition))


def resting(page: Page) -> None:
    """The offline page is shown."""
    expect(page.locator(".resting h1")).to_have_text("Can't reach the server")


def is_other(page: Page, edition: str) -> bool:
    """Whether the file that a page requests for its edition comes from the other edition."""
    return OTHER in page.evaluate(FETCH, f"/static/{edition}/sound.js")


def edition(page: Page) -> str:
    address = page.get_attribute('script[src$="/dicehall.js"]', "src") or ""
    return address.split("/")[2]


@pytest.fixture
def installed(new_page: NewPage) -> Page:
    return new_page(service_workers="allow")


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may kill."""
    running = Server(tmp_path / "house")
    yield running
    running.stop()


def test_chromium_would_install_it(server: Server, browser: Browser, tmp_path: Path) -> None:
    # What is not kept, as a fresh profile of the other tests, is not offered for installation; nor
    # does a browser without windows, as the other tests use, install anything.
    context = browser.browser_type.launch_persistent_context(
        tmp_path, executable_path=shutil.which("chromium") or None, args=FLAGS
    )
    try:
        page = context.new_page()
        arrive(page, server.address)
        asked = context.new_cdp_session(page)
        found: dict[str, Any] = asked.send("Page.getAppManifest")
        assert found["url"] == f"{server.address}/manifest.webmanifest"
        assert found["errors"] == []
        assert asked.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    finally:
        context.close()


def test_nothing_rendered_for_a_guest_is_cached(server: Server, installed: Page) -> None:
    arrive(installed, server.address)
    sit_down(installed, server.address, "knucklebones", "easy")
    play_out(installed, click)
    installed.goto(f"{server.address}/history")
    kept = installed.evaluate(KEPT)
    files = [path for path in kept if path.startswith(f"/static/{edition(installed)}/")]
    assert len(files) > 50
    assert set(kept) - set(files) == {"/offline"}


def test_an_open_table_stays_readable_and_a_move_waits(server: Server, installed: Page) -> None:
    arrive(installed, server.address)
    sit_down(installed, server.address, "knucklebones", "people", **PEOPLE)
    step(installed, click)
    before = version(installed)
    installed.context.set_offline(True)
    expect(installed.locator("#offline")).to_be_visible()
    click(installed)
    expect(installed.locator("button.column.pressed")).to_have_count(1)
    installed.click("#open-rules")  # what needs the server does not take the table away
    expect(installed.locator("#offline")).to_contain_text("Your moves are kept")
    expect(installed.locator("#table .die").first).to_be_visible()
    assert version(installed) == before
    installed.context.set_offline(False)
    installed.wait_for_selector(f'#table:not([data-version="{before}"])')
    expect(installed.locator("#offline")).to_be_hidden()
    installed.keyboard.press("Escape")  # the rules, if they have come after all
    step(installed, click)


def test_a_finished_table_shows_when_it_is_online_again(server: Server, installed: Page) -> None:
    sit_down(installed, server.address, "knucklebones", "people", **PEOPLE)
    play_out(installed, click)
    installed.context.set_offline(True)
    expect(installed.locator("#offline")).to_be_visible()
    installed.context.set_offline(False)
    expect(installed.locator("#offline")).to_be_hidden()


def test_the_offline_page_reloads_when_online(server: Server, installed: Page) -> None:
    arrive(installed, server.address)
    installed.context.set_offline(True)
    installed.goto(f"{server.address}/scores")
    resting(installed)
    assert installed.url == f"{server.address}/scores"
    assert installed.evaluate("getComputedStyle(document.querySelector('.tray')).display") == "flex"
    installed.context.set_offline(False)
    expect(installed.locator("h1")).to_have_text("High scores of this server")


def test_an_offline_submit_leads_back_to_its_page(server: Server, installed: Page) -> None:
    arrive(installed, f"{server.address}/settings")
    installed.context.set_offline(True)
    installed.click("button.main")
    resting(installed)
    installed.context.set_offline(False)
    installed.wait_for_selector(".setting")
    assert installed.url == f"{server.address}/settings"


def test_a_killed_server_is_noticed_and_the_match_continues(
    own_server: Server, installed: Page
) -> None:
    arrive(installed, own_server.address)
    sit_down(installed, own_server.address, "knuckles", "people", **PEOPLE)
    step(installed, click)
    before = version(installed)
    own_server.kill()
    expect(installed.locator("#offline")).to_be_visible()
    installed.reload()
    resting(installed)
    own_server.start()
    installed.wait_for_selector(f'#table[data-version="{before}"]')
    step(installed, click)


def test_the_offline_page_follows_language_and_theme(server: Server, installed: Page) -> None:
    arrive(installed, f"{server.address}/settings")
    installed.check("[value=light]")
    installed.click("button.main")
    expect(installed.locator(".hint")).to_contain_text("Saved.")
    until(installed, 'await caches.match("/offline?en-light")')
    installed.context.set_offline(True)
    installed.goto(server.address)
    resting(installed)
    expect(installed.locator("html")).to_have_attribute("data-theme", "light")


@pytest.fixture
def another_edition(tmp_path: Path) -> str:
    """A copy of the package with one changed script, for PYTHONPATH."""
    folder, copy = Path(dicehall.__file__).parent, tmp_path / "another" / "dicehall"
    (copy / "web").mkdir(parents=True)
    for path in folder.iterdir():
        if path.name != "web":
            (copy / path.name).symlink_to(path)
    for path in (folder / "web").iterdir():
        if path.name != "static":
            (copy / "web" / path.name).symlink_to(path)
    shutil.copytree(folder / "web/static", copy / "web/static")
    with (copy / "web/static/sound.js").open("a") as file:
        file.write(OTHER)
    return str(copy.parent)


def test_a_page_gets_no_file_of_another_edition(
    own_server: Server,
    installed: Page,
    another_edition: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    arrive(installed, own_server.address)
    first = edition(installed)
    own_server.kill()
    monkeypatch.setenv("PYTHONPATH", another_edition)
    own_server.start()
    installed.evaluate(UPDATE)
    until(installed, "registration.waiting")  # it has its files, and the old page is still there
    assert not is_other(installed, first)

    installed.reload()
    second = edition(installed)
    assert second != first
    until(installed, f"(await caches.keys()).join() === 'dicehall {second}'")
    assert is_other(installed, second)
    kept = installed.evaluate(KEPT)
    assert {path.split("/")[2] for path in kept if path.startswith("/static/")} == {second}
