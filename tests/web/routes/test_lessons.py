"""The tour of the first match: each bubble is beside its subject and points at it."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page

from dicehall.game import games
from dicehall.match.events import DiceRolled, MatchEvent, MovePlayed
from support.browser import NewPage
from support.controls import MEASURE
from support.laid_tables import lay_table
from support.server import Server
from support.tables import MY_TURN_OR_OVER, in_windows, sit_down, step
from support.tour import as_guest, play_on
from web.test_controls import kinds_of_turn

SIZES = [(360, 640), (390, 844), (844, 390), (1280, 800)]
MOVES = 5

PLACED = """() => {
  const box = (one) => one.getBoundingClientRect().toJSON();
  const bubble = document.querySelector(".bubble");
  const { side } = bubble.dataset;
  const arrow = parseFloat(getComputedStyle(bubble).getPropertyValue("--arrow"));
  const text = bubble.innerText;
  const lesson = [...document.querySelectorAll("template.lesson")]
    .find((one) => one.content.textContent === bubble.querySelector("p").textContent);
  const { shown } = lesson.dataset;
  const told = document.querySelector(".told");
  const explained = [told, ...(shown ? document.querySelectorAll(shown) : [])].map(box);
  return { side, arrow, text, bubble: box(bubble), told: box(told), explained };
}"""
NEEDLESSLY_COVERED = """() => {
  const [EDGE, BAR, STEP] = [8, 52, 8];
  const box = (one) => one.getBoundingClientRect();
  const bubble = box(document.querySelector(".bubble"));
  const lesson = [...document.querySelectorAll("template.lesson")]
    .find((one) => one.content.textContent === document.querySelector(".bubble p").textContent);
  const told = document.querySelector(".told");
  const explained = [told, ...document.querySelectorAll(lesson.dataset.shown || ":not(*)")];
  const kinds = "button:enabled:not([aria-disabled=true]), label:has(:enabled)";
  const controls = [...document.querySelectorAll(`.stage :is(${kinds})`)]
    .filter((one) => one.checkVisibility() && one !== told && !one.contains(told));
  const free = (one, x, y) => one.right <= x || one.left >= x + bubble.width ||
    one.bottom <= y || one.top >= y + bubble.height;
  const covered = (x, y) => controls.map(box).filter((one) => {
    const [across, down] = [one.x + one.width / 2 - x, one.y + one.height / 2 - y];
    return across > 0 && across < bubble.width && down > 0 && down < bubble.height;
  }).length;
  let least = covered(bubble.x, bubble.y);
  const here = least;
  const [right, bottom] = [innerWidth - bubble.width - EDGE, innerHeight - bubble.height - EDGE];
  for (let y = BAR; y <= bottom; y += STEP) for (const x of [EDGE, right / 2, right])
    if (explained.map(box).every((one) => free(one, x, y))) least = Math.min(least, covered(x, y));
  return here - least;
}"""
TEACH = """async ([width, height]) => {
  const frame = () => new Promise(requestAnimationFrame);
  while (innerWidth !== width || innerHeight !== height) await frame();
  for (const passed of [1, 2]) await frame(); // the window's resize event closes a bubble
  document.querySelector("[data-teach]").click();
}"""


def check(placed: dict[str, Any], width: int, height: int) -> None:
    """The bubble is visible, does not cover its subject, and its arrow points there."""
    bubble, told, side = placed["bubble"], placed["told"], placed["side"]
    assert bubble["left"] >= 0, placed
    assert bubble["top"] >= 44, placed
    assert bubble["right"] <= width, placed
    assert bubble["bottom"] <= height, placed
    for one in placed["explained"]:
        across = min(one["right"], bubble["right"]) - max(one["left"], bubble["left"])
        down = min(one["bottom"], bubble["bottom"]) - max(one["top"], bubble["top"])
        assert across <= 1 or down <= 1, (one, placed)
    if side == "apart":
        return
    assert {
        "below": bubble["top"] >= told["bottom"],
        "above": bubble["bottom"] <= told["top"],
        "right": bubble["left"] >= told["right"],
        "left": bubble["right"] <= told["left"],
    }[side], placed
    first, last = ("left", "right") if side in ("below", "above") else ("top", "bottom")
    assert told[first] - 1 <= bubble[first] + placed["arrow"] <= told[last] + 1, placed


@pytest.mark.parametrize("game", games())
def test_a_bubble_is_beside_its_subject(server: Server, new_page: NewPage, game: str) -> None:
    width, height = SIZES[0]
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
        assert page.evaluate(MEASURE, [".bubble"]) == []
        yield page.evaluate(PLACED)
        page.click(".bubble [data-next]")


@pytest.mark.parametrize("game", games())
def test_a_bubble_covers_no_control_if_there_is_another_place(
    server: Server, new_page: NewPage, game: str
) -> None:
    page = new_page()
    wrong = {}
    for kind, seats, happened in kinds_of_turn(game):
        lay_table(server, page, game, *happened, seats=seats)
        page.wait_for_selector("html[data-ready]")
        if not page.locator("#table[data-running]").count():
            continue
        for size in in_windows(page, [(320, 568), *SIZES]):
            page.evaluate(TEACH, size)
            for placed in bubbles(page):
                check(placed, *size)
                if covered := page.evaluate(NEEDLESSLY_COVERED):
                    wrong[f"{kind}, {size}, {placed['text'][:30]}"] = covered
    assert wrong == {}


@pytest.mark.parametrize(
    ("game", "column", "height"),
    [("knuckles", 2, 3), *(("knucklebones", *place) for place in product((1, 3), repeat=2))],
)
def test_a_bubble_about_a_knockout_shows_the_dice_opposite(
    server: Server, new_page: NewPage, game: str, column: int, height: int
) -> None:
    page = new_page(taught=False)
    happened: list[MatchEvent] = []
    for turn in range(height):
        happened += (DiceRolled((6,)), MovePlayed(0, f"column {column % 3 + 1}", f"a{turn}"))
        happened += (DiceRolled((4,)), MovePlayed(1, f"column {column}", f"b{turn}"))
    lay_table(server, page, game, *happened, DiceRolled((4,)), seats=("", "easy"))
    page.wait_for_selector("html[data-ready]")
    for size in in_windows(page, SIZES):
        page.evaluate(TEACH, size)
        page.wait_for_selector(".bubble")
        texts = []
        for placed in bubbles(page):
            check(placed, *size)
            texts.append(placed["text"])
        assert "on the other side" in "".join(texts)


def test_the_tour_begins_with_the_game_and_skips_sound(server: Server, new_page: NewPage) -> None:
    page = new_page(taught=False)
    told = {}
    for game in ("knuckles", "fune"):
        sit_down(page, server.address, game, "people", begins="first")
        page.wait_for_selector(".bubble")
        told[game] = [placed["text"] for placed in bubbles(page)]
    (first, *_, last), second = told["knuckles"], told["fune"]
    assert "This die is yours" in first
    assert last.startswith("Not sure?")
    assert not any(text.startswith("Not sure?") for text in second), "that is known by now"
    assert "sound" not in " ".join([*told["knuckles"], *second]).lower()
    page.click("[data-teach]")
    page.wait_for_selector(".bubble")
    assert any(placed["text"].startswith("Not sure?") for placed in bubbles(page))
