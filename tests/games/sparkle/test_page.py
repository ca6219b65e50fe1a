"""Sparkle in a real browser, to the end, in every way there is to play."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.sparkle.sparkle_table import (
    boxes,
    by_keys,
    by_mouse,
    by_touch,
    choices,
    extra,
    fizzled,
    lay,
    pick,
    roll_on,
    scoring,
    sit,
    sit_with,
    sit_with_a_score,
)
from support.browser import NewPage
from support.server import Server
from support.tables import become_another_guest, play_out, press, step, version


def top(page: Page, die: str) -> float:
    box = page.locator(f"#die-{die}").bounding_box()
    assert box
    return box["y"]


def picked(page: Page, kind: str = "pick") -> list[str]:
    boxes = page.locator(f".{kind}:checked")
    return [box.get_attribute("value") or "" for box in boxes.all()]


def test_a_whole_match_by_mouse(server: Server, page: Page) -> None:
    sit(page, server, "gentle")
    play_out(page, by_mouse)
    expect(page.locator(".result h2")).to_have_text(re.compile(r"^[\d,]+ points?$"))


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
        become_another_guest(plain)
        sit(plain, server)
    before = version(plain)
    plain.click("#end")
    assert plain.locator("[role=alert]").inner_text()
    assert version(plain) == before


def test_without_a_script_dice_are_chosen_to_fly_in_the_mode(server: Server, plain: Page) -> None:
    sit(plain, server)
    assert not plain.locator("#reroll").is_visible()
    plain.click("#mode")
    had = extra(plain)
    plain.check("#fly-2")
    plain.click("#reroll")
    plain.wait_for_selector("#table")
    assert extra(plain) == had - 1
    plain.click("#mode")
    for die in "123":
        plain.check(f"#fly-{die}")
    assert not plain.locator("#reroll").is_visible()  # three are asked for
    plain.click("#sure summary")
    plain.click("#yes")
    plain.wait_for_selector("#table")
    assert extra(plain) in (had - 4, had - 3)  # five that fizzle bring one


def test_a_picked_die_goes_to_the_banked_row_and_stays_there(server: Server, page: Page) -> None:
    sit_with(page, server, lambda page: not fizzled(page) and len(scoring(page)) == 1)
    die = scoring(page)[0]
    before = top(page, die)
    page.check(f"#pick-{die}")
    down = top(page, die)
    assert down > before + 40
    page.uncheck(f"#pick-{die}")
    assert top(page, die) == before
    step(page, roll_on)
    assert page.locator(f".place-{die}.banked").count() == 1
    assert abs(top(page, die) - down) < 1


def test_one_tap_takes_a_whole_set_and_gives_it_back(server: Server, page: Page) -> None:
    sit_with(page, server, lambda page: page.locator(".pick[data-group]").count() == 3)
    die = page.locator(".pick[data-group]").nth(1)
    trio = (die.get_attribute("data-group") or "").split()
    die.click()
    assert picked(page) == trio
    assert page.get_attribute("#roll", "aria-disabled") == "false"
    assert "certificate" in page.locator(".note").inner_text()
    press(page, trio[0])
    assert picked(page) == []


def test_a_die_that_cannot_be_banked_shakes_off_with_the_reason(server: Server, page: Page) -> None:
    sit_with(page, server, lambda page: 0 < page.locator(".pick[data-reason]").count() < 5)
    die = page.locator(".pick[data-reason]").first
    number = die.get_attribute("value") or ""
    reason = die.get_attribute("data-reason") or ""
    before = boxes(page)
    die.click()
    assert picked(page) == []
    assert page.locator(f"#die-{number}.shake").count() == 1
    assert page.locator("#reason").inner_text() == reason
    assert boxes(page) == before
    pick(page, lambda die: press(page, die))
    assert page.locator("#reason").inner_text() == ""
    press(page, number)  # a key says the same
    assert number not in picked(page)
    assert page.locator("#reason").inner_text() == reason


def test_numbers_toggle_and_arrows_walk_and_move(server: Server, page: Page) -> None:
    sit_with(page, server, lambda page: not fizzled(page) and scoring(page) == ["3"])
    press(page, "3")
    assert page.is_checked("#pick-3")
    press(page, "3")
    assert not page.is_checked("#pick-3")
    press(page, "ArrowRight")
    expect(page.locator("#pick-4")).to_be_focused()
    press(page, "ArrowLeft")
    expect(page.locator("#pick-3")).to_be_focused()
    press(page, "ArrowDown")
    assert page.is_checked("#pick-3")
    page.evaluate("addEventListener('keydown', (event) => (window.kept = event.defaultPrevented))")
    for key in ("PageDown", "PageUp"):  # these scroll, as everywhere
        press(page, key)
        assert page.is_checked("#pick-3")
        assert page.evaluate("window.kept") is False
    press(page, "ArrowUp")
    assert not page.is_checked("#pick-3")


def test_impossible_choices_say_why(server: Server, page: Page) -> None:
    sit_with_a_score(page, server)
    before = version(page)
    for verb in ("roll", "end"):
        assert page.get_attribute(f"#{verb}", "aria-disabled") == "true"
        assert page.locator(f"[data-why={verb}]").inner_text() == choices(page)[""][verb]
    press(page, "Space")
    press(page, "Enter")
    pick(page, lambda die: press(page, die))
    assert page.get_attribute("#roll", "aria-disabled") == "false"
    told = choices(page)[" ".join(scoring(page))]
    assert page.locator(".gain").first.inner_text() == told["points"]
    assert page.locator(".status").inner_text() == told["status"]
    assert page.locator("#roll .risk").inner_text() == told["risk"]
    assert page.locator(".track progress").evaluate("bar => bar.value") == int(told["reached"])
    assert version(page) == before


def test_r_enters_a_mode_in_which_nothing_is_chosen(server: Server, page: Page) -> None:
    sit(page, server)
    before = version(page)
    press(page, "R")
    assert picked(page, "fly") == []
    assert page.get_attribute("#reroll", "aria-disabled") == "true"
    press(page, "Space")  # pays nothing
    press(page, "3")
    press(page, "5")
    assert picked(page, "fly") == ["3", "5"]
    assert (
        page.locator(".price").inner_text()
        == f"re-roll 2 dice for 2 Extra Dice, {extra(page) - 2} left"
    )
    press(page, "Escape")
    assert not page.locator("#reroll").is_visible()
    press(page, "R")
    assert picked(page, "fly") == []  # nothing outlives the mode
    press(page, "R")
    assert not page.is_checked("#reroll-mode")
    assert version(page) == before


def test_only_the_chosen_dice_fly(server: Server, page: Page) -> None:
    sit(page, server)
    rolled = [die.get_attribute("data-rolled") for die in page.locator(".places .die").all()]
    had = extra(page)
    press(page, "R")
    page.click("#fly-2")
    press(page, "4")
    step(page, lambda page: press(page, "Space"))
    again = [die.get_attribute("data-rolled") for die in page.locator(".places .die").all()]
    flown = [n for n, (now, then) in enumerate(zip(again, rolled, strict=True), 1) if now != then]
    assert flown == [2, 4]
    assert extra(page) == had - 2
    assert picked(page) == []


def test_more_than_two_extra_dice_need_confirmation(server: Server, page: Page) -> None:
    sit(page, server)
    before, had = version(page), extra(page)
    press(page, "R")
    for die in "124":
        press(page, die)
    press(page, "Space")
    assert page.locator("#sure .question p").inner_text() == "Pay 3 Extra Dice?"
    assert version(page) == before
    press(page, "4")  # another choice is another question
    press(page, "4")
    assert not page.locator("#yes").is_visible()
    page.click("#sure summary")
    step(page, lambda page: page.click("#yes"))
    assert extra(page) == had - 3


def test_after_a_fizzle_space_offers_the_re_roll_and_enter_asks(server: Server, page: Page) -> None:
    lay(server, page, "roll 2 1 3 3 4", "0 roll 2", "roll 2 3 3 4")
    had, before = extra(page), version(page)
    press(page, "Space")
    assert picked(page, "fly") == []
    assert version(page) == before
    page.locator(".fly").first.click()
    step(page, lambda page: press(page, "Space"))
    assert extra(page) == had - 1


def test_a_fizzle_that_ends_the_game_asks_first(server: Server, page: Page) -> None:
    lay(server, page, "roll 2 1 3 3 4", "0 roll 2", "roll 2 3 3 4")
    before = version(page)
    press(page, "Enter")
    expect(page.locator("#fizzle")).to_be_focused()
    press(page, "Enter")  # closes the question
    expect(page.locator("#yes-fizzle")).to_be_hidden()
    page.click("#fizzle")
    expect(page.locator("#accepting .question")).to_contain_text("You still have 5 Extra Dice.")
    press(page, "Escape")
    expect(page.locator("#yes-fizzle")).to_be_hidden()
    assert version(page) == before
    step(page, by_keys)
    page.wait_for_selector(".result")


def test_it_asks_without_a_script_too(server: Server, plain: Page) -> None:
    lay(server, plain, "roll 2 1 3 3 4", "0 roll 2", "roll 2 3 3 4")
    expect(plain.locator("#yes-fizzle")).to_be_hidden()
    plain.click("#fizzle")
    plain.click("#yes-fizzle")
    plain.wait_for_selector(".result")


@pytest.mark.parametrize("scripted", [True, False])
def test_a_lone_die_is_re_rolled_with_one_press(
    server: Server, new_page: NewPage, *, scripted: bool
) -> None:
    page = new_page(java_script_enabled=scripted)
    lay(server, page, "roll 1 5 1 5 3", "0 roll 1 2 3 4", "roll 2")
    assert page.locator(".fly").count() == 0
    step(page, lambda page: page.click("#mode"))
    assert extra(page) == 4


def test_backspace_asks_and_a_held_key_starts_nothing(server: Server, page: Page) -> None:
    sit_with_a_score(page, server)
    step(page, by_mouse)
    old = page.url
    for _ in range(5):
        page.keyboard.down("Backspace")  # again and again without a release: it is held
    page.keyboard.up("Backspace")
    expect(page.locator("#leaving summary")).to_be_focused()
    press(page, "Enter")
    expect(page.locator("#new-game")).to_be_hidden()
    assert page.url == old
    press(page, "Backspace")
    page.click("#new-game")
    page.wait_for_url(lambda url: url != old)
    page.wait_for_selector("#table[data-running]")
    page.goto(server.address)
    assert page.locator(f'.waits a[href="/matches/{old.rpartition("/")[2]}"]').count() == 1


def test_on_a_small_screen_backspace_opens_the_menu(server: Server, phone: Page) -> None:
    sit(phone, server)
    press(phone, "Backspace")
    expect(phone.locator("#new-game")).to_be_visible()
    expect(phone.locator("#leaving summary")).to_be_focused()
