"""The result over its board: its text, when keys work again, and that it fits."""

import time

import httpx
import pytest
from playwright.sync_api import Page, ViewportSize, expect

from dicehall.match.events import (
    DiceRolled,
    MatchEnded,
    MatchEvent,
    MovePlayed,
)
from support.accessibility import violations
from support.browser import NewPage
from support.laid_tables import lay_table
from support.server import Server

HIGH, LOW = (6, 6, 6, 5, 5, 5, 4, 4, 4), (1, 1, 1, 2, 2, 2, 3, 3, 3)
"""What falls into the columns from left to right; nothing knocks out anything."""
RESTED = "#table:not([data-running]):not([data-resting])"
PLAY_AGAIN = ".result button.main"
WINDOWS = [(360, 640), (390, 844), (844, 390), (640, 400), (1280, 800), (320, 480)]


def one_move_left(
    server: Server,
    page: Page,
    mine: tuple[int, ...] = HIGH,
    *more: MatchEvent,
    game: str = "knucklebones",
) -> str:
    """Open a match in which Ada's next move is the last; `more` may have happened since."""
    theirs = LOW if mine == HIGH else HIGH
    events: list[MatchEvent] = []
    for number in range(8):
        for seat, dealt in enumerate((mine, theirs)):
            column = f"column {number // 3 + 1}"
            events += [DiceRolled((dealt[number],)), MovePlayed(seat, column, f"{number}")]
    events += [DiceRolled((mine[8],)), *more]
    return lay_table(server, page, game, *events, seats=("", "normal"))


def finish(page: Page) -> None:
    """Make the last move."""
    page.wait_for_selector("html[data-ready]")
    page.keyboard.press("3")
    page.wait_for_selector(".result")


def stop_time(page: Page) -> None:
    """From now on only the test moves the clock, in all pages of the profile."""
    page.clock.install(time=0)
    page.clock.pause_at(1)


def test_a_win_looks_like_one(server: Server, page: Page) -> None:
    one_move_left(server, page)
    finish(page)
    result = page.get_by_role("dialog", name="You win!")
    expect(result).to_have_attribute("data-kind", "won")
    expect(result.locator(".remark")).to_have_text("Your first win against Marrow.")
    expect(result.locator(".final strong")).to_have_text(["135", "39"])
    expect(result.locator(".turning")).to_contain_text("Your 6 in column 1 scored 30 points.")
    expect(result.locator("form button")).to_have_count(2)
    assert page.evaluate("document.activeElement.id") == "result"


def test_a_loss_is_kind(server: Server, page: Page) -> None:
    one_move_left(server, page, LOW)
    finish(page)
    result = page.get_by_role("dialog", name="Marrow wins.")
    expect(result.locator(".remark")).to_have_text("Better luck next time.")
    expect(result.locator("form button")).to_have_text(["Play again ↵"])
    assert result.get_attribute("data-festive") is None


def test_keys_rest_for_a_second_and_then_enter_plays_again_once(
    server: Server, new_page: NewPage
) -> None:
    page = new_page(fresh=True)
    opened: list[str] = []
    page.on("request", lambda request: request.url.endswith("/again") and opened.append(""))
    stop_time(page)
    there = one_move_left(server, page)
    finish(page)
    page.wait_for_selector("#table[data-resting]")
    for key in ("Enter", "Backspace", "Space", "Enter"):
        page.keyboard.press(key)
    page.locator(PLAY_AGAIN).dispatch_event("click")
    page.clock.run_for(900)
    page.keyboard.press("Enter")
    assert (page.url, opened) == (there, [])
    page.clock.run_for(200)
    page.wait_for_selector(RESTED)
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.wait_for_selector("#table[data-running]")
    assert page.url != there
    assert len(opened) == 1


def test_a_held_key_opens_nothing(server: Server, page: Page) -> None:
    there = one_move_left(server, page)
    finish(page)
    page.keyboard.down("Enter")
    page.wait_for_selector(RESTED)
    page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    assert page.url == there
    expect(page.locator(PLAY_AGAIN)).to_be_visible()


def test_scores_count_up_and_confetti_falls_for_two_seconds(
    server: Server, new_page: NewPage
) -> None:
    page = new_page(reduced_motion="no-preference", fresh=True)
    stop_time(page)
    one_move_left(server, page)
    finish(page)
    pieces = page.locator(".confetti i")
    expect(pieces).not_to_have_count(0)
    page.clock.run_for(300)
    counted = page.locator(".final li.first strong")
    assert 0 < int(counted.inner_text()) < 135
    page.clock.run_for(700)
    expect(counted).to_have_text("135")
    page.clock.run_for(1000)
    expect(pieces).to_have_count(0)


def test_escape_ends_the_celebration(server: Server, new_page: NewPage) -> None:
    page = new_page(reduced_motion="no-preference", fresh=True)
    stop_time(page)
    one_move_left(server, page)
    finish(page)
    page.wait_for_selector(".confetti i", state="attached")
    page.clock.run_for(100)
    page.keyboard.press("Escape")
    page.clock.run_for(50)
    expect(page.locator(".confetti")).to_have_count(0)
    expect(page.locator(".final li.first strong")).to_have_text("135")


@pytest.mark.parametrize(("ago", "motion"), [(60.0, "no-preference"), (0.0, "reduce")])
def test_no_animation_on_return_or_with_reduced_motion(
    server: Server, new_page: NewPage, ago: float, motion: str
) -> None:
    page = new_page(reduced_motion=motion)
    end = MatchEnded((135, 39), (0,), "", time.time() - ago)
    one_move_left(server, page, HIGH, MovePlayed(0, "column 3", "last"), end)
    page.wait_for_selector(RESTED)
    expect(page.locator(".confetti")).to_have_count(0)


def test_the_next_stronger_opponent_is_one_click_away(server: Server, page: Page) -> None:
    one_move_left(server, page)
    finish(page)
    page.click("text=who is stronger")
    page.wait_for_selector("#table[data-running]")
    shown = httpx.get(page.url.replace("/matches/", "/api/matches/"), timeout=120).json()
    assert sorted(seat["level"] for seat in shown["seats"]) == ["", "hard"]


def test_the_board_can_be_looked_at(server: Server, page: Page) -> None:
    one_move_left(server, page)
    finish(page)
    page.click("text=Look at the board")
    expect(page.locator(PLAY_AGAIN)).to_be_hidden()
    expect(page.locator(".result summary")).to_contain_text("You win! 135 : 39")
    page.click("text=Show the result")
    expect(page.locator(PLAY_AGAIN)).to_be_visible()


def test_all_of_it_without_a_script(server: Server, plain: Page) -> None:
    there = one_move_left(server, plain)
    plain.click("button.column >> nth=0")
    expect(plain.locator(".result h2")).to_have_text("You win!")
    plain.click("text=Look at the board")
    plain.click("text=Show the result")
    plain.click(PLAY_AGAIN)
    plain.wait_for_selector("#table[data-running]")
    assert plain.url != there


def test_it_is_accessible(server: Server, page: Page) -> None:
    one_move_left(server, page)
    finish(page)
    page.wait_for_selector(RESTED)
    assert violations(page) == []
    page.click("text=Look at the board")
    assert violations(page) == []


def test_it_fits_every_window(server: Server, page: Page) -> None:
    one_move_left(server, page)
    finish(page)
    for width, height in WINDOWS:
        page.set_viewport_size(ViewportSize(width=width, height=height))
        for part in (".result .card", PLAY_AGAIN, ".result summary"):
            box = page.locator(part).bounding_box()
            assert box
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= height, (part, width, height)
        card = page.locator(".result .card")
        assert card.evaluate("card => card.scrollWidth <= card.clientWidth")


@pytest.mark.parametrize("game", ["knuckles", "knucklebones"])
def test_every_way_on_is_in_sight_on_a_small_phone(server: Server, phone: Page, game: str) -> None:
    one_move_left(server, phone, game=game)
    finish(phone)
    phone.wait_for_selector(RESTED)
    ways = phone.locator(".result :is(form button, nav a)")
    expect(ways).to_have_count(7)
    for way in ways.all():
        expect(way).to_be_in_viewport(ratio=1)
