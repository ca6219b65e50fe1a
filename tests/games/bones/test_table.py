"""The table of Bones in every window: all is read, nothing covers anything, nothing moves."""

import re

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from support.browser import NewPage
from support.server import Server
from support.tables import Size, in_windows, sit_down, step

SMALL, TALL, LYING = (360, 640), (390, 844), (844, 390)
PHONES = [SMALL, TALL, LYING]
WINDOWS = [(1280, 800), (1920, 1080)]
PARTS = [".tray", ".grid.near", ".grid.far", ".middle", ".hand", "#near-1 .slots", "#far-3 .slots"]
BOXES = """(parts) => parts.map((one) => {
  const { x, y, width, height } = document.querySelector(one).getBoundingClientRect();
  return [one, x, y, width, height];
})"""
CUT = """(words) => words.filter((one) => one.checkVisibility()).filter((one) =>
  one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.textContent)"""

both_games = pytest.mark.parametrize("game", ["knuckles", "knucklebones"])


def sit_at(server: Server, new_page: NewPage, game: str, **options: object) -> Page:
    """A table against a computer player that has moved."""
    page = new_page(**options)
    sit_down(page, server.address, game, "easy", begins="first")
    page.wait_for_selector("html[data-ready]")
    move(page)
    return page


def move(page: Page) -> None:
    step(page, lambda page: page.locator("button.column").first.click())
    page.wait_for_selector("#table.acting")


def switch_coach_on(page: Page) -> None:
    press_aside(page, "#coach-off")
    page.wait_for_selector("#play-best")
    if page.locator(".side .close").is_visible():
        page.click(".side .close")
        expect(page.locator(".side")).to_be_hidden()


def press_aside(page: Page, button: str) -> None:
    if page.locator("#open-side").is_visible():
        page.click("#open-side")
    page.click(button)


def box(part: Locator) -> FloatRect:
    found = part.bounding_box()
    assert found
    return found


def measure(page: Page, sizes: list[Size]) -> list[object]:
    """Where the parts of the table stand in windows of these sizes."""
    return [page.evaluate(BOXES, PARTS) for _ in in_windows(page, sizes)]


def overlap(one: FloatRect, other: FloatRect) -> bool:
    return (
        one["x"] < other["x"] + other["width"]
        and other["x"] < one["x"] + one["width"]
        and one["y"] < other["y"] + other["height"]
        and other["y"] < one["y"] + one["height"]
    )


@both_games
@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
def test_on_a_phone_the_words_are_read_in_full(
    server: Server, new_page: NewPage, locale: str, game: str
) -> None:
    page = sit_at(server, new_page, game, locale=locale)
    for coached in (False, True):
        if coached:
            switch_coach_on(page)
        for size in in_windows(page, PHONES):
            assert page.locator(".fell, #asked, .heard, .prompt").evaluate_all(CUT) == [], size
            words = [box(page.locator(one)) for one in (".fell", "#asked", ".heard", ".hand")]
            slots = [box(one) for one in page.locator(".slots").all()]
            assert not any(overlap(said, slot) for said in words for slot in slots), size
            top = box(page.locator(".prompt"))["y"] - 1
            assert all(said["y"] >= top for said in words[:2]), size
            if locale == "en-GB":
                assert page.locator("#asked").inner_text().lower() == "tap a column."
                heard = page.locator(".heard").inner_text().lower()
                assert re.match(r"pip: [1-6] → column [123]", heard)


@both_games
def test_on_a_phone_texts_do_not_move_the_board(
    server: Server, new_page: NewPage, game: str
) -> None:
    page = sit_at(server, new_page, game)
    switch_coach_on(page)
    boxes = measure(page, PHONES)
    for _ in range(3):
        move(page)
        assert measure(page, PHONES) == boxes


@both_games
def test_on_a_phone_the_total_of_a_column_stands_alone(
    server: Server, new_page: NewPage, game: str
) -> None:
    page = sit_at(server, new_page, game)
    for size in in_windows(page, PHONES):
        for column in page.locator(".column").all():
            assert column.locator(".points").inner_text().isdecimal()
            total, whole = box(column.locator(".points b")), box(column)
            middle = whole["x"] + whole["width"] / 2
            assert total["x"] + total["width"] / 2 == pytest.approx(middle, abs=1.5), size


@both_games
def test_the_coach_takes_no_room(server: Server, new_page: NewPage, game: str) -> None:
    page = sit_at(server, new_page, game)
    boxes = measure(page, [LYING, *WINDOWS])
    switch_coach_on(page)
    assert measure(page, [LYING, *WINDOWS]) == boxes


@both_games
def test_what_the_coach_says_lies_inside_its_column(
    server: Server, new_page: NewPage, game: str
) -> None:
    page = sit_at(server, new_page, game)
    switch_coach_on(page)
    for size in in_windows(page, [*PHONES, *WINDOWS]):
        for column in page.locator("button.column").all():
            said, whole = box(column.locator(".advice")), box(column)
            assert box(column.locator(".socket").first)["width"] >= 44, size
            assert said["x"] >= whole["x"] + 4, size
            assert said["x"] + said["width"] <= whole["x"] + whole["width"] - 4, size
            for other in (".tag", ".points b"):
                assert not overlap(said, box(column.locator(other))), size


@both_games
@pytest.mark.parametrize("asked_in", [SMALL, WINDOWS[0]], ids=str)
def test_a_hint_marks_its_column_and_covers_nothing(
    server: Server, new_page: NewPage, game: str, asked_in: Size
) -> None:
    page = sit_at(server, new_page, game)
    windows = [*PHONES, *WINDOWS, asked_in]
    boxes = measure(page, windows)
    press_aside(page, ".hint-form button")
    page.wait_for_selector(".hint")
    expect(page.locator(".hint")).to_have_count(1)
    marked = page.locator("button.hinted").get_attribute("value") or "none"
    assert page.locator(".hint strong").inner_text().lower() == marked
    assert measure(page, windows) == boxes
    for size in in_windows(page, windows):
        assert page.locator(".hint, .prompt").evaluate_all(CUT) == [], size
        hint = box(page.locator(".hint"))
        for part in page.locator(".column, .hand").all():
            assert not overlap(hint, box(part)), size


@both_games
def test_the_other_side_says_where_ones_own_columns_are(
    server: Server, page: Page, game: str
) -> None:
    sit_down(page, server.address, game, "people", other="Bob", begins="first")
    page.wait_for_selector("html[data-ready]")
    for other, upright, lying in (
        ("#far-1", "below", "on the right"),
        ("#near-1", "above", "on the left"),
    ):
        for size in in_windows(page, [SMALL, TALL, LYING, *WINDOWS]):
            page.locator(other).click()
            where = lying if size == LYING else upright
            expect(page.locator(".notices .refusal")).to_contain_text(f"Yours are {where}")
        step(page, lambda page: page.locator("button.column").first.click())


@both_games
def test_a_long_name_hides_nothing_that_is_asked(server: Server, page: Page, game: str) -> None:
    names = {"name": "W" * 20, "other": "Maximilian Alexander"}
    sit_down(page, server.address, game, "people", begins="first", **names)
    page.wait_for_selector("html[data-ready]")
    for _ in range(2):
        for size in in_windows(page, [(320, 568), *PHONES, (667, 375), *WINDOWS]):
            asked, prompt = box(page.locator("#asked")), box(page.locator(".prompt"))
            assert page.locator("#asked").evaluate_all(CUT) == [], size
            assert asked["y"] >= prompt["y"] - 1, size
            assert asked["y"] + asked["height"] <= prompt["y"] + prompt["height"] + 1, size
        step(page, lambda page: page.locator("button.column").first.click())
