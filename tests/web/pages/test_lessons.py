"""The first match teaches: each bubble stands beside what it is about, and points at it."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from dicehall.game import games
from support.browser import NewPage
from support.server import Server
from support.tables import MY_TURN_OR_OVER, sit_down, step
from support.tour import as_guest, play_on

SIZES = [(360, 640), (390, 844), (844, 390), (1280, 800)]
MOVES = 8

PLACED = """() => {
  const box = (one) => one.getBoundingClientRect().toJSON();
  const bubble = document.querySelector(".bubble");
  const { side } = bubble.dataset;
  const arrow = parseFloat(getComputedStyle(bubble).getPropertyValue("--arrow"));
  const text = bubble.innerText;
  return { side, arrow, text, bubble: box(bubble), told: box(document.querySelector(".told")) };
}"""


def check(placed: dict[str, Any], width: int, height: int) -> None:
    """The bubble is in sight, covers nothing of what it is about, and its arrow points there."""
    bubble, told, side = placed["bubble"], placed["told"], placed["side"]
    assert bubble["left"] >= 0, placed
    assert bubble["top"] >= 44, placed
    assert bubble["right"] <= width, placed
    assert bubble["bottom"] <= height, placed
    assert {
        "below": bubble["top"] >= told["bottom"],
        "above": bubble["bottom"] <= told["top"],
        "right": bubble["left"] >= told["right"],
        "left": bubble["right"] <= told["left"],
    }[side], placed
    first, last = ("left", "right") if side in ("below", "above") else ("top", "bottom")
    assert told[first] - 1 <= bubble[first] + placed["arrow"] <= told[last] + 1, placed


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("size", SIZES)
def test_a_bubble_stands_beside_what_it_explains(
    server: Server, new_page: NewPage, game: str, size: tuple[int, int]
) -> None:
    width, height = size
    page = new_page(taught=False, viewport={"width": width, "height": height})
    opponent = "easy" if 2 in games()[game].seats else "alone"
    sit_down(page, server.address, game, opponent)
    told = set()
    with as_guest(page, server) as guest:
        for _ in range(MOVES):
            page.wait_for_selector(MY_TURN_OR_OVER)
            page.wait_for_selector("html[data-ready]")
            if page.locator("#table:not([data-running])").count():  # the dice were short with us
                sit_down(page, server.address, game, opponent)
                continue
            for placed in bubbles(page):
                check(placed, width, height)
                told.add(placed["text"])
            step(page, lambda page: play_on(guest, page.url, 1))
    assert len(told) >= 2


def bubbles(page: Page) -> Iterator[dict[str, Any]]:
    """All that is to be told now, one after the other."""
    while page.locator(".bubble").count():
        page.wait_for_selector(".bubble[data-side]")
        yield page.evaluate(PLACED)
        page.click(".bubble [data-next]")
