"""Every table with a screen reader: names of controls, announcements, and the order of the tour."""

import re

import pytest
from playwright.sync_api import Page, expect

from dicehall.game import games
from games.hexes.hexes_table import by_mouse
from support.browser import NewPage
from support.hearing import announcements, listen
from support.server import Server
from support.tables import MY_TURN_OR_OVER, play_some, sit_down

CONTROL = re.compile(r"- '?(?:button|checkbox|radio|switch|link) \"([^\"]*)\"")
KEYS = re.compile(r"\b(Space|Enter|Backspace|R|F)\b|↵")


def sit(page: Page, server: Server, game: str) -> None:
    alone = 1 in games()[game].seats
    sit_down(page, server.address, game, "alone" if alone else "easy")
    page.wait_for_selector("#table.acting")


@pytest.mark.parametrize("game", games())
def test_no_control_is_called_by_its_key(server: Server, page: Page, game: str) -> None:
    sit(page, server, game)
    names = CONTROL.findall(page.get_by_role("main").aria_snapshot())
    assert len(names) > 5
    assert [name for name in names if KEYS.search(name)] == []
    expect(page.locator("#table :is(button, label, summary) kbd:not([aria-hidden])")).to_have_count(
        0
    )


def test_pocket_hexes_reads_no_labels_of_its_edge(server: Server, page: Page) -> None:
    sit(page, server, "pocket-hexes")
    board = page.locator("#board").aria_snapshot()
    assert re.findall(r"\b[a-i]\d\b", board) == ["e5"]  # the first number, in the words of its row


def test_pocket_hexes_says_each_line_once(server: Server, page: Page) -> None:
    sit(page, server, "pocket-hexes")
    listen(page)
    play_some(page, by_mouse, 5)
    page.wait_for_selector(MY_TURN_OR_OVER)
    happened = page.locator(".log li").all_inner_texts()[::-1][1:]  # the first was there before
    assert len(happened) >= 3
    page.wait_for_function("line => announced.at(-1)?.includes(line)", arg=happened[-1])
    text = "\n".join(announcements(page))
    assert [text.count(line) for line in happened] == [happened.count(line) for line in happened]


@pytest.mark.parametrize("game", games())
def test_the_tour_comes_before_what_it_explains(
    server: Server, new_page: NewPage, game: str
) -> None:
    page = new_page(taught=False)
    sit(page, server, game)
    page.wait_for_selector(".bubble")
    page.locator(".bar a, .bar button").last.focus()
    while not page.evaluate("document.activeElement.closest('main')"):
        page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Got it")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Skip the tour")).to_be_focused()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('#table') !== null")
