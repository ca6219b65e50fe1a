"""The review of a match in a browser: whose moves it shows, and where it leads."""

import re
import time

from playwright.sync_api import Page, expect

from dicehall.match.events import DiceRolled, MatchEnded, MovePlayed
from support.laid_tables import lay_table
from support.server import Server
from support.tables import give_up, press, sit_down, step


def test_a_review_shows_the_viewers_moves_and_the_others_behind_a_fold(
    server: Server, page: Page
) -> None:
    lay_table(
        server,
        page,
        "fune",
        *(DiceRolled((6,) * 5), MovePlayed(0, "score ones", "pip")),
        *(DiceRolled((4,) * 5), MovePlayed(1, "score fune", "ada")),
        MatchEnded((0, 50), (1,), "", time.time()),
        seats=("easy", ""),
    )
    page.goto(f"{page.url}/review")
    page.wait_for_selector(".curve")
    expect(page.locator("h1")).to_have_text("You won. None of your moves could have been better.")
    expect(page.locator(".review header .lead")).to_contain_text("You – Pip")
    expect(page.locator(".curve .rank")).to_have_count(0)
    expect(page.locator("ol.costly-moves")).to_have_count(0)
    theirs = page.locator(".theirs .costly-moves li")
    expect(theirs).to_be_hidden()
    page.click("text=What Pip could have done better")
    expect(theirs).to_contain_text("Pip scored 0 in Ones.")
    expect(theirs.locator("svg.who")).to_be_visible()


def test_the_review_leads_into_the_replay(server: Server, page: Page) -> None:
    sit_down(page, server.address, "fune", "alone")
    page.wait_for_selector("html[data-ready]")
    for _ in range(2):  # zeros in the best boxes, whatever falls
        wasted = page.locator("#row-fune.open, #row-long-straight.open, #row-short-straight.open")
        wasted.filter(has=page.locator(".worth", has_text=re.compile("^0$"))).first.click()
        step(page, lambda page: page.click("#confirm"))
    give_up(page)
    page.click(".result >> text=Review")
    page.wait_for_selector(".curve")
    expect(page.locator("h1")).to_have_text("Two moves could have been better.")
    expect(page.locator(".accuracy strong")).to_have_text(re.compile(r"^\d+.%$"))
    costly = page.locator(".costly-moves li")
    expect(costly).to_have_count(2)
    expect(costly.first).to_contain_text("better: ")
    assert page.locator(".curve a:not(.rank)").count() == 2
    assert page.locator(".curve .rank").count() == 2
    page.click(".all-moves summary")
    expect(page.locator(".all-moves tbody tr")).to_have_count(2)
    page.locator(".curve a rect").nth(1).click(position={"x": 3, "y": 3})
    page.wait_for_selector(".replay .curve .here", state="attached")
    assert page.url.endswith("/replay?at=4")
    expect(page.locator(".verdict-line")).to_contain_text("Worth ")
    press(page, "ArrowLeft")
    page.wait_for_url("**/replay?at=3")
    expect(page.locator(".verdict-line")).to_have_text("")
    page.goto(f"{server.address}/history")
    page.click(".to-review")
    page.wait_for_selector(".review")
