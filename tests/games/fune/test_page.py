"""FUNE in a real browser, to the end, in every way there is to play."""

import pytest
from playwright.sync_api import Page, expect

from dicehall.match.events import DiceRolled, MatchEvent, MovePlayed
from support.browser import NewPage
from support.controls import bad_controls
from support.laid_tables import lay_table
from support.server import Server
from support.tables import (
    MY_TURN_OR_OVER,
    Size,
    choose_suggested,
    play_out,
    press,
    sit_down,
    step,
    version,
)

PLAIN = DiceRolled((2, 1, 1, 6, 4))
"""No combination that is worth stopping for."""
PEOPLE = {"name": "Ada", "other": "Bob", "begins": "first"}
SUGGESTED = ".row.suggested"
PHONES = ((320, 568), (360, 640), (390, 844), (844, 390))


def left(page: Page) -> int:
    """How many re-rolls the button offers."""
    count = page.locator("#throw .count")
    return int("".join(filter(str.isdigit, count.inner_text()))) if count.count() else 0


def click(page: Page) -> None:
    if left(page) == 2:
        page.locator(".place").nth(1).click()
        page.click("#throw")
    else:
        page.locator(".row.open").last.click()
        page.click("#confirm")


def choose_and_confirm(page: Page) -> None:
    choose_suggested(page)
    page.click("#confirm")


def tap(page: Page, selector: str) -> None:
    """Tap the middle of an element, whatever covers it."""
    box = page.locator(selector).first.bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def type_keys(page: Page) -> None:
    if left(page) == 2:
        press(page, "2")
        press(page, "5")
        press(page, "Space")
    else:
        press(page, "ArrowDown")
        press(page, "Enter")


def lock(page: Page, *positions: int) -> None:
    for position in positions:
        page.locator(f"#keep-{position}").check()


def use_up(page: Page) -> None:
    """Take both re-rolls of a turn."""
    for _ in range(2):
        step(page, lambda page: page.click("#throw"))


def is_golden(page: Page, button: str) -> bool:
    look = page.locator(button).evaluate("one => getComputedStyle(one).backgroundImage")
    return bool(look.startswith("linear-gradient"))


def test_a_whole_match_by_mouse(server: Server, page: Page) -> None:
    sit_down(page, server.address, "fune", "easy")
    assert play_out(page, click) == 26
    assert page.locator(".result h2").inner_text()


def test_a_whole_match_by_keyboard_alone(server: Server, page: Page) -> None:
    sit_down(page, server.address, "fune", "alone")
    assert play_out(page, type_keys) == 26


@pytest.mark.parametrize("size", PHONES)
def test_a_whole_match_by_touch(server: Server, new_page: NewPage, size: Size) -> None:
    """Lock each die once, each in a separate turn."""
    width, height = size
    phone = new_page(
        viewport={"width": width, "height": height},
        has_touch=True,
        is_mobile=True,
        reduced_motion="reduce",
    )
    sit_down(phone, server.address, "fune", "alone")
    for turn in range(1, 14):
        phone.wait_for_selector("#table.acting")
        if turn <= 5:
            tap(phone, f".place:has(#keep-{turn})")
            expect(phone.locator(f"#keep-{turn}")).to_be_checked()
            step(phone, lambda page: tap(page, "#throw"))
        row = phone.locator(".row.open").first.get_attribute("id")
        tap(phone, f"#{row}")
        expect(phone.locator(f"#{row} input")).to_be_checked()
        step(phone, lambda page, row=row: tap(page, f"#{row}"))
    phone.wait_for_selector(".result")


def test_rows_are_as_high_as_a_finger_in_the_lowest_windows(server: Server, page: Page) -> None:
    lay_table(server, page, "fune", PLAIN)
    page.wait_for_selector("#table.acting")
    assert bad_controls(page, ".card", sizes=[(568, 320), (640, 360)]) == {}


def test_a_whole_match_without_a_script(server: Server, plain: Page) -> None:
    sit_down(plain, server.address, "fune", "alone")
    step(plain, click)
    assert left(plain) == 1
    assert play_out(plain, choose_and_confirm) == 13


def test_two_people_take_turns_at_one_device(server: Server, page: Page) -> None:
    sit_down(page, server.address, "fune", "people", **PEOPLE)
    for name in ("Ada", "Bob", "Ada"):
        expect(page.locator(".player.to-move .name")).to_contain_text(name)
        step(page, choose_and_confirm)


def test_a_second_tap_on_the_chosen_row_scores_it(server: Server, page: Page) -> None:
    sit_down(page, server.address, "fune", "alone")
    page.wait_for_selector("html[data-ready]")
    before = version(page)
    page.click("#row-twos")
    page.click("#row-ones")
    assert version(page) == before
    expect(page.locator("#box-ones")).to_be_checked()
    expect(page.locator("#confirm")).to_contain_text("Score Ones: ")
    step(page, lambda page: page.click("#row-ones"))
    expect(page.locator("#row-ones b")).to_have_count(1)
    expect(page.locator(".card .row:not(.bonus) b")).to_have_count(1)


def test_the_first_tap_on_a_row_that_the_page_has_chosen_writes_nothing(
    server: Server, phone: Page
) -> None:
    lay_table(server, phone, "fune", DiceRolled((4, 4, 4, 4, 4)))
    phone.wait_for_selector("html[data-ready]")
    before = version(phone)
    row = phone.locator("#row-fune")
    expect(row.locator("input")).to_be_checked()
    row.tap()
    expect(row.locator("input")).to_be_focused()
    expect(phone.locator("form[aria-busy]")).to_have_count(0)
    phone.locator("#keep-1").tap()  # the row lets go; tapping it again is a first tap again
    expect(row.locator("input")).not_to_be_checked()
    row.tap()
    expect(row.locator("input")).to_be_checked()
    expect(phone.locator("form[aria-busy]")).to_have_count(0)
    assert version(phone) == before
    step(phone, lambda phone: row.tap())
    expect(phone.locator("#row-fune b")).to_have_text("50")


def test_enter_scores_nothing_that_was_not_chosen(server: Server, page: Page) -> None:
    lay_table(server, page, "fune", PLAIN)
    before = version(page)
    expect(page.locator(".row :checked")).to_have_count(0)
    press(page, "Enter")
    expect(page.locator(f"{SUGGESTED} input")).to_be_checked()
    assert version(page) == before
    step(page, lambda page: press(page, "Enter"))
    expect(page.locator("#row-choice b")).to_have_text("14")


def test_the_card_button_chooses_the_suggestion(server: Server, page: Page) -> None:
    lay_table(server, page, "fune", PLAIN)
    page.wait_for_selector("html[data-ready]")
    before = version(page)
    page.click("#confirm")
    expect(page.locator(f"{SUGGESTED} input")).to_be_checked()
    assert version(page) == before


def test_a_row_chosen_before_a_re_roll_is_not_chosen_after_it(server: Server, page: Page) -> None:
    sit_down(page, server.address, "fune", "alone")
    page.click("#row-choice")
    step(page, lambda page: press(page, "Space"))
    expect(page.locator("#box-choice")).not_to_be_checked()


def test_the_arrows_walk_the_rows(server: Server, page: Page) -> None:
    sit_down(page, server.address, "fune", "alone")
    press(page, "1")
    press(page, "ArrowDown")
    expect(page.locator(f"{SUGGESTED} input")).to_be_focused()
    page.locator("#box-ones").check()
    press(page, "ArrowDown")
    expect(page.locator("#box-twos")).to_be_checked()
    press(page, "ArrowUp")
    expect(page.locator("#box-ones")).to_be_checked()
    expect(page.locator("#keep-1")).to_be_checked()
    step(page, lambda page: press(page, "Enter"))
    expect(page.locator("#row-ones b")).to_have_count(1)


@pytest.mark.parametrize(
    ("roll", "says"),
    [
        ((3, 5, 2, 6, 4), "Score Long Straight: 40"),
        ((4, 4, 4, 4, 4), "Score FUNE: 50"),
        ((6, 2, 6, 2, 2), "Score Full House: 35"),
        ((1, 2, 4, 3, 3), "Score Short Straight: 30"),
    ],
)
def test_a_perfect_row_is_golden_and_one_press_away(
    server: Server, page: Page, roll: tuple[int, ...], says: str
) -> None:
    lay_table(server, page, "fune", DiceRolled(roll))
    page.wait_for_selector("html[data-ready]")
    expect(page.locator("#confirm .says")).to_have_text(says)
    assert (is_golden(page, "#throw"), is_golden(page, "#confirm")) == (False, True)
    expect(page.locator("#throw")).to_contain_text("Roll all five")
    step(page, lambda page: press(page, "Enter"))
    expect(page.locator(".card .row:not(.bonus) b")).to_have_text(says.rsplit(" ", 1)[1])


def test_keeping_dice_again_selects_the_roll(server: Server, page: Page) -> None:
    lay_table(server, page, "fune", DiceRolled((1, 2, 4, 3, 3)))
    press(page, "1")
    assert (is_golden(page, "#throw"), is_golden(page, "#confirm")) == (True, False)
    expect(page.locator("#confirm .says")).to_have_text("Choose a row to score")
    page.click("#row-short-straight")
    press(page, "2")
    assert (is_golden(page, "#throw"), is_golden(page, "#confirm")) == (True, False)


def test_a_row_that_is_written_is_not_offered_again(server: Server, page: Page) -> None:
    straight = DiceRolled((3, 5, 2, 6, 4))
    lay_table(server, page, "fune", straight, MovePlayed(0, "score long-straight", "a"), straight)
    expect(page.locator("#confirm .says")).to_have_text("Score Short Straight: 30")


def test_one_button_is_golden_at_a_time(server: Server, page: Page) -> None:
    lay_table(server, page, "fune", PLAIN)
    page.wait_for_selector("html[data-ready]")
    assert (is_golden(page, "#throw"), is_golden(page, "#confirm")) == (True, False)
    page.click("#row-choice")
    assert (is_golden(page, "#throw"), is_golden(page, "#confirm")) == (False, True)
    use_up(page)
    assert (is_golden(page, "#throw"), is_golden(page, "#confirm")) == (False, True)
    expect(page.locator("#throw")).to_contain_text("No re-rolls left")
    expect(page.locator(f"{SUGGESTED} input")).to_be_checked()
    page.reload()
    expect(page.locator("#confirm")).to_contain_text("Score ")
    before = version(page)
    press(page, "Space")
    assert version(page) == before
    step(page, lambda page: press(page, "Enter"))


def test_locked_dice_stay_as_they_are(server: Server, page: Page) -> None:
    sit_down(page, server.address, "fune", "alone")
    faces = page.locator(".dice use").evaluate_all("all => all.map(one => one.href.baseVal)")
    lock(page, 2, 4)
    expect(page.locator("#throw")).to_contain_text("Roll the other 3 dice 2 rolls left")
    step(page, lambda page: page.click("#throw"))
    after = page.locator(".dice use").evaluate_all("all => all.map(one => one.href.baseVal)")
    assert (after[1], after[3]) == (faces[1], faces[3])
    kept = page.locator(".dice :checked").evaluate_all("all => all.map(one => one.value)")
    assert kept == ["2", "4"]


def test_a_re_roll_of_nothing_says_why_it_is_none(server: Server, page: Page) -> None:
    sit_down(page, server.address, "fune", "alone")
    lock(page, 1, 2, 3, 4, 5)
    expect(page.locator("#throw")).to_have_attribute("aria-disabled", "true")
    expect(page.locator("#why-keep")).to_contain_text("nothing to roll")


def test_without_a_script_the_server_says_why_it_refuses(server: Server, plain: Page) -> None:
    sit_down(plain, server.address, "fune", "alone")
    lock(plain, 1, 2, 3, 4, 5)
    plain.click("#throw")
    expect(plain.locator("[role=alert]")).to_contain_text("nothing to roll")


def test_a_hint_forgets_no_lock_and_no_row(server: Server, page: Page) -> None:
    sit_down(page, server.address, "fune", "alone")
    lock(page, 3)
    page.click("#row-fives")
    page.get_by_text("Show me a move").click()
    page.wait_for_selector(".hint")
    expect(page.locator("#keep-3")).to_be_checked()
    expect(page.locator("#throw")).to_contain_text("Roll the other 4 dice")
    expect(page.locator("#confirm")).to_contain_text("Score Fives")


def test_the_computers_move_is_shown_until_the_player_moves(server: Server, page: Page) -> None:
    sit_down(page, server.address, "fune", "easy", begins="first")
    step(page, choose_and_confirm)
    page.wait_for_selector("#table.acting")
    expect(page.locator("#heard")).to_contain_text("scored")
    expect(page.locator(".card .fresh")).to_have_count(2)
    step(page, lambda page: press(page, "Space"))
    expect(page.locator("#heard")).to_have_count(0)


def test_dialogs_open_and_close_without_a_script(server: Server, plain: Page) -> None:
    sit_down(plain, server.address, "fune", "alone")
    plain.click("#open-scores")
    expect(plain.locator("#scores")).to_be_visible()
    expect(plain.locator("#scores")).to_contain_text("0 / 63")
    plain.click("#close-scores")
    expect(plain.locator("#scores")).to_be_hidden()
    plain.click("#information")
    plain.click("#about a[href='/rules/fune']")
    expect(plain.locator("figure")).to_have_count(17)


def test_rules_and_settings_open_over_the_table(server: Server, page: Page) -> None:
    sit_down(page, server.address, "fune", "alone")
    page.wait_for_selector("html[data-ready]")
    table = page.url
    for link, words in (("How to play", "Of the 7776 rolls"), ("Settings", "Coach")):
        page.click("#information")
        page.click(f"#about >> text={link}")
        expect(page.locator("#drawer")).to_contain_text(words)
        page.keyboard.press("Escape")
    assert page.url == table


def test_keys_do_not_reach_the_table_through_a_dialog(server: Server, page: Page) -> None:
    sit_down(page, server.address, "fune", "alone")
    page.click("#open-scores")
    before = version(page)
    for key in ("1", "Space", "ArrowDown", "Escape"):
        press(page, key)
    expect(page.locator("#scores")).to_be_hidden()
    expect(page.locator("#keep-1")).not_to_be_checked()
    assert version(page) == before


def test_news_close_no_dialog_and_forget_no_chosen_enemy(server: Server, page: Page) -> None:
    sit_down(page, server.address, "fune", "people", **PEOPLE)
    page.locator("#opponent").select_option("easy")
    choose_suggested(page)

    def confirm_below_a_dialog(page: Page) -> None:
        page.click("#open-scores")
        page.locator("#confirm").dispatch_event("click")

    step(page, confirm_below_a_dialog)
    expect(page.locator("#scores")).to_be_visible()
    expect(page.locator("#opponent")).to_have_value("easy")


def test_a_reset_asks_and_begins_against_the_chosen_enemy(server: Server, page: Page) -> None:
    sit_down(page, server.address, "fune", "alone")
    before = page.url
    page.locator("#opponent").select_option("easy")
    page.click("#ask-reset")
    page.click("text=No, keep playing")
    expect(page.locator("#reset")).to_be_hidden()
    page.click("#ask-reset")
    page.click("#reset")
    page.wait_for_url(lambda url: url != before)
    page.wait_for_selector(MY_TURN_OR_OVER)
    expect(page.locator("#opponent")).to_have_value("easy")
    expect(page.locator(".player")).to_have_count(2)
    expect(page.locator(".player.to-move")).to_contain_text("Ada")
    page.goto(before)
    expect(page.locator(".result")).to_be_visible()


def test_a_reset_on_a_phone_without_a_script(server: Server, new_page: NewPage) -> None:
    plain = new_page(java_script_enabled=False, viewport={"width": 360, "height": 640})
    sit_down(plain, server.address, "fune", "people", **PEOPLE)
    before = plain.url
    expect(plain.locator("#opponent")).to_be_hidden()
    plain.click("#open-enemy")
    plain.click("#ask-reset")
    plain.click("#reset")
    assert plain.url != before
    expect(plain.locator(".player.to-move")).to_contain_text("Ada")


def test_the_points_of_a_column_add_up(server: Server, page: Page) -> None:
    written = (((6, 6, 6, 6, 1), "sixes"), ((2, 2, 3, 4, 4), "fours"))
    events: list[MatchEvent] = []
    for seat, (dice, row) in enumerate(written):
        events += [DiceRolled(dice), MovePlayed(seat, f"score {row}", row)]
    lay_table(server, page, "fune", *events, PLAIN, seats=("", "easy"))
    for seat, total in enumerate(("24", "8")):
        column = f".cell:nth-last-child({2 - seat})"
        cells = page.locator(f".card .row:not(.head, .sum) {column}")
        shown = [text for text in cells.locator("b, small").all_inner_texts() if text]
        assert shown == [total] == [page.locator(f"#total-{seat}").inner_text()]
        expect(page.locator(f".card .sum {column}")).to_have_text(total)
