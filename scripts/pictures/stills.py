"""Stills: every page of a game as it stands, at each size and in each theme."""

from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Browser, Page

from pictures.browser import Size, window
from pictures.playing import play_matches
from pictures.server import Server
from pictures.sheets import Picture, make_sheet

SHEET_HEIGHT = 300
REVIEW_MS = 60_000
"""How long the review may take to be found; after that its progress is the picture."""


MOMENTS = {
    "hall": "/",
    "new": "/new/{game}",
    "first": "/matches/{played.first}",
    "middle": "/matches/{played.middle}",
    "result": "/matches/{played.over}",
    "rules": "/rules/{game}",
    "settings": "/settings",
    "history": "/history",
    "replay": "/matches/{played.over}/replay",
    "review": "/matches/{played.over}/review",
}
"""What there is to look at, and where."""


def take_stills(
    browser: Browser,
    server: Server,
    game: str,
    moments: Sequence[str],
    sizes: Sequence[Size],
    theme: str,
    folder: Path,
) -> bytes:
    """Save the stills of a game in a folder; all of them on one sheet, as a PNG."""
    played = play_matches(server, game)
    folder.mkdir(parents=True, exist_ok=True)
    taken: dict[str, list[Picture]] = {moment: [] for moment in moments}
    for size in sizes:
        for moment, pictures in taken.items():
            place = server.address + MOMENTS[moment].format(game=game, played=played)
            with window(browser, server, size, theme, newcomer=moment == "first") as page:
                picture = Picture(_look(page, place), f"{moment} {size}")
            (folder / f"{moment}-{size}-{theme}.png").write_bytes(picture.data)
            pictures.append(picture)
    return make_sheet(browser, f"{game}, {theme}", [*taken.values()], SHEET_HEIGHT)


def _look(page: Page, address: str) -> bytes:
    """What is seen at an address once it has come to rest."""
    page.goto(address)
    page.wait_for_selector("html[data-ready]", state="attached")
    if address.endswith("/review"):
        page.wait_for_selector("[data-again]", state="detached", timeout=REVIEW_MS)
    page.evaluate("document.fonts.ready")
    return page.screenshot(animations="disabled")
