"""Sitting down to Sparkle in a browser, and moving there in each way there is."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from dicehall.game.records import Rolled, read
from dicehall.match.events import DiceRolled, MovePlayed
from support.laid_tables import lay_table
from support.server import Server
from support.tables import become_another_guest, pause_between_taps, press, sit_down

FIZZLED = "#table .fizzled"


def sit(page: Page, server: Server, curve: str = "classic") -> None:
    """Open a table as a guest who has seen the lessons."""
    page.add_init_script("localStorage['lessons game-sparkle'] = 'true'")
    sit_down(page, server.address, "sparkle", "alone", curve=curve)


def lay(server: Server, page: Page, *lines: str) -> None:
    """A match on the classic curve in which this happened, written as in a record."""
    record, _ = read("\n".join(["game: sparkle", "", *lines]))
    happened = [
        DiceRolled(event.roll)
        if isinstance(event, Rolled)
        else MovePlayed(event.seat, event.move, f"{number}")
        for number, event in enumerate(record.events)
    ]
    page.add_init_script("localStorage['lessons game-sparkle'] = 'true'")
    lay_table(server, page, "sparkle", *happened)


def choices(page: Page) -> dict[str, Any]:
    """The page's data about every selection."""
    found: dict[str, Any] = json.loads(page.get_attribute("#banking", "data-choices") or "")
    return found


def scoring(page: Page) -> list[str]:
    """The dice of the smallest selection that may be banked."""
    legal = [picked for picked, choice in choices(page).items() if not choice["roll"]]
    return min(legal, key=len).split()


def fizzled(page: Page) -> bool:
    return page.locator(FIZZLED).count() > 0


def sit_with(page: Page, server: Server, wanted: Callable[[Page], bool]) -> None:
    """Open tables until the first roll is the wanted one."""
    sit(page, server)
    while not wanted(page):
        become_another_guest(page)
        sit(page, server)
    page.wait_for_selector("html[data-ready]")


def sit_with_a_score(page: Page, server: Server) -> None:
    sit_with(page, server, lambda page: not fizzled(page))


def button(page: Page) -> str:
    """The way on: roll, end the turn where that is possible, or accept the fizzle."""
    if fizzled(page):
        return "#fizzle"
    return "#roll" if choices(page)[" ".join(scoring(page))]["end"] else "#end"


def pick(page: Page, one: Callable[[str], None]) -> None:
    """Pick the dice one by one; a set needs one tap, and without a script three."""
    for die in scoring(page):
        if not page.is_checked(f"#pick-{die}"):
            one(die)


def go_on(page: Page, push: Callable[[str], None]) -> None:
    """Push the button, and say yes if it asks: a fizzle may end the game."""
    verb = button(page)
    asks = verb == "#fizzle" and page.locator("#accepting").count()
    push(verb)
    if asks:
        push("#yes-fizzle")


def by_mouse(page: Page) -> None:
    if not fizzled(page):
        pick(page, lambda die: page.click(f"#pick-{die}"))
    go_on(page, page.click)


def by_touch(page: Page) -> None:
    pause_between_taps(page)
    if not fizzled(page):
        pick(page, lambda die: page.tap(f"#pick-{die}"))
    go_on(page, page.tap)


def by_keys(page: Page) -> None:
    if not fizzled(page):
        pick(page, lambda die: press(page, die))

    def push(verb: str) -> None:
        if verb == "#yes-fizzle":
            expect(page.locator("#fizzle")).to_be_focused()
            press(page, "Tab")
        press(page, "Space" if verb == "#roll" else "Enter")

    go_on(page, push)


def roll_on(page: Page) -> None:
    """Bank as little as possible and roll: a fizzle comes soon."""
    pick(page, lambda die: page.click(f"#pick-{die}"))
    page.click("#roll")


def extra(page: Page) -> int:
    return int(page.locator(".extra strong").inner_text())


def boxes(page: Page) -> dict[str, Any]:
    """Where the tray and the bar are; every button stands in one of three places."""
    return {name: page.locator(name).first.bounding_box() for name in ("#tray", "#way", ".says")}
