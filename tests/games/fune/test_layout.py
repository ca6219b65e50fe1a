"""The table of FUNE fits and does not move, and rare events are celebrated."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from dicehall.match.events import DiceRolled, MovePlayed
from support.browser import NewPage
from support.laid_tables import lay_table
from support.server import Server
from support.tables import MY_TURN_OR_OVER, choose_suggested, in_windows, sit_down, step

STILL = (
    *(".tray", ".fune .card", "#throw", "#confirm", ".fune .card .row"),
    *(".place", ".players", ".voyage"),
)
NEEDED = (
    *(".place", ".row.open", "#throw", "#confirm", "#information", "#open-scores"),
    ":is(#open-enemy, #opponent, #ask-reset):visible",
)

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
        choose_suggested(page)
        compare(page, stood)
        step(page, lambda page: page.click("#confirm"))
        compare(page, stood)
        page.wait_for_selector(MY_TURN_OR_OVER)
    compare(page, stood)


SIGHTS = [(360, 640), (844, 390), (640, 400), (390, 844), (820, 1180), (1280, 800), (1920, 1080)]
ON_TOP = "([x, y]) => !!document.elementFromPoint(x, y).closest('.fune')"
CUT = "all => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.innerText)"


@pytest.mark.parametrize("coach", ["off", "on"])
def test_a_whole_choice_is_in_sight(server: Server, new_page: NewPage, coach: str) -> None:
    page = new_page(has_touch=True)
    sit_down(page, server.address, "fune", "easy", begins="first")
    page.wait_for_selector("#table.acting")
    page.evaluate("coach => { document.documentElement.dataset.coach = coach }", coach)
    for size in in_windows(page, SIGHTS):
        for selector in NEEDED:
            for one in page.locator(selector).all():
                box: Any = one.bounding_box()
                assert box["x"] >= 0, size
                assert box["y"] >= 44, size
                assert box["x"] + box["width"] <= size[0], size
                assert box["y"] + box["height"] <= size[1], size
                assert min(box["width"], box["height"]) >= 43.9, (size, selector)
                middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
                assert page.evaluate(ON_TOP, middle), (size, selector)
        assert page.locator(".row:not(.head) .title > span, .go > span").evaluate_all(CUT) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), size


PIP_SCORED = (DiceRolled((2, 3, 3, 3, 4)), MovePlayed(0, "score choice", "pip"))


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("size", [(360, 640), (390, 844), (844, 390), (640, 400), (1280, 800)])
def test_prompt_and_opponents_move_show_at_every_size(
    server: Server, new_page: NewPage, size: tuple[int, int], language: str
) -> None:
    page = new_page(viewport={"width": size[0], "height": size[1]}, locale=language)
    fell = DiceRolled((2, 1, 1, 6, 4))
    lay_table(server, page, "fune", *PIP_SCORED, fell, seats=("easy", ""))
    if language == "en":
        expect(page.locator("#asked")).to_have_text(
            "Tap the dice to keep, then roll – or pick a row."
        )
        expect(page.locator("#heard")).to_have_text("Pip scored 15 in Choice.")
    say: Any = page.locator(".say").bounding_box()
    for words in ("#heard", "#asked"):
        box: Any = page.locator(words).bounding_box()
        assert box["height"] >= 12, words
        assert box["y"] >= say["y"], words
        assert box["y"] + box["height"] <= say["y"] + say["height"], words
        assert box["x"] >= say["x"], words
        assert box["x"] + box["width"] <= say["x"] + say["width"], words


@pytest.mark.parametrize("size", [(360, 640), (1280, 800)])
def test_a_hint_marks_what_it_means_and_covers_nothing(
    server: Server, new_page: NewPage, size: tuple[int, int]
) -> None:
    page = new_page(viewport={"width": size[0], "height": size[1]})
    last = DiceRolled((6, 6, 6, 6, 5))
    again = (last, MovePlayed(0, "keep", "a"), last, MovePlayed(0, "keep", "b"), last)
    for events, marked in (((last,), ".place.hinted"), (again, ".row.hinted")):
        lay_table(server, page, "fune", *events)
        page.wait_for_selector("html[data-ready]")
        stood = boxes(page)
        page.evaluate("document.querySelector('.hint-form button').click()")
        hint = page.locator(".say .hint")
        expect(hint).to_contain_text("Worth considering: ")
        compare(page, stood)
        expect(page.locator(".hint")).to_have_count(1)
        named = hint.locator("strong").inner_text()
        found = page.locator(marked)
        if marked == ".place.hinted":
            faces = found.locator("use").evaluate_all("all => all.map(one => one.href.baseVal)")
            assert [face[-1] for face in faces] == list(named.removeprefix("keep ").split(", "))
        else:
            expect(found).to_have_count(1)
            assert named.startswith(
                found.locator(".title > span").first.inner_text().split("\n")[0]
            )
        style = "one => getComputedStyle(one).outlineStyle + getComputedStyle(one).borderTopStyle"
        look = found.locator(".die").first if marked == ".place.hinted" else found
        assert "dashed" in look.evaluate(style)


@pytest.mark.parametrize("size", [(844, 390), (640, 400)])
def test_a_replay_in_a_low_window_shows_the_whole_card(
    server: Server, new_page: NewPage, size: tuple[int, int]
) -> None:
    page = new_page(viewport={"width": size[0], "height": size[1]})
    fell = DiceRolled((2, 1, 1, 6, 4))
    lay_table(server, page, "fune", *PIP_SCORED, fell, seats=("easy", ""))
    page.goto(f"{page.url}/replay?at=2")
    parts = (".fune .card .row", ".fune .die", ".told", ".steps .button", ".scrubber", ".speeds")
    for selector in parts:
        for one in page.locator(selector).all():
            expect(one).to_be_in_viewport(ratio=0.99)
    tray: Any = page.locator(".tray").bounding_box()
    card: Any = page.locator(".fune .card").bounding_box()
    assert card["x"] >= tray["x"] + tray["width"]
    cut = "all => all.filter((one) => one.scrollWidth > one.clientWidth).map(one => one.innerText)"
    assert page.locator(".row .title > span").evaluate_all(cut) == []
    expect(page.locator(".replay .names")).to_have_text("You – Pip")


def test_advice_does_not_move_the_board(server: Server, new_page: NewPage) -> None:
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
    expect(page.locator(".bubble")).to_contain_text("Tap a row to choose it")
    step(page, lambda page: page.keyboard.press("Space"))
    expect(page.locator(".bubble")).to_contain_text("up to twice")


NOTE_MOMENTS = """() => {
  window.moments = [];
  new MutationObserver(() => {
    const moment = document.getElementById("moment");
    if (moment) moments.push(moment.textContent);
  }).observe(document.getElementById("main"), { childList: true, subtree: true });
}"""


def rolled_fune(page: Page, address: str) -> str:
    """A match of this guest in which a FUNE lies on the table, ready to be scored; it goes on."""
    while True:
        form = {"game": "fune", "name": "Ada", "opponent": "alone"}
        match = page.request.post(f"{address}/api/matches", data=form).json()
        while not match["over"]:
            dice = match["state"]["dice"]
            alike = max(dice, key=dice.count)
            moves = [move for move in match["turn"]["moves"] if move != "score fune"]
            if dice.count(alike) == 5 and any(move.startswith("score") for move in moves):
                return str(match["id"])
            keep = " ".join(["keep", *(str(n + 1) for n in range(5) if dice[n] == alike)])
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
    page.click("#confirm")
    page.wait_for_function("() => moments.some((words) => words.includes('FUNE!'))")
    expect(page.locator("#row-fune b")).to_have_text("50")
    page.wait_for_selector("html:not([data-playing])")
    expect(page.locator("#moment")).to_have_count(0)
