"""Strips: what happens in a scene, frame by frame, with the time under each."""

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.sync_api import Browser, Page

from dicehall.match.store.connect import open_store
from dicehall.web.edge.identity import Signer
from pictures import slow_time
from pictures.browser import Size, window
from pictures.courses import GUEST, Course
from pictures.moving import steps
from pictures.positions import Moves, Scene
from pictures.server import KEY, Server
from pictures.sheets import Picture, make_sheet
from pictures.slow_time import Frame, changes

EVERY_MS = 50
PAUSE_MS = 400
"""How long the guest looks at what came before the next move."""
FRAME_AREA, STRIP_AREA = 110_000, 4_000_000
"""How large a frame is shown at most, and all of them together, in square pixels."""
DONE = object()


def guest_of(address: str) -> Server:
    """One of our own servers, seen by the guest who sits at the prepared tables."""
    return Server(address, Signer(KEY.encode()).sign(GUEST))


def keep(folder: Path, courses: Sequence[Course]) -> None:
    """Put matches into the folder of a server that is not open yet."""

    async def run() -> None:
        store = await open_store("", folder)
        for course in courses:
            commitment = course.commitment
            await store.open(commitment.match_id, commitment.server_seed, course.events)
        await store.close()

    asyncio.run(run())


def film_scene(
    browser: Browser, server: Server, scene: Scene, size: Size, theme: str
) -> list[Frame]:
    """Play a scene that was prepared, in the browser."""
    course, moves = scene.prepare()
    with window(browser, server, size, theme, moving=True) as page:
        slow_time.prepare(page)
        page.goto(f"{server.address}/matches/{course.match.id}")
        page.wait_for_selector("html[data-ready]", state="attached")
        page.wait_for_function(slow_time.AT_REST)
        hand = _Hand(page, moves)
        return list(slow_time.film(page, EVERY_MS, scene.ms, hand.act))


def make_strip(browser: Browser, title: str, frames: Sequence[Frame], size: Size) -> bytes:
    """The frames side by side, in as many rows as they need, as one PNG."""
    rows = [[Picture(frame.png, _times(frame.ms, until))] for frame, until in changes(frames)]
    shown = min(FRAME_AREA, STRIP_AREA // len(rows))
    height = round((shown * size.height / size.width) ** 0.5)
    return make_sheet(browser, title, rows, height)


def _times(ms: int, until: int) -> str:
    return f"{ms} ms" if ms == until else f"{ms} – {until} ms"


class _Hand:
    """Makes the moves of a scene, each some time after the table has come to rest."""

    def __init__(self, page: Page, moves: Moves) -> None:
        self.page = page
        self.moves = list(moves)
        self.moving: Iterator[None] = iter(())
        self.next_ms = 0

    def act(self, ms: int) -> None:
        """Go on with a move, or begin the next if it is time."""
        if next(self.moving, DONE) is not DONE or not self.moves:
            return
        if not slow_time.at_rest(self.page):
            self.next_ms = ms + PAUSE_MS
        elif ms >= self.next_ms:
            self.moving = steps(self.page, self.moves.pop(0))
            next(self.moving, DONE)
            self.next_ms = ms + PAUSE_MS
