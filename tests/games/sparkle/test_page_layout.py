"""The board of Sparkle in a real browser: nothing moves, and all that a move needs is in sight."""

import pytest
from playwright.sync_api import Page

from games.sparkle.sparkle_table import (
    boxes,
    by_mouse,
    by_touch,
    extra,
    fizzled,
    go_on,
    lay,
    pick,
    roll_on,
    sit,
    sit_with_a_score,
)
from support.accessibility import violations
from support.browser import NewPage
from support.server import Server
from support.tables import play_out, press, step

SMALL = ((360, 640), (844, 390), (640, 400))
NEEDED = "#tray, .tally, .ladder, .slot, .says, label.spot"
"""What a move is made with."""


def places(page: Page) -> set[tuple[float, ...]]:
    """Where there are buttons."""
    seen = page.locator(".slot >> visible=true").all()
    found = [slot.bounding_box() for slot in seen]
    return {
        tuple(round(box[side], 1) for side in ("x", "y", "width", "height")) for box in found if box
    }


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
def test_nothing_moves_in_a_whole_match(
    server: Server, new_page: NewPage, size: tuple[int, int]
) -> None:
    page = new_page(viewport={"width": size[0], "height": size[1]})
    sit(page, server, "gentle")
    page.wait_for_selector("html[data-ready]")
    still, slots = boxes(page), places(page)
    seen: set[tuple[float, ...]] = set()

    def watched(page: Page) -> None:
        if not fizzled(page):
            assert places(page) == slots
        pick(page, lambda die: page.click(f"#pick-{die}")) if not fizzled(page) else None
        seen.update(places(page))
        assert boxes(page) == still
        if extra(page) and page.locator("#reroll-mode").count():
            press(page, "R")
            page.locator(".fly").last.click()
            seen.update(places(page))
            assert boxes(page) == still
            press(page, "R")
        go_on(page, page.click)

    play_out(page, watched)
    assert boxes(page) == still
    assert len({*seen, *slots}) == 4  # three, and a wide one after a fizzle


@pytest.mark.parametrize("size", SMALL)
def test_a_move_is_in_sight_on_small_screens(
    server: Server, new_page: NewPage, size: tuple[int, int]
) -> None:
    page = new_page(viewport={"width": size[0], "height": size[1]}, has_touch=True)
    sit(page, server)
    for _ in range(4):
        page.wait_for_selector("html[data-ready]")
        for target in page.locator(NEEDED).locator("visible=true").all():
            box = target.bounding_box()
            assert box
            assert box["x"] >= 0
            assert box["y"] >= 44
            assert box["x"] + box["width"] <= size[0]
            assert box["y"] + box["height"] <= size[1]
        for target in page.locator(".slot, label.spot").locator("visible=true").all():
            box = target.bounding_box()
            assert box
            assert min(box["width"], box["height"]) >= 40
        assert page.evaluate("document.body.scrollHeight <= innerHeight")
        step(page, by_touch)
        if not page.locator("#table[data-running]").count():
            sit(page, server)


def test_the_table_is_accessible_in_both_themes(server: Server, page: Page) -> None:
    sit_with_a_score(page, server)
    assert violations(page) == []
    press(page, "R")
    for die in "123":
        press(page, die)
    press(page, "Space")
    assert violations(page) == []
    press(page, "R")
    while not fizzled(page):
        step(page, roll_on)
    assert violations(page) == []


WATCH_WAITING = """() => {
  window.waited = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (steps, timing) {
    if (!document.querySelector(".flight")) waited.push(timing.duration + (timing.delay ?? 0));
    return animate.call(this, steps, timing);
  };
}"""
"""Keeps how long everything takes that is waited for before dice fly."""


NOTE_DICE = """() => {
  window.fewest = 5;
  window.held = false;
  const shown = (die) => die.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const note = () => {
    const lie = [...document.querySelectorAll(".stage .places .die")].filter(shown).length;
    const fly = document.querySelectorAll(".flight").length;
    window.fewest = Math.min(window.fewest, lie + fly);
    window.held ||= "holding" in document.documentElement.dataset;
    requestAnimationFrame(note);
  };
  note();
}"""
"""Notes how few dice could be seen, on the table and in the air, and whether any had to wait."""

SETTLED = """() => Promise.all(document.querySelector(".places")
  .getAnimations({subtree: true}).map((one) => one.finished))"""


def test_selected_dice_lift_at_once(server: Server, new_page: NewPage) -> None:
    page = new_page(reduced_motion="no-preference")
    lay(server, page, "roll 1 2 5 3 4")
    page.wait_for_selector("html[data-ready]:not([data-playing])")
    page.evaluate(WATCH_WAITING)
    pick(page, lambda die: page.click(f"#pick-{die}"))
    page.evaluate(SETTLED)
    page.click("#roll")
    page.wait_for_selector(".flight", state="attached")
    assert max(page.evaluate("waited"), default=0) == 0


def test_after_a_fizzle_dice_stay_until_they_are_thrown(server: Server, new_page: NewPage) -> None:
    page = new_page(reduced_motion="no-preference")
    safe = ("roll 6 6 6 6 6", "0 roll 1 2 3 4 5", "roll 1 5 2 3 4", "0 end 1")
    lay(server, page, *safe, "roll 1 5 5 3 4", "0 roll 2", "roll 2 2 3 4")
    page.wait_for_selector("html[data-ready]:not([data-playing])")
    page.evaluate(NOTE_DICE)
    step(page, lambda page: page.click("#fizzle"))
    page.wait_for_selector("html:not([data-playing])")
    assert page.evaluate("window.fewest") == 5
    assert page.evaluate("window.held") is False


def test_places_of_buttons_are_no_ghosts(server: Server, page: Page) -> None:
    sit(page, server)
    play_out(page, by_mouse)
    assert page.locator(".slot.empty").count() == 3
    assert page.locator(".slot.empty >> visible=true").count() == 0


def test_words_over_dice_have_a_dark_plate(server: Server, page: Page) -> None:
    sit(page, server)
    page.evaluate(
        "document.getElementById('tray').insertAdjacentHTML('beforeend',"
        ' \'<p class="moment lost" id="laid">Void<small>a 4</small></p>\')'
    )
    plate = page.locator("#laid").evaluate("one => getComputedStyle(one).backgroundImage")
    assert "rgba(13, 10, 41, 0.96" in plate
