"""What happened is played in order, on a board that never moves; nothing decides by accident."""

import re

import pytest
from playwright.sync_api import Page, expect

from support.browser import NewPage
from support.clients import open_match, visitor
from support.server import Server
from support.tables import in_windows, sit_down, step, version

PEOPLE = {"name": "Ada", "other": "Bob", "begins": "first"}
MOMENTS = re.compile(r'<template class="frame" data-moment="(\d+)"')
NOTE_MOMENTS = """() => {
  window.moments = [];
  new MutationObserver(() => {
    const moment = Number(document.getElementById("table").dataset.moment);
    if (moment !== window.moments.at(-1)) window.moments.push(moment);
  }).observe(document.getElementById("main"), { subtree: true, childList: true, attributes: true });
}"""
NOTE_FLIGHTS = """
  window.flights = [];
  new MutationObserver(() => {
    const faces = document.querySelectorAll(".flight .cube i").length;
    const asked = document.getElementById("asked");
    if (faces && asked) window.flights.push([faces, asked.textContent.trim()]);
  }).observe(document, { subtree: true, childList: true, attributes: true });
"""
"""Dice fly for a moment, which a busy machine may be over with before a test looks."""

NOTE_WORDS = """() => {
  window.seen = [];
  const words = (selector) => {
    const found = document.querySelector(selector);
    return found?.checkVisibility({ visibilityProperty: true }) ? found.innerText.trim() : "";
  };
  const note = () => {
    const totals = [...document.querySelectorAll(".player .total")].map((one) => one.textContent);
    window.seen.push([words(".heard"), words("#asked"), words("#result"), totals.join(":")]);
    requestAnimationFrame(note);
  };
  note();
}"""
"""What could be read at each moment: what the other did, what is asked, the result, the scores."""

NOTE_BUTTONS = """() => {
  window.buttons = [];
  const note = () => {
    const places = [...document.querySelectorAll(".stage .go")]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .map((one) => ["x", "y", "width", "height"].map((key) => one.getBoundingClientRect()[key]))
      .map((box) => box.map(Math.round).join(" "));
    window.buttons.push(places.sort().join(", "));
    requestAnimationFrame(note);
  };
  note();
}"""
"""Where the buttons of FUNE stand at each moment."""

STANDS = "() => !('playing' in document.documentElement.dataset)"


def click(page: Page) -> None:
    page.locator("button.column").first.click()


@pytest.fixture
def moving(new_page: NewPage) -> Page:
    """A page on which things move."""
    return new_page(reduced_motion="no-preference")


def test_an_answer_brings_the_boards_on_the_way(server: Server) -> None:
    with visitor(server) as ada:
        match = open_match(ada, "knucklebones", "people", other="Bob", begins="first")
        address = f"/matches/{match['id']}/moves"
        form = {"move": "column 1", "version": match["version"]}
        shown = {"X-Part": "table", "X-Moment": "1"}
        answer = ada.post(address, data=form, headers=shown).text
        assert MOMENTS.findall(answer) == ["2"]
        assert 'data-moment="3"' in answer[answer.index('id="table"') :]
        frame = answer[: answer.index("</template>")]
        assert "<button" not in frame, "nothing can be done in a board that has passed"


@pytest.mark.parametrize("game", ["fune", "sparkle", "pocket-hexes"])
def test_buttons_wait_greyed_out_while_dice_are_in_the_air(server: Server, game: str) -> None:
    with visitor(server) as ada:
        there = ada.post(f"/play/{game}", follow_redirects=True).text
        opening = there[there.index('<template class="frame"') :]
        frame = opening[: opening.index("</template>")]
        buttons = re.findall(r'<button type="button" class="(?:go|slot|main)[^>]*>', frame)
        assert buttons
        assert all('aria-disabled="true"' in button for button in buttons)


def test_buttons_keep_their_places_during_a_throw(server: Server, moving: Page) -> None:
    sit_down(moving, server.address, "fune", "alone")
    moving.wait_for_function(STANDS)
    moving.bring_to_front()
    moving.evaluate(NOTE_BUTTONS)
    step(moving, lambda page: page.click("#throw"))
    moving.wait_for_function(STANDS)
    assert len(set(moving.evaluate("buttons"))) == 1


@pytest.mark.parametrize("moment", ["", "-1", "x", "99999999999", "0" * 50])
def test_a_page_that_does_not_say_what_it_shows_gets_the_table_alone(
    server: Server, moment: str
) -> None:
    with visitor(server) as ada:
        match = open_match(ada, "knucklebones", "people", other="Bob", begins="first")
        form = {"move": "column 1", "version": match["version"]}
        headers = {"X-Part": "table", "X-Moment": moment}
        answer = ada.post(f"/matches/{match['id']}/moves", data=form, headers=headers)
        assert answer.status_code == 200
        assert not MOMENTS.findall(answer.text)


def test_a_computers_turn_is_shown_step_by_step(server: Server, moving: Page) -> None:
    sit_down(moving, server.address, "knucklebones", "easy", begins="first")
    moving.wait_for_function(STANDS)
    moving.bring_to_front()  # a page that nobody sees shows only where it all led
    moving.evaluate(NOTE_MOMENTS)
    click(moving)
    moving.wait_for_selector('#table.acting[data-moment="5"]')
    assert moving.evaluate("moments")[-4:] == [2, 3, 4, 5]
    expect(moving.locator(".heard")).to_contain_text("put the")
    expect(moving.locator(".latest")).to_have_count(1)


def test_words_tell_of_a_move_when_all_of_it_was_seen(server: Server, moving: Page) -> None:
    sit_down(moving, server.address, "knucklebones", "easy", begins="first")
    moving.wait_for_function(STANDS)
    moving.bring_to_front()
    moving.evaluate(NOTE_WORDS)
    click(moving)
    moving.wait_for_selector('#table.acting[data-moment="5"]')
    moving.wait_for_function(STANDS)
    seen = moving.evaluate("seen")
    assert {scores for heard, _, _, scores in seen if heard} == {seen[-1][3]}


def test_the_ending_appears_after_the_last_die_and_before_the_result(
    server: Server, moving: Page
) -> None:
    sit_down(moving, server.address, "knucklebones", "people", **PEOPLE)
    moving.wait_for_function(STANDS)
    moving.evaluate("document.documentElement.dataset.speed = 'off'")
    while moving.locator(".grid.to-move .die[data-travel]").count() < 8:
        step(moving, click)
    moving.evaluate("delete document.documentElement.dataset.speed")
    moving.bring_to_front()
    moving.evaluate(NOTE_WORDS)
    click(moving)
    moving.wait_for_selector("#result:visible")
    moving.wait_for_function("() => seen.at(-1)[2]")
    seen = moving.evaluate("seen")
    ended = [moment for moment in seen if re.search("wins|draw", moment[1])]
    assert {scores for _, _, _, scores in ended} == {seen[-1][3]}
    assert ended[0][2] == ""


def test_the_first_roll_is_thrown_and_words_follow_it(server: Server, moving: Page) -> None:
    moving.add_init_script(NOTE_FLIGHTS)
    sit_down(moving, server.address, "knucklebones", "people", **PEOPLE)
    moving.wait_for_function("() => window.flights.length")
    moving.wait_for_function(STANDS)
    assert [6, ""] in moving.evaluate("flights")
    expect(moving.locator(".flight")).to_have_count(0)
    expect(moving.locator("#asked")).to_be_visible()
    moving.reload()
    moving.wait_for_selector("html[data-ready]")
    assert moving.locator(".flight").count() == 0, "only what is new is thrown"


def test_dice_can_wait_for_the_hand(server: Server, moving: Page) -> None:
    moving.goto(f"{server.address}/settings")
    moving.check("[name=throw][value=wait]")
    moving.click("button.main")
    sit_down(moving, server.address, "knucklebones", "people", **PEOPLE)
    moving.wait_for_selector("html[data-holding]")
    expect(moving.locator("#hold")).to_be_visible()
    told = moving.locator(".log li").first
    expect(told).to_be_hidden()
    moving.keyboard.press("Space")
    moving.wait_for_function(STANDS)
    expect(moving.locator("#hold")).to_be_hidden()
    expect(told).to_have_text(re.compile("rolled a [1-6]"))
    expect(told).to_be_visible()
    assert moving.get_attribute("#table", "data-moment") == "1", "throwing decides nothing"


def test_a_click_meanwhile_skips_and_does_not_decide(server: Server, moving: Page) -> None:
    sit_down(moving, server.address, "knucklebones", "people", **PEOPLE)
    moving.wait_for_function(STANDS)
    click(moving)
    moving.wait_for_selector("html[data-playing]")
    before = moving.evaluate("document.getElementById('table').dataset.version")
    for _ in range(3):
        moving.mouse.click(640, 600)
    moving.wait_for_function(STANDS)
    shown = int(version(moving))
    assert shown - int(before) in (0, 2), "one move and one roll, no more"
    moving.reload()
    assert int(version(moving)) == shown


@pytest.mark.parametrize(
    ("game", "size"),
    [
        ("knuckles", (360, 640)),
        ("knucklebones", (390, 844)),
        ("knuckles", (844, 390)),
        ("knucklebones", (1280, 800)),
    ],
)
def test_the_hint_at_the_hand_covers_no_name(
    server: Server, moving: Page, game: str, size: tuple[int, int]
) -> None:
    moving.set_viewport_size({"width": size[0], "height": size[1]})
    moving.goto(f"{server.address}/settings")
    moving.check("[name=throw][value=wait]")
    moving.click("button.main")
    sit_down(moving, server.address, game, "people", **PEOPLE)
    moving.wait_for_selector("html[data-holding]")
    hold = moving.locator("#hold").bounding_box()
    assert hold
    for part in moving.locator(".player .name, .player .total, .player .who, .bar").all():
        box = part.bounding_box()
        assert box
        apart = (
            box["x"] >= hold["x"] + hold["width"]
            or hold["x"] >= box["x"] + box["width"]
            or box["y"] >= hold["y"] + hold["height"]
            or hold["y"] >= box["y"] + box["height"]
        )
        assert apart, (hold, box)


def decisions(page: Page) -> int:
    """The number of moves in the match that is shown, without rolls."""
    record = page.request.get(f"{page.url}/record").text()
    return len(re.findall(r"^\d ", record, re.M))


@pytest.mark.parametrize(
    ("game", "opponent"),
    [
        ("knucklebones", "people"),
        ("knuckles", "people"),
        ("fune", "alone"),
        ("sparkle", "alone"),
        ("pocket-hexes", "alone"),
    ],
)
def test_holding_a_key_decides_once_at_most(
    server: Server, page: Page, game: str, opponent: str
) -> None:
    fields = PEOPLE if opponent == "people" else {}
    sit_down(page, server.address, game, opponent, **fields)
    for key in ("Enter", "Space", "Backspace", "1"):
        page.wait_for_selector("html[data-ready]")
        page.locator("#table button:not([aria-disabled=true])").first.focus()
        address, before = page.url, decisions(page)
        for _ in range(60):  # what a key sends that is held for three seconds
            page.keyboard.down(key)
        page.keyboard.up(key)
        page.wait_for_function("() => !document.querySelector('[aria-busy=true]')")
        assert page.url == address
        page.reload()
        assert decisions(page) - before <= 1


def test_a_double_click_decides_once(server: Server, page: Page) -> None:
    sit_down(page, server.address, "knucklebones", "people", **PEOPLE)
    page.wait_for_selector("html[data-ready]")
    before = int(version(page))
    page.locator("button.column").nth(1).dblclick()
    page.wait_for_selector(f'#table:not([data-version="{before}"])')
    page.reload()
    assert int(version(page)) == before + 2


PARTS = [".tray", ".grid.near", ".grid.far", ".middle", "#near-1", "#far-3", ".bar"]
BOXES = """(parts) => parts.map((one) => {
  const { x, y, width, height } = document.querySelector(one).getBoundingClientRect();
  return [one, x, y, width, height];
})"""


@pytest.mark.parametrize(
    ("game", "size"), [("knuckles", (390, 844)), ("knucklebones", (1280, 800))]
)
def test_the_board_of_bones_never_moves(
    server: Server, new_page: NewPage, game: str, size: tuple[int, int]
) -> None:
    page = new_page(viewport={"width": size[0], "height": size[1]})
    sit_down(page, server.address, game, "people", **PEOPLE)
    boxes = page.evaluate(BOXES, PARTS)
    while page.locator("#table[data-running]").count():
        page.locator("button.column").last.hover()
        assert page.evaluate(BOXES, PARTS) == boxes
        step(page, click)
        assert page.evaluate(BOXES, PARTS) == boxes


@pytest.mark.parametrize("game", ["knuckles", "knucklebones"])
def test_the_whole_choice_of_bones_is_seen(server: Server, page: Page, game: str) -> None:
    sit_down(page, server.address, game, "people", **PEOPLE)
    for width, height in in_windows(page, [(360, 640), (844, 390), (640, 400), (320, 568)]):
        parts = page.locator("button.column, .hand, #asked, .player, button.column .tag").all()
        assert len(parts) >= 10
        for part in parts:
            box = part.bounding_box()
            assert box
            assert box["x"] >= 0
            assert box["y"] >= 0
            assert box["x"] + box["width"] <= width
            assert box["y"] + box["height"] <= height
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_wrong_column_says_why_kindly(server: Server, page: Page) -> None:
    sit_down(page, server.address, "knucklebones", "easy", begins="first")
    page.wait_for_selector("#table.acting")
    page.locator("#far-1").click()
    expect(page.locator(".notices .refusal")).to_contain_text("Those are not your columns")


@pytest.mark.parametrize(("width", "height", "least"), [(1280, 800, 66), (1920, 1080, 96)])
def test_dice_are_as_large_as_the_window_allows(
    server: Server, new_page: NewPage, width: int, height: int, least: int
) -> None:
    page = new_page(viewport={"width": width, "height": height})
    sit_down(page, server.address, "knucklebones", "people", **PEOPLE)
    assert page.locator(".hand .die").evaluate("die => die.offsetWidth") >= least


FAIL_ONCE = """() => {
  const { animate } = Element.prototype;
  Element.prototype.animate = () => {
    Element.prototype.animate = animate;
    throw new Error("this browser cannot");
  };
}"""


def test_a_frame_that_breaks_takes_nothing_away(server: Server, moving: Page) -> None:
    sit_down(moving, server.address, "knucklebones", "people", other="Bob", begins="first")
    moving.wait_for_selector("html[data-ready]:not([data-playing])")
    moving.evaluate(FAIL_ONCE)
    step(moving, click)
    expect(moving.locator("#live")).to_contain_text("Ada put the")


NOTE_NEWS = """
  window.heard = [];
  const Real = EventSource;
  window.EventSource = class extends Real {
    constructor(address) {
      super(address);
      this.addEventListener("open", () => heard.push("open"));
      this.addEventListener("message", (event) => heard.push(event.lastEventId));
    }
  };
"""


def test_a_first_visit_is_not_sent_the_table_again(server: Server, new_page: NewPage) -> None:
    page = new_page(reduced_motion="no-preference")
    page.add_init_script(NOTE_NEWS)
    with page.expect_request("**/stream?*") as asked:
        sit_down(page, server.address, "knucklebones", "people", **PEOPLE)
    shown = page.evaluate("fetch(location).then((one) => one.text())")
    drawn = re.search(r'data-version="(\d+)"', shown)
    assert drawn
    assert f"version={drawn[1]}&" in asked.value.url
    page.click("#hand", force=True)  # the first die is thrown
    page.wait_for_selector(f'html:not([data-playing]) #table[data-version="{drawn[1]}"]')
    step(page, lambda page: page.locator("button.column").first.click())
    assert page.evaluate("heard") == ["open"]
