"""The browser in which the server is looked at."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from playwright.sync_api import Browser, Page, sync_playwright

from dicehall.game import games
from pictures.server import Server

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PROGRAMS = ("chromium-headless-shell", "chromium", "google-chrome")
PATIENCE_MS = 120_000
LEARNED = f"for (const game of {[*games()]}) localStorage[`lessons game-${{game}}`] = true"
"""Nobody needs the lessons of a first match any more."""
TOUCHED_BELOW = 900
"""Windows narrower than this, in pixels, are those of phones and tablets."""


@dataclass(frozen=True, slots=True)
class Size:
    """Of a window, in pixels.

    >>> Size.read("390x844")
    Size(width=390, height=844)
    """

    width: int
    height: int

    @classmethod
    def read(cls, text: str) -> "Size":
        width, by, height = text.partition("x")
        if not (by and width.isdecimal() and height.isdecimal()):
            raise ValueError(f"{text!r} is no size: write it as 390x844")
        return cls(int(width), int(height))

    def __str__(self) -> str:
        return f"{self.width}x{self.height}"


@contextmanager
def launched() -> Iterator[Browser]:
    """The Chromium of this machine; if it has none, that of Playwright."""
    system = next(filter(None, map(shutil.which, PROGRAMS)), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=system, args=FLAGS, timeout=PATIENCE_MS
        )
        yield browser
        browser.close()


@contextmanager
def window(
    browser: Browser,
    server: Server,
    size: Size,
    theme: str,
    *,
    moving: bool = False,
    newcomer: bool = False,
) -> Iterator[Page]:
    """A window of the guest; unless it is `moving`, everything stands where it comes to rest.
    A `newcomer` is taught by the table."""
    context = browser.new_context(
        viewport={"width": size.width, "height": size.height},
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="no-preference" if moving else "reduce",
        has_touch=size.width < TOUCHED_BELOW,
    )
    context.set_default_timeout(PATIENCE_MS)
    context.add_cookies([server.cookie])  # type: ignore[list-item]
    if not newcomer:
        context.add_init_script(LEARNED)
    yield context.new_page()
    context.close()
