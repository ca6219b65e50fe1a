"""The pages around the tables, in a browser: light, complete, and nothing from elsewhere."""

import pytest
from playwright.sync_api import Page, expect

from dicehall.game import games
from dicehall.game.records import read
from support.browser import NewPage
from support.server import Server
from support.tables import play_out, press, sit_down, step

PEOPLE = {"name": "Ada", "other": "Bob", "begins": "first"}
MOST_PAGE_BYTES = 100_000
MOST_SCRIPT_BYTES = 20_000


def click(page: Page) -> None:
    page.locator("button.column").first.click()


def loaded_bytes(page: Page) -> dict[str, int]:
    """What the page and each of its parts weigh, by address."""
    page.wait_for_selector("html[data-ready]")
    parts: dict[str, int] = page.evaluate(
        "Object.fromEntries(['navigation', 'resource']"
        ".flatMap((kind) => performance.getEntriesByType(kind))"
        ".map((part) => [part.name, part.decodedBodySize]))"
    )
    return parts


@pytest.mark.parametrize("game", ["", *games()])
def test_pages_are_light(server: Server, page: Page, game: str) -> None:
    if game:
        alone = 1 in games()[game].seats
        sit_down(page, server.address, game, "alone" if alone else "easy")
    else:
        page.goto(server.address)
    parts = loaded_bytes(page)
    assert len(parts) >= 3
    assert sum(parts.values()) < MOST_PAGE_BYTES
    assert 0 < sum(size for name, size in parts.items() if ".js" in name) < MOST_SCRIPT_BYTES


def test_a_finished_match_is_in_the_history_and_can_be_replayed(server: Server, page: Page) -> None:
    sit_down(page, server.address, "knucklebones", "people", **PEOPLE)
    play_out(page, click)
    result = page.locator(".result h2").inner_text()
    page.goto(f"{server.address}/history")
    expect(page.locator(".lines li")).to_contain_text(result)
    page.click(".lines a")
    page.wait_for_selector("html[data-ready], .replay")
    assert page.locator(".replay .die:not(.blank)").count() == 0
    page.click("text=Forward")
    expect(page.locator(".replay .asked")).to_contain_text("Ada rolled a")
    page.click("text=Last")
    page.wait_for_url("**/replay?at=*")
    with page.expect_download() as download:
        page.click("text=Export as a record")
    record, state = read(download.value.path().read_text("utf-8"))
    assert record.notes["name-0"] == "Ada"
    scores = record.game.scores(state)
    assert f"{max(scores)} to {min(scores)}" in result or "draw" in result
    page.goto(f"{server.address}/scores")
    assert page.locator("#scores-knucklebones ~ ol a").count() >= 1


def test_an_open_match_waits_in_the_hall(server: Server, page: Page) -> None:
    sit_down(page, server.address, "knuckles", "people", **PEOPLE)
    step(page, click)
    page.goto(server.address)
    page.click(".waiting a")
    page.wait_for_selector("#table.acting")
    play_out(page, click)
    page.goto(server.address)
    assert page.locator(".waiting").count() == 0
    assert "Best" in page.locator(".door.game-knuckles").inner_text()


def test_play_again_swaps_the_seats(server: Server, page: Page) -> None:
    sit_down(page, server.address, "knucklebones", "people", **PEOPLE)
    expect(page.locator(".asked").first).to_contain_text("Ada")
    play_out(page, click)
    press(page, "Enter")
    page.wait_for_selector("#table[data-running]")
    expect(page.locator(".asked").first).to_contain_text("Bob")


def test_giving_up_is_asked_twice(server: Server, page: Page) -> None:
    sit_down(page, server.address, "knucklebones", "people", **PEOPLE)
    page.click("text=Give up")
    page.click("text=Yes, end this match")
    expect(page.locator(".result h2")).to_have_text("Ada gave up. Bob wins.")


def test_settings_are_remembered(server: Server, page: Page) -> None:
    page.goto(f"{server.address}/settings")
    for choice in ("light", "on", "fast"):
        page.check(f"[value={choice}]")
    page.click("button.main")
    page.goto(server.address)
    root = page.locator("html")
    for name, value in (("theme", "light"), ("sound", "on"), ("speed", "fast")):
        expect(root).to_have_attribute(f"data-{name}", value)


def test_dice_tumble_and_can_be_skipped(server: Server, new_page: NewPage) -> None:
    page = new_page(reduced_motion="no-preference")
    sit_down(page, server.address, "knucklebones", "people", **PEOPLE)
    step(page, click)
    tumbling = page.locator(".tray .die.fresh")
    expect(tumbling).to_have_count(1)
    page.mouse.click(2, 200)
    expect(page.locator("#table[data-rolling]")).to_have_count(0)
    play_out(page, click)
