"""A server for each worker, and pages in a real Chromium."""

import asyncio
import os
import shutil
from collections.abc import Callable, Generator, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from support.profiles import PATIENCE_MS, Profiles
from support.server import Server

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",
    "--process-per-site",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PROGRAMS = ("chromium-headless-shell", "chromium", "google-chrome")
"""The first has no windows, tabs and menus to draw: a page costs a third of the processor time."""
NO_BROWSER = (
    "no Chromium here: install the package `chromium-headless-shell`, or run"
    " `playwright install chromium`"
)

WINDOW: ViewportSize = {"width": 1280, "height": 720}
"""The default window size."""

NewPage = Callable[..., Page]

LOOP = pytest.StashKey[asyncio.AbstractEventLoop]()
"""Playwright's event loop, once a browser is open."""

expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("house"))
    yield running
    running.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests of a worker."""
    system = next(filter(None, map(shutil.which, PROGRAMS)), None)
    with sync_playwright() as playwright:
        loop = asyncio.get_running_loop()
        chromium = playwright.chromium
        if not system and not os.path.exists(chromium.executable_path):
            assert "CI" not in os.environ, NO_BROWSER
            pytest.skip(NO_BROWSER)
        opened = chromium.launch(executable_path=system, args=FLAGS, timeout=PATIENCE_MS)
        yield opened
        asyncio._set_running_loop(loop)
        opened.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Let tests without a browser use asyncio while the browser of the worker stays open.

    Between two calls Playwright leaves its event loop marked as the running one of this thread,
    and `asyncio.run` refuses to start inside a running loop: the mark is set only in browser tests.
    """
    if "browser" in getattr(item, "fixturenames", ()):
        asyncio._set_running_loop(item.config.stash.get(LOOP, None))
    result = yield
    if running := asyncio._get_running_loop():
        item.config.stash[LOOP] = running
        asyncio._set_running_loop(None)
    return result


@pytest.fixture(scope="session")
def profiles(browser: Browser) -> Profiles:
    return Profiles(browser)


@pytest.fixture
def new_page(profiles: Profiles) -> Iterator[NewPage]:
    """Opens pages, each as a guest of its own; options are those of `Browser.new_context`.

    A page that logs an error, or asks for anything outside this machine, fails its test. Its guest
    knows the games, unless it is not `taught`. The service worker, which would fetch every file of
    the server for every test, comes only where it is allowed. What is `fresh` shares not even the
    files of the server with the tests before it.
    """
    taken, wrong = [], []

    def open_page(
        *,
        taught: bool = True,
        fresh: bool = False,
        viewport: ViewportSize = WINDOW,
        **options: Any,
    ) -> Page:
        profile = profiles.take(taught=taught, fresh=fresh, **options)
        taken.append(profile)
        page = profile.context.new_page()
        if viewport != WINDOW:
            page.set_viewport_size(viewport)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda request: _local(request.url) or wrong.append(request.url))
        return page

    yield open_page
    for profile in taken:
        profiles.give_back(profile)
    assert not wrong


@pytest.fixture
def page(new_page: NewPage) -> Page:
    return new_page()


@pytest.fixture
def phone(new_page: NewPage) -> Page:
    """A page on a small touch screen."""
    return new_page(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)


@pytest.fixture
def plain(new_page: NewPage) -> Page:
    """A page without JavaScript."""
    return new_page(java_script_enabled=False)


def _local(url: str) -> bool:
    return url.startswith(("http://127.0.0.1:", "data:", "blob:"))
