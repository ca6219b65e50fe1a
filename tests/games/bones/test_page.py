"""Knuckles and Knucklebones in a real browser, to the end, in every way there is to play."""

import re

import pytest
from playwright.sync_api import Page

from support.server import Server
from support.tables import Mover, pause_between_taps, play_out, press, sit_down, step, version

PEOPLE = {"name": "Ada", "other": "Bob", "begins": "first"}
COLUMN = "button.column"


def click(page: Page) -> None:
    page.locator(COLUMN).first.click()


def tap(page: Page) -> None:
    pause_between_taps(page)
    page.locator(COLUMN).first.tap()


def type_number(page: Page) -> None:
    key = page.locator(COLUMN).first.get_attribute("data-key")
    assert key
    press(page, key)


def walk(page: Page) -> None:
    press(page, "ArrowRight")
    if not page.locator(f"{COLUMN}:focus").count():
        press(page, "ArrowLeft")
    page.locator(f"{COLUMN}:focus").wait_for()
    press(page, "Enter")


@pytest.mark.parametrize("game", ["knuckles", "knucklebones"])
def test_a_whole_match_by_mouse(server: Server, page: Page, game: str) -> None:
    sit_down(page, server.address, game, "easy")
    assert play_out(page, click) >= 8  # the other may fill its grid first
    assert page.locator(".result h2").inner_text()


@pytest.mark.parametrize("move", [type_number, walk])
def test_a_whole_match_by_keyboard_alone(server: Server, page: Page, move: Mover) -> None:
    sit_down(page, server.address, "knucklebones", "people", **PEOPLE)
    play_out(page, move)


def test_a_whole_match_by_touch_on_a_phone(server: Server, phone: Page) -> None:
    sit_down(phone, server.address, "knuckles", "easy")
    play_out(phone, tap)


def test_a_whole_match_without_a_script(server: Server, plain: Page) -> None:
    sit_down(plain, server.address, "knucklebones", "easy")
    play_out(plain, click)


def test_everything_needed_fits_a_phone(server: Server, phone: Page) -> None:
    sit_down(phone, server.address, "knucklebones", "people", **PEOPLE)
    for column in phone.locator(COLUMN).all():
        box = column.bounding_box()
        assert box
        assert box["y"] + box["height"] <= 640
        assert min(box["width"], box["height"]) >= 44
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_every_column_tells_what_it_would_do(server: Server, page: Page) -> None:
    sit_down(page, server.address, "knucklebones", "people", **PEOPLE)
    doomed = page.locator(".doomed")
    while not doomed.count():
        if page.locator(".result").count():
            page.click(".result button")
            page.wait_for_selector("#table[data-running]")
        step(page, click)
    number = doomed.first.evaluate("die => die.closest('[data-number]').dataset.number")
    column = page.locator(f'{COLUMN}[data-key="{number}"]')
    assert "knocks out" in (column.get_attribute("aria-label") or "")
    assert re.fullmatch(r"\+\d+", column.locator(".tag").inner_text())
    facing = page.locator(".column", has=page.locator(".doomed")).locator(".tag")
    assert re.fullmatch(r"\u2212\d+", facing.first.inner_text()), "the loss stands on their side"
    assert doomed.first.evaluate("one => getComputedStyle(one).outlineStyle") == "dashed"
    assert column.locator(".ghost").count() == 1


def test_a_reload_in_the_middle_changes_nothing(server: Server, page: Page) -> None:
    sit_down(page, server.address, "knucklebones", "people", **PEOPLE)
    for _ in range(4):
        step(page, click)
    before = version(page), page.locator("#table .columns").all_inner_texts()
    page.reload()
    assert (version(page), page.locator("#table .columns").all_inner_texts()) == before
    play_out(page, click)
