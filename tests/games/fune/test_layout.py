"""The table of FUNE stands still and fits, and what is rare has its moment."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from support.browser import NewPage
from support.server import Server
from support.tables import MY_TURN_OR_OVER, sit_down, step

STILL = (
    *(".tray", ".fune .card", "#throw", "#confirm", ".fune .card .row"),
    *(".place", ".players", ".voyage"),
)
NEEDED = (".place", ".row.open", "#throw", "#confirm", "#information", "#open-scores")

BOXES = """(selectors) => Object.fromEntries(selectors.map((selector) => [selector,
  [...document.querySelectorAll(selector)].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x, y, width, height];
  })]))"""


def boxes(page: Page) -> dict[str, list[list[float]]]:
    found: dict[str, list[list[float]]] = page.evaluate(BOXES, list(STILL))
    return found


def compare(page: Page, stood: dict[str, list[list[float]]]) -> None:
    """Nothing has moved; the buttons are only there in one's own turn."""
    now = boxes(page)
    for selector in STILL:
        if now[selector] or not selector.startswith("#"):
            assert now[selector] == stood[selector], selector


def confirm(page: Page) -> None:
    page.click(".row.suggested")
    page.click("#confirm")


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
@pytest.mark.parametrize("opponent", ["alone", "easy"])
def test_nothing_moves_in_a_whole_match(
    server: Server, new_page: NewPage, size: tuple[int, int], opponent: str
) -> None:
    page = new_page(viewport={"width": size[0], "height": size[1]})
    sit_down(page, server.address, "fune", opponent)
    page.wait_for_selector(MY_TURN_OR_OVER)
    stood = boxes(page)
    while not page.locator(".result").count():
        compare(page, stood)
        page.locator("#keep-2, #keep-5").evaluate_all("all => all.forEach((one) => one.click())")
        compare(page, stood)
        step(page, lambda page: page.click("#throw"))
        compare(page, stood)
        page.click(".row.suggested")
        compare(page, stood)
        step(page, lambda page: page.click("#confirm"))
        compare(page, stood)
        page.wait_for_selector(MY_TURN_OR_OVER)
    compare(page, stood)


@pytest.mark.parametrize("coach", ["off", "on"])
@pytest.mark.parametrize(
    "size", [(360, 640), (844, 390), (640, 400), (390, 844), (820, 1180), (1280, 800), (1920, 1080)]
)
def test_a_whole_choice_is_in_sight(
    server: Server, new_page: NewPage, size: tuple[int, int], coach: str
) -> None:
    width, height = size
    page = new_page(viewport={"width": width, "height": height}, has_touch=True)
    sit_down(page, server.address, "fune", "easy", begins="first")
    page.wait_for_selector("#table.acting")
    page.evaluate("coach => { document.documentElement.dataset.coach = coach }", coach)
    for selector in NEEDED:
        for one in page.locator(selector).all():
            box: Any = one.bounding_box()
            assert box["x"] >= 0
            assert box["y"] >= 44
            assert box["x"] + box["width"] <= width
            assert box["y"] + box["height"] <= height
            least = 30 if selector == ".row.open" else 44
            assert min(box["width"], box["height"]) >= least, selector
            middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            on_top = "([x, y]) => !!document.elementFromPoint(x, y).closest('.fune')"
            assert page.evaluate(on_top, middle)
    cut = (
        "all => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.innerText)"
    )
    assert page.locator(".row:not(.head) .title > span, .go > span").evaluate_all(cut) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_coach_moves_nothing_when_it_speaks(server: Server, new_page: NewPage) -> None:
    page = new_page(viewport={"width": 390, "height": 844})
    sit_down(page, server.address, "fune", "alone")
    page.wait_for_selector("html[data-ready]")
    page.evaluate("document.documentElement.dataset.coach = 'on'")
    stood = boxes(page)
    page.evaluate("document.getElementById('coach-off').click()")
    page.wait_for_selector("#play-best")
    compare(page, stood)
    for selector in ("#throw", "#confirm"):
        box: Any = page.locator(selector).bounding_box()
        middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        found = "([x, y]) => document.elementFromPoint(x, y).closest('button')?.id"
        assert page.evaluate(found, middle) == selector[1:]


def test_a_first_turn_teaches_and_is_never_in_the_way_of_a_key(
    server: Server, new_page: NewPage
) -> None:
    page = new_page(taught=False)
    sit_down(page, server.address, "fune", "alone")
    expect(page.locator(".bubble")).to_contain_text("they turn gold")
    page.click(".bubble [data-next]")
    expect(page.locator(".bubble")).to_contain_text("Tap one to choose it")
    step(page, lambda page: page.keyboard.press("Space"))
    expect(page.locator(".bubble")).to_contain_text("once more")


NOTE_MOMENTS = """() => {
  window.moments = [];
  new MutationObserver(() => {
    const moment = document.getElementById("moment");
    if (moment) moments.push(moment.textContent);
  }).observe(document.getElementById("main"), { childList: true, subtree: true });
}"""


def rolled_fune(page: Page, address: str) -> str:
    """A match of this guest in which a FUNE lies on the table, ready to be scored."""
    while True:
        form = {"game": "fune", "name": "Ada", "opponent": "alone"}
        match = page.request.post(f"{address}/api/matches", data=form).json()
        while not match["over"]:
            dice = match["state"]["dice"]
            alike = max(dice, key=dice.count)
            if dice.count(alike) == 5:
                return str(match["id"])
            keep = " ".join(["keep", *(str(n + 1) for n in range(5) if dice[n] == alike)])
            moves = [move for move in match["turn"]["moves"] if move != "score fune"]
            moves = moves or ["score fune"]
            move = keep if keep in moves else moves[0]
            body = {"move": move, "version": match["version"]}
            path = f"{address}/api/matches/{match['id']}/moves"
            match = page.request.post(path, data=body).json()


def test_a_fune_has_its_moment(server: Server, new_page: NewPage) -> None:
    page = new_page(reduced_motion="no-preference")
    page.goto(server.address)
    page.goto(f"{server.address}/matches/{rolled_fune(page, server.address)}")
    page.wait_for_selector("html[data-ready]:not([data-playing])")
    page.evaluate(NOTE_MOMENTS)
    step_box = page.locator("#row-fune")
    step_box.click()
    step_box.click()
    page.wait_for_function("() => moments.some((words) => words.includes('FUNE!'))")
    expect(page.locator("#row-fune b")).to_have_text("50")
    page.wait_for_selector("html:not([data-playing])")
    expect(page.locator("#moment")).to_have_count(0)
