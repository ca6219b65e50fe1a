"""Beside the table: what happened grows, but no button moves, and none takes another's place."""

import pytest
from playwright.sync_api import Page, expect

from support.browser import NewPage
from support.server import Server
from support.tables import MY_TURN_OR_OVER, sit_down, step

PLACES = """() => Object.fromEntries([...document.querySelectorAll(
  ".side .actions.minor :is(button, .button)")]
  .filter((one) => one.checkVisibility() && !one.closest("details > form"))
  .map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [one.textContent.trim().split(" ").slice(0, 3).join(" "), [x, y, width, height]];
  }))"""

BUTTONS = ["Coach", "Show me a", "Take back", "Show me around", "To the hall", "Give up"]


def places(page: Page) -> dict[str, list[float]]:
    """Where each button is, by its first words."""
    found: dict[str, list[float]] = page.evaluate(PLACES)
    starts = ("Coach", "Take back")
    return {
        next((start for start in starts if name.startswith(start)), name): at
        for name, at in found.items()
    }


@pytest.mark.parametrize("size", [(1280, 800), (1280, 640), (390, 844)])
def test_no_button_moves_while_the_log_grows(
    server: Server, new_page: NewPage, size: tuple[int, int]
) -> None:
    page = new_page(viewport={"width": size[0], "height": size[1]})
    sit_down(page, server.address, "knucklebones", "easy", begins="first")
    if page.locator("#open-side").is_visible():
        page.evaluate("document.documentElement.dataset.side = 'open'")
    at_first = places(page)
    assert list(at_first) == BUTTONS, "giving up comes last"
    for _ in range(5):
        page.wait_for_selector(MY_TURN_OR_OVER)
        assert places(page) == at_first
        step(page, lambda page: page.evaluate("document.querySelector('button.column').click()"))
        assert places(page) == at_first
    page.wait_for_selector(MY_TURN_OR_OVER)
    log = page.locator(".log ol").bounding_box()
    assert log
    assert log["y"] > max(y for _, y, _, _ in at_first.values())


def test_the_switch_of_the_coach_stays_under_the_finger(server: Server, page: Page) -> None:
    sit_down(page, server.address, "knucklebones", "easy", begins="first")
    at_first = places(page)
    page.click("#coach-off")
    expect(page.locator("#play-best")).to_be_visible()
    after = places(page)
    assert after == {name: at_first[name] for name in after}


def test_unavailable_buttons_are_greyed_out_in_place(server: Server, page: Page) -> None:
    sit_down(page, server.address, "knucklebones", "easy", begins="first")
    at_first = places(page)
    hint = page.locator(".hint-form button")
    assert hint.get_attribute("aria-disabled") is None
    page.click(".giving-up summary")
    page.click(".giving-up button")
    page.wait_for_selector(".result")
    assert places(page) == at_first
    grey = page.locator(".side .actions.minor [aria-disabled=true]").all_inner_texts()
    assert [text.partition(" U\n")[0] for text in grey] == [
        *("Coach", "Show me a move", "Take back", "Show me around", "Give up")
    ]


@pytest.mark.parametrize("opener", ["#open-side", "#open-rules", "#open-settings"])
def test_back_closes_the_side_panel(server: Server, phone: Page, opener: str) -> None:
    sit_down(phone, server.address, "knucklebones", "easy", begins="first")
    phone.wait_for_selector("html[data-ready]")
    table = phone.url
    opened = phone.locator("[data-side=open] .side, dialog[open]")
    for closed_by in ("back", "cross"):
        phone.click(opener)
        expect(opened).to_have_count(1)
        if closed_by == "back":
            phone.evaluate("history.back()")
        else:
            opened.locator(".close").click()
        expect(opened).to_have_count(0)
        assert phone.url == table
        phone.wait_for_function("!history.state?.drawer")
    phone.go_back()
    assert phone.url != table
