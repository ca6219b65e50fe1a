"""FUNE in a real browser, to the end, in every way there is to play."""

from playwright.sync_api import Page, expect

from support.server import Server
from support.tables import MY_TURN_OR_OVER, play_out, press, sit_down, step, version

PEOPLE = {"name": "Ada", "other": "Bob", "begins": "first"}


def left(page: Page) -> int:
    """How many re-rolls the button offers."""
    return int(page.locator("#throw .count").evaluate("count => count.firstChild.data"))


def click(page: Page) -> None:
    if left(page) == 2:
        page.locator(".place").nth(1).click()
        page.click("#throw")
    else:
        page.locator("#box").select_option(index=0)
        page.click("#confirm")


def confirm(page: Page) -> None:
    page.click("#confirm")


def tap(page: Page) -> None:
    if left(page) == 2:
        page.locator(".place").nth(3).tap()
        page.locator("#throw").tap()
    else:
        page.locator("#confirm").tap()


def type_keys(page: Page) -> None:
    if left(page) == 2:
        press(page, "2")
        press(page, "5")
        press(page, "Space")
    else:
        press(page, "Enter")


def lock(page: Page, *positions: int) -> None:
    for position in positions:
        page.locator(f"#keep-{position}").check()


def test_a_whole_match_by_mouse(server: Server, page: Page) -> None:
    sit_down(page, server.address, "fune", "easy")
    assert play_out(page, click) == 26
    assert page.locator(".result h2").inner_text().endswith(".")


def test_a_whole_match_by_keyboard_alone(server: Server, page: Page) -> None:
    sit_down(page, server.address, "fune", "alone")
    assert play_out(page, type_keys) == 26


def test_two_people_take_turns_at_one_device(server: Server, page: Page) -> None:
    sit_down(page, server.address, "fune", "people", **PEOPLE)
    for name in ("Ada", "Bob", "Ada"):
        expect(page.locator(".unit.to-move .name")).to_have_text(name)
        step(page, confirm)


def test_enter_in_the_list_chooses_and_then_confirms(server: Server, page: Page) -> None:
    sit_down(page, server.address, "fune", "alone")
    page.locator("#box").select_option("twos")
    page.locator("#box").focus()
    before = version(page)
    press(page, "Space")
    press(page, "ArrowDown")
    press(page, "Enter")
    chosen = page.input_value("#box")
    assert version(page) == before
    step(page, lambda page: press(page, "Enter"))
    expect(page.locator(f'.card [data-box="{chosen}"] td b')).to_have_count(1)
    expect(page.locator(".card tbody b")).to_have_count(1)


def test_a_whole_match_by_touch_on_a_phone(server: Server, phone: Page) -> None:
    sit_down(phone, server.address, "fune", "easy")
    assert play_out(phone, tap) == 26


def test_a_whole_match_without_a_script(server: Server, plain: Page) -> None:
    sit_down(plain, server.address, "fune", "alone")
    step(plain, click)
    assert left(plain) == 1
    assert play_out(plain, confirm) == 13


def test_everything_needed_fits_a_phone(server: Server, phone: Page) -> None:
    sit_down(phone, server.address, "fune", "people", **PEOPLE)
    needed = (".place", "#throw", "#box", "#confirm", "#reset", "#open-scores", "#information")
    for selector in needed:
        for one in phone.locator(selector).all():
            box = one.bounding_box()
            assert box
            assert box["y"] + box["height"] <= 640
            assert min(box["width"], box["height"]) >= 44
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_phone_held_sideways_shows_dice_and_buttons_at_once(server: Server, phone: Page) -> None:
    phone.set_viewport_size({"width": 640, "height": 360})
    sit_down(phone, server.address, "fune", "people", **PEOPLE)
    for selector in (".place >> nth=4", "#throw", "#box", "#confirm"):
        box = phone.locator(selector).bounding_box()
        assert box
        assert box["y"] + box["height"] <= 360


def test_the_table_stands_beside_the_dice_on_a_desktop(server: Server, page: Page) -> None:
    sit_down(page, server.address, "fune", "people", **PEOPLE)
    card, tray = page.locator(".card").bounding_box(), page.locator(".tray").bounding_box()
    assert card
    assert tray
    assert card["x"] > tray["x"] + tray["width"]
    assert "0 / 63" in page.locator(".card").inner_text()


def test_locked_dice_stay_as_they_are(server: Server, page: Page) -> None:
    sit_down(page, server.address, "fune", "alone")
    faces = page.locator(".dice use").evaluate_all("all => all.map(one => one.href.baseVal)")
    lock(page, 2, 4)
    expect(page.locator("#throw")).to_contain_text("Re-roll 3 dice")
    step(page, lambda page: page.click("#throw"))
    after = page.locator(".dice use").evaluate_all("all => all.map(one => one.href.baseVal)")
    assert (after[1], after[3]) == (faces[1], faces[3])
    assert page.locator(".dice :checked").evaluate_all("all => all.map(one => one.value)") == [
        "2",
        "4",
    ]


def test_a_re_roll_of_nothing_says_why_it_is_none(server: Server, page: Page) -> None:
    sit_down(page, server.address, "fune", "alone")
    lock(page, 1, 2, 3, 4, 5)
    expect(page.locator("#throw")).to_have_attribute("aria-disabled", "true")
    expect(page.locator("#why-keep")).to_contain_text("rolls nothing")


def test_without_a_script_the_house_says_why_it_refuses(server: Server, plain: Page) -> None:
    sit_down(plain, server.address, "fune", "alone")
    lock(plain, 1, 2, 3, 4, 5)
    plain.click("#throw")
    expect(plain.locator("[role=alert]")).to_contain_text("rolls nothing")


def test_a_hint_forgets_no_lock(server: Server, page: Page) -> None:
    sit_down(page, server.address, "fune", "alone")
    lock(page, 3)
    page.get_by_text("Show me a move").click()
    page.wait_for_selector(".hint")
    expect(page.locator("#keep-3")).to_be_checked()
    expect(page.locator("#throw")).to_contain_text("Re-roll 4 dice")


def test_the_chosen_combination_is_marked_in_the_table(server: Server, page: Page) -> None:
    sit_down(page, server.address, "fune", "alone")
    page.locator("#box").select_option("ones")
    worth = page.locator('.card [data-box="ones"] .worth')
    assert worth.evaluate("one => getComputedStyle(one).boxShadow") != "none"
    step(page, confirm)
    expect(page.locator('.card [data-box="ones"] td b')).to_have_count(1)


def test_dialogs_open_and_close_without_a_script(server: Server, plain: Page) -> None:
    sit_down(plain, server.address, "fune", "alone")
    plain.click("#open-scores")
    expect(plain.locator("#scores")).to_be_visible()
    expect(plain.locator("#scores")).to_contain_text("0 / 63")
    plain.click("#close-scores")
    expect(plain.locator("#scores")).to_be_hidden()
    plain.click("#information")
    plain.click("#about a[href='/rules/fune']")
    expect(plain.locator("figure")).to_have_count(16)


def test_news_close_no_dialog_and_forget_no_chosen_enemy(server: Server, page: Page) -> None:
    sit_down(page, server.address, "fune", "people", **PEOPLE)
    page.locator("#opponent").select_option("easy")

    def confirm_below_a_dialog(page: Page) -> None:
        page.click("#open-scores")
        page.locator("#confirm").dispatch_event("click")

    step(page, confirm_below_a_dialog)
    expect(page.locator("#scores")).to_be_visible()
    expect(page.locator("#opponent")).to_have_value("easy")


def test_reset_begins_a_new_match_against_the_chosen_enemy(server: Server, page: Page) -> None:
    sit_down(page, server.address, "fune", "alone")
    before = page.url
    page.locator("#opponent").select_option("easy")
    page.click("#reset")
    page.wait_for_url(lambda url: url != before)
    page.wait_for_selector(MY_TURN_OR_OVER)
    expect(page.locator("#opponent")).to_have_value("easy")
    expect(page.locator(".unit")).to_have_count(2)
