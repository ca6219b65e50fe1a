"""Sparkle in a real browser, to the end, in every way there is to play."""

import json
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from support.browser import NewPage
from support.server import Server
from support.tables import play_out, press, sit_down, step, version

FIZZLED = "#table .fizzled"
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


def sit(page: Page, server: Server, curve: str = "classic") -> None:
    sit_down(page, server.address, "sparkle", "alone", curve=curve)


def choices(page: Page) -> dict[str, Any]:
    """What the page was told about every selection."""
    found: dict[str, Any] = json.loads(page.get_attribute("[data-choices]", "data-choices") or "")
    return found


def scoring(page: Page) -> list[str]:
    """The dice of the smallest selection that may be banked."""
    legal = [picked for picked, choice in choices(page).items() if not choice["roll"]]
    return min(legal, key=len).split()


def fizzled(page: Page) -> bool:
    return page.locator(FIZZLED).count() > 0


def button(page: Page) -> str:
    """The way on: roll, end the turn where that is possible, or accept the fizzle."""
    if fizzled(page):
        return "#fizzle"
    return "#roll" if choices(page)[" ".join(scoring(page))]["end"] else "#end"


def by_mouse(page: Page) -> None:
    verb = button(page)
    if not fizzled(page):
        for die in scoring(page):
            page.check(f"#pick-{die}")
    page.click(verb)


def by_touch(page: Page) -> None:
    verb = button(page)
    if not fizzled(page):
        for die in scoring(page):
            page.tap(f"#pick-{die}")
    page.tap(verb)


def by_keys(page: Page) -> None:
    verb = button(page)
    if not fizzled(page):
        for die in scoring(page):
            press(page, die)
    press(page, {"#roll": "Space", "#end": "Enter", "#fizzle": "Enter"}[verb])


def roll_on(page: Page) -> None:
    """Bank as little as possible and roll: a fizzle comes soon."""
    for die in scoring(page):
        page.check(f"#pick-{die}")
    page.click("#roll")


def top(page: Page, die: str) -> float:
    box = page.locator(f"#die-{die}").bounding_box()
    assert box
    return box["y"]


def extra(page: Page) -> int:
    return int(page.locator(".extra strong").inner_text())


def violations(page: Page) -> list[str]:
    """What breaks the accessibility guidelines."""
    found = Axe().run(page, options={"runOnly": WCAG}).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html']}" for one in found]


def test_a_whole_match_by_mouse(server: Server, page: Page) -> None:
    sit(page, server, "gentle")
    play_out(page, by_mouse)
    assert page.locator(".result h2").inner_text().startswith("The game is over")


def test_a_whole_match_by_keyboard_alone(server: Server, page: Page) -> None:
    sit(page, server)
    play_out(page, by_keys)


def test_a_whole_match_by_touch_on_a_phone(server: Server, phone: Page) -> None:
    sit(phone, server)
    play_out(phone, by_touch)


def test_a_whole_match_without_a_script(server: Server, plain: Page) -> None:
    sit(plain, server)
    play_out(plain, by_mouse)


def test_without_a_script_a_refused_move_says_why(server: Server, plain: Page) -> None:
    sit(plain, server)
    while fizzled(plain):
        sit(plain, server)
    before = version(plain)
    plain.click("#end")
    assert plain.locator("[role=alert]").inner_text()
    assert version(plain) == before


def test_a_picked_die_goes_to_the_banked_row_and_stays_there(server: Server, page: Page) -> None:
    sit(page, server)
    while fizzled(page) or len(scoring(page)) > 3:
        sit(page, server)
    picked = scoring(page)
    die = picked[0]
    before = top(page, die)
    page.check(f"#pick-{die}")
    down = top(page, die)
    assert down > before + 40
    page.uncheck(f"#pick-{die}")
    assert top(page, die) == before
    step(page, roll_on)
    assert page.locator(f".place-{die}.banked").count() == 1
    assert abs(top(page, die) - down) < 60  # the words above it may take another line


def test_numbers_toggle_and_arrows_walk_and_move(server: Server, page: Page) -> None:
    sit(page, server)
    press(page, "3")
    assert page.is_checked("#pick-3")
    press(page, "3")
    assert not page.is_checked("#pick-3")
    press(page, "ArrowRight")
    assert page.locator("#pick-4:focus").count() == 1
    press(page, "ArrowDown")
    assert page.is_checked("#pick-4")
    press(page, "ArrowLeft")
    press(page, "ArrowLeft")
    assert page.locator("#pick-2:focus").count() == 1
    press(page, "ArrowRight")
    press(page, "ArrowRight")
    press(page, "ArrowUp")
    assert not page.is_checked("#pick-4")


def test_what_is_not_possible_says_why(server: Server, page: Page) -> None:
    sit(page, server)
    while fizzled(page):
        sit(page, server)
    page.wait_for_selector("html[data-ready]")
    before = version(page)
    for verb in ("roll", "end"):
        assert page.get_attribute(f"#{verb}", "aria-disabled") == "true"
        assert page.locator(f"[data-why={verb}]").inner_text() == choices(page)[""][verb]
    press(page, "Space")
    press(page, "Enter")
    for die in scoring(page):
        press(page, die)
    assert page.get_attribute("#roll", "aria-disabled") == "false"
    told = choices(page)[" ".join(scoring(page))]
    assert page.locator(".gain").inner_text() == told["points"]
    assert page.locator(".status").inner_text() == told["status"]
    assert page.locator("progress").evaluate("bar => bar.value") == int(told["reached"])
    assert version(page) == before


def test_r_throws_the_dice_that_are_not_set_aside(server: Server, page: Page) -> None:
    sit(page, server)
    press(page, "1")
    press(page, "2")
    rolled = [die.get_attribute("data-rolled") for die in page.locator(".die").all()]
    had = extra(page)
    step(page, lambda page: press(page, "R"))
    again = [die.get_attribute("data-rolled") for die in page.locator(".die").all()]
    assert again[:2] == rolled[:2]
    assert all(now != then for now, then in zip(again[2:], rolled[2:], strict=True))
    assert extra(page) == had - 3


def test_after_a_fizzle_space_re_rolls_and_enter_accepts(server: Server, page: Page) -> None:
    sit(page, server)
    while not fizzled(page):
        step(page, roll_on)
    had = extra(page)
    step(page, lambda page: press(page, "Space"))
    assert extra(page) < had
    while not fizzled(page):
        step(page, roll_on)
    assert "the game ends with 0" in page.locator("#fizzle").inner_text()
    step(page, lambda page: press(page, "Enter"))
    page.wait_for_selector(".result")


def test_backspace_opens_a_new_game_and_the_old_one_waits(server: Server, page: Page) -> None:
    sit(page, server)
    old = page.url
    press(page, "Backspace")
    page.wait_for_url(lambda url: url != old)
    page.wait_for_selector("#table[data-running]")
    page.goto(server.address)
    assert page.locator(f'.waiting a[href="/matches/{old.rpartition("/")[2]}"]').count() == 1


def test_everything_needed_fits_a_phone(server: Server, phone: Page) -> None:
    sit(phone, server)
    for _ in range(3):
        phone.wait_for_selector("html[data-ready]")
        for target in phone.locator(".decide button, label.spot").all():
            box = target.bounding_box()
            assert box
            assert box["y"] + box["height"] <= 640
            assert min(box["width"], box["height"]) >= 44
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
        step(phone, by_touch)
        if not phone.locator("#table[data-running]").count():
            sit(phone, server)


def test_the_table_is_accessible_in_both_themes(server: Server, new_page: NewPage) -> None:
    for scheme in ("dark", "light"):
        page = new_page(color_scheme=scheme)
        sit(page, server)
        assert violations(page) == []
        while not fizzled(page):
            step(page, roll_on)
        assert violations(page) == []
