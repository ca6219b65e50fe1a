"""The coach in a browser: switched on and off, beside every kind of choice, and in the review."""

import re

import pytest
from playwright.sync_api import FloatRect, Page, Route, expect

from support.accessibility import violations
from support.browser import NewPage
from support.server import Server
from support.tables import give_up, press, sit_down, step, version

TABLES = {
    "sparkle": "alone",
    "pocket-hexes": "alone",
    "knucklebones": "easy",
    "fune": "alone",
}
CHOICES = {
    "sparkle": "#mode .advice",
    "pocket-hexes": ".hex button .advice >> visible=true",
    "knucklebones": "button.column .advice",
    "fune": ".card .worths .advice",
}
NEEDED = {
    "sparkle": "#mode",
    "pocket-hexes": ".throw .main",
    "knucklebones": "button.column",
    "fune": "#confirm",
}
"""What must be in sight for a move on a small screen, the lowest of it."""

REVIEWED = "knucklebones"
"""Whose review and replay stand for all: their pages differ in the board alone."""

SIZES = {"phone": {"width": 360, "height": 640}, "desktop": {"width": 1280, "height": 800}}
LYING = {"width": 844, "height": 390}

every_table = pytest.mark.parametrize(("game", "opponent"), TABLES.items(), ids=TABLES)


def coached(page: Page, address: str, game: str, opponent: str, **fields: str) -> None:
    """Sit down and switch the coach on."""
    sit_down(page, address, game, opponent, **fields)
    page.wait_for_selector("html[data-ready]")
    page.wait_for_selector("#table.acting")
    if page.locator("#open-side").is_visible():  # where there is no room for a side, it is a drawer
        page.click("#open-side")
    page.click("#coach-off")
    page.wait_for_selector("#play-best")


def test_open_details_stay_open_when_advice_arrives(server: Server, page: Page) -> None:
    sit_down(page, server.address, "knucklebones", "easy", begins="first")
    page.wait_for_selector("html[data-ready]")
    page.wait_for_selector("#table.acting")
    page.click(".giving-up summary")
    page.click("#coach-off")
    page.wait_for_selector("#play-best")
    expect(page.locator(".giving-up button")).to_be_visible()


@every_table
@pytest.mark.parametrize("size", SIZES)
def test_every_choice_has_its_worth(
    server: Server, new_page: NewPage, size: str, game: str, opponent: str
) -> None:
    page = new_page(viewport=SIZES[size])
    coached(page, server.address, game, opponent)
    expect(page.locator(CHOICES[game]).first).to_have_text(re.compile(r"\d|best|≈"))
    page.evaluate("scrollTo(0, 0)")
    box = page.locator(NEEDED[game]).last.bounding_box()
    assert box
    assert box["y"] + box["height"] <= SIZES[size]["height"]
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size]["width"]
    step(page, lambda page: page.click("#play-best"))
    page.wait_for_selector("#play-best")


@every_table
def test_switched_off_it_is_silent(server: Server, page: Page, game: str, opponent: str) -> None:
    coached(page, server.address, game, opponent)
    page.click("#coach-on")
    expect(page.locator("#play-best")).to_have_count(0)
    expect(page.locator(".advice:not(:empty)")).to_have_count(0)
    expect(page.locator("#coach-off")).to_be_visible()
    page.reload()
    expect(page.locator(".coach-line")).to_be_hidden()


def test_without_a_script(server: Server, plain: Page) -> None:
    sit_down(plain, server.address, "knucklebones", "easy")
    plain.wait_for_selector("#table.acting")
    plain.click("#coach-off")
    plain.click("#play-best")
    plain.wait_for_selector("#play-best")
    expect(plain.locator("#table")).to_have_attribute("data-advice", re.compile("Coach: "))


SAID = """table => {
  const all = (what) => [...table.querySelectorAll(what)];
  const place = (one) => one.closest("[id]").id;
  return {
    advice: all(".advice:not([data-choice])").map(
      (one) => [place(one), one.className, one.dataset.of ?? "", one.textContent]),
    labels: all("[aria-label]").map((one) => one.getAttribute("aria-label")),
    unseen: all("button .unseen").map((one) => one.textContent),
    options: all("option").map((one) => one.textContent),
    line: table.querySelector(".coach-line").textContent.replace(/\\s+/g, " ").trim(),
    best: table.querySelector("#play-best").value,
    hinted: all(".hinted").map(place),
    checked: all("[name=die]:checked").map(place),
    summary: table.dataset.advice,
  };
}"""
"""All that the coach says at a table, and where."""

CHOSEN = (
    """table => [...table.querySelectorAll(".advice[data-choice]")].map((one) => one.textContent)"""
)
"""What it says of the dice that are picked: without a script nobody knows which these are."""


@every_table
def test_with_and_without_a_script_it_says_the_same(
    server: Server, new_page: NewPage, game: str, opponent: str
) -> None:
    page = new_page()
    coached(page, server.address, game, opponent)
    for _ in range(2):
        told, chosen = (page.eval_on_selector("#table", look) for look in (SAID, CHOSEN))
        page.reload()
        page.wait_for_selector("html[data-ready]")
        page.wait_for_selector("#play-best")
        assert page.eval_on_selector("#table", SAID) == told
        assert page.eval_on_selector("#table", CHOSEN) == chosen
        plain = new_page(java_script_enabled=False, storage_state=page.context.storage_state())
        plain.goto(f"{page.url}/coach")
        assert plain.eval_on_selector("#table", SAID) == told
        step(page, lambda page: page.click("#play-best"))
        page.wait_for_selector("#table.acting #play-best")


@every_table
def test_numbers_come_into_the_table_that_is_there(
    server: Server, page: Page, game: str, opponent: str
) -> None:
    held: list[Route] = []
    sit_down(page, server.address, game, opponent)
    page.wait_for_selector("html[data-ready]")
    page.wait_for_selector("#table.acting")
    page.route("**/coach", lambda route: hold(route, held))
    page.click("#coach-off")
    page.wait_for_selector("#coach-on")
    wait_for(page, held)
    page.evaluate("window.seen = document.getElementById('table')")
    page.locator("#table [data-walk], #table [name=die], #table [name=box]").first.focus()
    focused = page.evaluate("document.activeElement.id")
    needed = page.locator(NEEDED[game]).last
    before = needed.bounding_box()
    held.pop().continue_()
    page.wait_for_selector("#play-best")
    assert page.evaluate("window.seen === document.getElementById('table')")
    assert page.evaluate("document.activeElement.id") == focused
    expect(page.locator("#live")).to_contain_text("Coach: ")
    after = needed.bounding_box()
    assert before
    assert after
    assert after["y"] == before["y"]


def test_questions_about_an_old_table_are_cancelled(server: Server, page: Page) -> None:
    held: list[Route] = []
    called_off: list[str] = []
    page.on("requestfailed", lambda request: called_off.append(request.url))
    sit_down(page, server.address, "fune", "alone")
    page.wait_for_selector("html[data-ready]")
    page.route("**/coach", lambda route: hold(route, held))
    page.click("#coach-off")
    wait_for(page, held)
    first = held.pop()
    step(page, lambda page: page.click("#throw"))
    wait_for(page, held)
    assert called_off == [first.request.url]
    expect(page.locator(".coach-line")).to_contain_text("weighing")
    expect(page.locator(".advice:not(:empty)")).to_have_count(0)
    held.pop().continue_()
    page.wait_for_selector("#play-best")
    expect(page.locator(CHOICES["fune"]).first).to_have_text(re.compile(r"\d"))


def test_switching_the_coach_off_cancels_its_question(server: Server, page: Page) -> None:
    held: list[Route] = []
    sit_down(page, server.address, "fune", "alone")
    page.wait_for_selector("html[data-ready]")
    page.route("**/coach", lambda route: hold(route, held))
    page.click("#coach-off")
    wait_for(page, held)
    with page.expect_event("requestfailed", timeout=5_000) as failed:
        page.click("#coach-on")
    assert failed.value.url == held[0].request.url


def hold(route: Route, held: list[Route]) -> None:
    """Hold back the script's requests to the coach until the test answers them."""
    if route.request.method == "GET":
        held.append(route)
    else:
        route.continue_()


def wait_for(page: Page, held: list[Route]) -> None:
    while not held:
        page.wait_for_timeout(20)


def test_the_switch_works_by_keyboard_and_keeps_its_place(server: Server, page: Page) -> None:
    sit_down(page, server.address, "sparkle", "alone")
    page.wait_for_selector("html[data-ready]")
    page.focus("#coach-off")
    page.keyboard.press("Enter")
    page.wait_for_selector("#play-best")
    expect(page.locator("#coach-on")).to_be_focused()
    expect(page.locator("#coach-on")).to_have_attribute("aria-checked", "true")
    expect(page.locator("#live")).to_contain_text("Coach: ")
    page.keyboard.press("Space")
    expect(page.locator("#coach-off")).to_be_focused()


def test_choices_stay_when_advice_arrives(server: Server, page: Page) -> None:
    sit_down(page, server.address, "fune", "alone")
    press(page, "2")
    press(page, "5")
    page.check("#box-choice")
    page.click("#coach-off")
    page.wait_for_selector("#play-best")
    expect(page.locator("#keep-2")).to_be_checked()
    expect(page.locator("#keep-3")).not_to_be_checked()
    expect(page.locator("#box-choice")).to_be_checked()
    worth = page.request.get(f"{page.url.replace('/matches/', '/api/matches/')}/worth").json()
    shown = page.locator("#throw .advice")
    expect(shown).to_contain_text(f"{worth['moves']['keep 2 5']:.1f}")
    press(page, "5")
    expect(shown).to_contain_text(f"{worth['moves']['keep 2']:.1f}")
    step(page, lambda page: page.click("#play-best"))
    record = page.request.get(f"{page.url}/record").text()
    assert f"0 {worth['best']}" in record


def test_the_hexes_show_what_they_are_worth_to_the_chosen_die(server: Server, page: Page) -> None:
    coached(page, server.address, "pocket-hexes", "alone")
    chosen = page.locator("[name=die]:checked").get_attribute("value")
    best = page.locator("#play-best").get_attribute("value") or ""
    assert best.split()[1] == chosen
    assert page.locator(".hinted").count() == 1
    others = [
        value
        for value in page.locator("[name=die]").evaluate_all("dice => dice.map(die => die.value)")
        if value != chosen
    ]
    press(page, str(["d4", "d6", "d8", "d10", "d12", "d20"].index(others[0]) + 1))
    visible = page.locator(".hex button .advice >> visible=true")
    dice = set(visible.evaluate_all("labels => labels.map(label => label.dataset.of)"))
    assert dice == {others[0]}
    named = page.locator(f'[data-dice~="{others[0]}"] button').first
    expect(named).to_have_accessible_name(re.compile(r"next to .*: ?(−|best|≈)"))


def test_the_coach_waits_while_the_computer_thinks(server: Server, page: Page) -> None:
    coached(page, server.address, "knucklebones", "normal", begins="first")
    for _ in range(3):
        before = version(page)
        page.locator("button.column").first.click()
        page.wait_for_selector(f'#table.acting:not([data-version="{before}"]) #play-best')
    expect(
        page.locator("button.column .advice small").filter(has_text="best").first
    ).to_be_visible()


def test_on_a_phone_that_lies_dice_stay_large_and_grids_level(server: Server, page: Page) -> None:
    page.set_viewport_size(LYING)
    coached(page, server.address, "knucklebones", "easy", begins="first")
    for socket in ("#far-1 .socket", "#near-1 .socket"):
        assert box(page, socket)["width"] >= 48
    assert box(page, "#far-1 .slots")["y"] == pytest.approx(box(page, "#near-1 .slots")["y"], abs=1)
    line, title = box(page, ".coach-line"), box(page, ".here")
    assert title["x"] + title["width"] <= line["x"]
    assert line["x"] + line["width"] <= box(page, "#open-rules")["x"]


def test_beside_the_table_the_advice_has_the_whole_width(server: Server, page: Page) -> None:
    page.set_viewport_size(SIZES["desktop"])
    coached(page, server.address, "fune", "easy", begins="first")
    assert box(page, ".coach-line p")["width"] >= 0.85 * box(page, ".coach-line")["width"]


def box(page: Page, selector: str) -> FloatRect:
    found = page.locator(selector).first.bounding_box()
    assert found
    return found


def test_a_hint_is_the_best_move_in_words(server: Server, page: Page) -> None:
    sit_down(page, server.address, "knucklebones", "people", other="Bob")
    page.click("text=Show me a move")
    expect(page.locator(".hint")).to_contain_text(re.compile(r"column [123]\s+It "))


def test_a_hint_requested_in_the_drawer_is_visible(server: Server, page: Page) -> None:
    page.set_viewport_size(SIZES["phone"])
    sit_down(page, server.address, "knucklebones", "easy", begins="first")
    page.wait_for_selector("#table.acting")
    page.click("#open-side")
    page.click("text=Show me a move")
    page.wait_for_selector(".hint")
    expect(page.locator(".side")).to_be_hidden()
    expect(page.locator(".hint")).to_be_in_viewport(ratio=1)


def test_the_coach_and_the_review_are_accessible(server: Server, page: Page) -> None:
    for game, opponent in TABLES.items():
        coached(page, server.address, game, opponent)
        assert violations(page) == []
        if game != REVIEWED:
            page.context.clear_cookies()
            continue
        step(page, lambda page: page.click("#play-best"))
        page.wait_for_selector("#table.acting, #table:not([data-running])")
        if page.locator("#table.acting").count():
            give_up(page)
        page.click(".result >> text=Review")
        page.wait_for_selector(".curve")
        page.click(".all-moves summary")
        assert violations(page) == []
        page.click("a.button >> text=Replay")
        page.wait_for_selector(".replay .curve")
        assert violations(page) == []
        page.context.clear_cookies()


def test_a_slow_coach_says_that_it_is_still_thinking(server: Server, page: Page) -> None:
    received: list[Route] = []
    page.route("**/coach", lambda route: hold(route, received))
    sit_down(page, server.address, "knucklebones", "people")
    page.wait_for_selector("html[data-ready]")
    page.click("#coach-off")
    expect(page.locator(".coach-line")).to_contain_text("The coach is weighing")
    expect(page.locator(".coach-line")).to_contain_text("The coach is still thinking")
    busy = "The coach is busy"
    received[-1].fulfill(json={"version": int(version(page)), "busy": busy})
    expect(page.locator(".coach-line")).to_have_text(busy)
