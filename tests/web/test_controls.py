"""Every control can be pressed where it is drawn, at every size and in every state of a table."""

import time
from collections.abc import Iterable, Iterator
from itertools import chain

import pytest
from playwright.sync_api import Page

from dicehall.game import Decide, Over, games
from dicehall.game.records import Rolled
from dicehall.match.events import DiceRolled, MatchEnded, MatchEvent, MovePlayed
from support.browser import NewPage
from support.controls import EDGES, SIZES, Wrong, bad_controls
from support.laid_tables import lay_entries, lay_table
from support.playouts import GAMES, play_match
from support.server import Server
from support.tables import Size
from support.tour import REVIEWED, walk_invitation, walk_pages, walk_tables

SEEDS = 4
CHOICES = {"sparkle": ("#reroll-mode", ".fly"), "pocket-hexes": ("label.cast input",)}
"""What is ticked at a table, step by step, because it brings other controls."""

PRESS_ALL = "all => all.forEach((one) => one.disabled || one.click())"
UNFOLD = """(number) => {
  const all = [...document.querySelectorAll("details:not(.verdict-panel)")].filter((one) =>
    one.firstElementChild.checkVisibility({ visibilityProperty: true }));
  for (const one of all) one.toggleAttribute("data-unfolded", (one.open = one === all[number]));
  return number < all.length;
}"""
SHOW_POPOVER = """(number) => {
  const all = [...document.querySelectorAll("[popover]")];
  for (const one of all) one.hidePopover();
  all[number]?.showPopover();
  return number < all.length;
}"""

WHY_NOT = "This cannot be done now, for a reason that takes a line or two to tell."
REFUSE = f"""() => {{
  const refused = document.querySelector(".stage").appendChild(document.createElement("i"));
  refused.dataset.whyNot = "{WHY_NOT}";
  refused.click();
  refused.remove();
}}"""

ENDS = ("won", "lost")

Laid = tuple[str, tuple[str, ...], list[MatchEvent]]
"""What is asked at a table, who sits there, and what has happened."""


def kinds_of_turn(name: str) -> Iterator[Laid]:
    """A table for each set of verbs that the guest may have to choose from, and for each end."""
    seen = set()
    for game in (game for game in GAMES if game.name == name):
        seats = ("", "easy")[: game.seats]
        for seed in range(SEEDS):
            happened: list[MatchEvent] = []
            for number, (_, turn, event) in enumerate(play_match(game, seed)):
                kind = ""
                match turn:
                    case Decide(seat=0, moves=moves):
                        kind = " ".join(sorted({move.split()[0] for move in moves}))
                    case Over(scores=scores, winners=winners):
                        kind = "won" if 0 in winners else "lost"
                        happened.append(MatchEnded(scores, winners, "", time.time()))
                if kind and (seats, kind) not in seen:
                    seen.add((seats, kind))
                    yield kind, seats, [*happened]
                match event:
                    case Rolled(roll=roll):
                        happened.append(DiceRolled(roll))
                    case played if played:
                        happened.append(MovePlayed(played.seat, played.move, f"{number}"))


def look(
    page: Page, game: str, *, questions: bool = True, sizes: Iterable[Size] = SIZES
) -> Iterator[tuple[str, Wrong]]:
    """A table at rest, then, at fewer sizes, with dice chosen and with each confirmation open."""
    page.wait_for_selector("#table:not([data-resting])")
    yield "", bad_controls(page, ".result", sizes=sizes)
    for choice in CHOICES.get(game, ()):
        page.locator(choice).evaluate_all(PRESS_ALL)
        yield choice, bad_controls(page, ".result", sizes=EDGES)
    number = 0
    while questions and page.evaluate(UNFOLD, number):
        yield f"question {number}", bad_controls(page, "[data-unfolded]", sizes=EDGES)
        number += 1


def look_over(page: Page) -> Iterator[tuple[str, Wrong]]:
    """What opens over a table without a script, or beside it."""
    number = 0
    while page.evaluate(SHOW_POPOVER, number):
        yield f"popover {number}", bad_controls(page, ":popover-open", sizes=EDGES)
        number += 1
    page.evaluate("location.hash = '#side'")
    yield "side", bad_controls(page, "#side", sizes=EDGES)
    page.evaluate("location.hash = '#table'")


def look_at_drawers(page: Page) -> Iterator[tuple[str, Wrong]]:
    """What opens over a table with a script."""
    page.wait_for_selector("html[data-ready]")
    for button in ("#open-rules", "#open-settings"):
        page.locator(button).evaluate("one => one.click()")
        page.wait_for_selector("dialog[open]")
        yield button, bad_controls(page, "dialog", sizes=EDGES)
        page.locator("dialog").evaluate("one => one.close()")


def look_with_script(page: Page) -> Iterator[tuple[str, Wrong]]:
    """A notice, then the coach; afterwards it is off again."""
    if not page.locator("#coach-off").count():  # the match is over
        return
    page.wait_for_selector("html[data-ready]")
    page.evaluate(REFUSE)
    page.wait_for_selector(f"#table >> text={WHY_NOT}")
    yield "notice", bad_controls(page, sizes=EDGES)
    page.locator("#coach-off").evaluate("one => one.click()")
    page.wait_for_selector("#play-best", state="attached")
    yield "coach", bad_controls(page, sizes=EDGES)
    page.locator("#coach-on").evaluate("one => one.click()")
    page.wait_for_selector("html:not([data-coach=on])", state="attached")


@pytest.mark.parametrize("game", games())
def test_every_control_of_a_table(server: Server, page: Page, game: str) -> None:
    wrong = {}
    asked = set()  # the questions beside a table are the same at every turn, and others at its end
    for number, (kind, seats, happened) in enumerate(kinds_of_turn(game)):
        lay_table(server, page, game, *happened, seats=seats)
        place = (seats, kind in ENDS)
        states = [look(page, game, questions=place not in asked), look_with_script(page)]
        if number == 0:
            states += [look_over(page), look_at_drawers(page)]
        asked.add(place)
        for state, found in chain(*states):
            if found:
                wrong[f"{kind}, {len(seats)} seats, {state}"] = found
    assert wrong == {}


@pytest.mark.parametrize("game", games())
def test_every_control_of_a_table_without_a_script(server: Server, plain: Page, game: str) -> None:
    wrong = {}
    for number, (kind, seats, happened) in enumerate(kinds_of_turn(game)):
        lay_table(server, plain, game, *happened, seats=seats)
        for state, found in chain(
            look(plain, game, sizes=EDGES), () if number else look_over(plain)
        ):
            if found:
                wrong[f"{kind}, {len(seats)} seats, {state}"] = found
    assert wrong == {}


def test_every_control_to_enter_own_dice(server: Server, plain: Page) -> None:
    wrong = {kind: bad_controls(plain, "#entry") for kind in lay_entries(server, plain)}
    assert {kind: found for kind, found in wrong.items() if found} == {}


def test_every_control_of_every_other_page(server: Server, new_page: NewPage) -> None:
    page, friend = new_page(), new_page()
    wrong = {}
    for path in walk_pages(page, server):
        if found := bad_controls(page):
            wrong[path] = found
    for moment in walk_tables(page, server, REVIEWED):
        page.wait_for_selector("main:not(:has([data-resting]))")
        if found := bad_controls(page, ".result"):
            wrong[moment] = found
    for moment, one in walk_invitation(page, friend, server):
        if found := bad_controls(one):
            wrong[moment] = found
    assert wrong == {}
