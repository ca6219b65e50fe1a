"""Moving at Pocket Hexes in a browser, in each way there is."""

import re

from playwright.sync_api import Locator, Page

from support.tables import press

DIE = "[name=die]"
LIT = "button[name=hex]:visible"
SCORE = "button[value^=score]"
AHEAD = "button[value=roll]:not([aria-disabled]), button[value=finish]"


def next_button(page: Page) -> Locator | None:
    """A score if there is one, the next round if it is due; else a die must be placed."""
    for selector in (SCORE, AHEAD):
        if page.locator(selector).count():
            return page.locator(selector).first
    return None


def highest_die(page: Page) -> int:
    """Which of the dice that may be chosen is the highest: high numbers soon end a game."""
    numbers = list(map(int, page.locator("label.cast b").all_inner_texts()))
    return numbers.index(max(numbers))


def lowest_hex(page: Page) -> Locator:
    """The lit hex among the lowest numbers: there later numbers would fit best."""
    labels = page.locator(LIT).evaluate_all("all => all.map(one => one.ariaLabel)")
    around = [max(map(int, re.findall(r"\b\d+", label)), default=0) for label in labels]
    return page.locator(LIT).nth(around.index(min(around)))


def by_mouse(page: Page) -> None:
    button = next_button(page)
    if not button:
        page.locator("label.cast").nth(highest_die(page)).click()
        button = lowest_hex(page)
    button.click()


def by_touch(page: Page) -> None:
    button = next_button(page)
    if not button:
        page.locator("label.cast").nth(highest_die(page)).tap()
        button = lowest_hex(page)
    button.tap()


def by_keys(page: Page) -> None:
    if page.locator(SCORE).count():
        walk_and_enter(page, SCORE)
    elif page.locator(AHEAD).count():
        press(page, page.locator(AHEAD).get_attribute("data-key") or "")
    else:
        die = page.locator(DIE).nth(highest_die(page))
        press(page, die.get_attribute("data-key") or "")
        walk_and_enter(page, "button[name=hex]")


def walk_and_enter(page: Page, selector: str) -> None:
    press(page, "ArrowDown")
    page.locator(f"{selector}:focus").wait_for()
    press(page, "Enter")


def place_one(page: Page) -> None:
    page.locator("label.cast").last.click()
    page.locator(LIT).first.click()
