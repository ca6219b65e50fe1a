"""Pocket Hexes in a real browser, to the end, in every way there is to play."""

import pytest
from playwright.sync_api import Locator, Page, expect

from dicehall.match.events import DiceRolled, MovePlayed
from games.hexes.hexes_table import (
    DIE,
    LIT,
    by_keys,
    by_mouse,
    by_touch,
    next_button,
    place_one,
)
from support.accessibility import violations
from support.browser import NewPage
from support.laid_tables import lay_table
from support.server import Server
from support.tables import (
    become_another_guest,
    in_windows,
    play_out,
    press,
    sit_down,
    step,
    version,
)
from support.tour import as_guest

WATCH_TRAVEL = """() => {
  window.seen = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (steps, timing) {
    if (this.id) window.seen.push(this.id);
    return animate.call(this, steps, timing);
  };
}"""
"""Keeps the ids of what moves by itself."""

LAND = """async (die) => {
  const base = document.querySelector("script[src$='/dicehall.js']").src;
  const { solids } = await import(base.replace("dicehall.js", "throw.js"));
  const flat = (svg) => [...svg.querySelectorAll("polygon, text")].map((one) =>
    `${one.getAttribute("points") ?? one.textContent} ${one.getAttribute("fill-opacity")}`
      .replaceAll("-0.0", "0.0"));
  const thrown = solids[die.dataset.solid](die);
  const flying = flat(thrown);
  thrown.turn(1);
  const [rest, landed] = [flat(die.querySelector("svg")), flat(thrown)];
  return { flying, rest, landed };
}"""
"""How a die is drawn in the air, when it has landed, and by the server."""

SIZES = {
    # the window: the least width of a hex
    (360, 640): 36,
    (390, 844): 39,
    (844, 390): 30,
    (640, 400): 30,
    (820, 1180): 70,
    (1280, 800): 66,
    (1920, 1080): 96,
}
PARTS = ".stage .board, .stage .tray, .stage .words, .stage .onward, .stage .tallies"


def test_a_whole_match_by_mouse(server: Server, page: Page) -> None:
    sit_down(page, server.address, "pocket-hexes", "alone")
    play_out(page, by_mouse)
    score = page.locator(".tally strong").first.inner_text()
    assert page.locator(".result h2").inner_text().startswith(f"{score} point")
    best = page.locator(".tally.low strong").first.inner_text()
    assert best == (score if score != "0" else "–"), "nothing is no score"
    why = page.locator(".asked.ended").inner_text()
    left = page.locator(".unfit b").all_inner_texts()
    assert why == "The board is full." or all(number in why for number in left)
    assert why == "The board is full." or len(left) >= 4


def test_a_whole_match_by_keyboard_alone(server: Server, page: Page) -> None:
    sit_down(page, server.address, "pocket-hexes", "alone")
    play_out(page, by_keys)


def test_a_whole_match_by_touch_on_a_phone(server: Server, phone: Page) -> None:
    sit_down(phone, server.address, "pocket-hexes", "alone")
    play_out(phone, by_touch)


def test_a_whole_match_without_a_script(server: Server, plain: Page) -> None:
    sit_down(plain, server.address, "pocket-hexes", "alone")
    play_out(plain, by_mouse)


def test_a_chosen_die_lights_its_hexes_and_no_others(server: Server, page: Page) -> None:
    sit_down(page, server.address, "pocket-hexes", "alone")
    assert page.locator(LIT).count() == 0
    for die in page.locator(DIE).all():
        die.check()
        name = die.get_attribute("value")
        lit = [one.get_attribute("value") for one in page.locator(LIT).all()]
        legal = page.locator(f'[data-dice~="{name}"] button').all()
        assert lit == [one.get_attribute("value") for one in legal]
        assert f"{len(lit)} hex" in page.locator(f'[data-of="{name}"]').inner_text()
        ghost = legal[0].evaluate("one => getComputedStyle(one, '::before').content")
        assert ghost == f'"{die.get_attribute("data-face")}"'
        colour = "one => getComputedStyle(one).getPropertyValue('--carved')"
        inside = page.locator(f'[data-dice~="{name}"]').first
        outside = page.locator(f'.hex:not([data-dice~="{name}"])').first
        assert inside.evaluate(colour) == "#f0913c"
        assert not outside.count() or outside.evaluate(colour) != "#f0913c"


def test_tab_reaches_only_lit_hexes(server: Server, page: Page) -> None:
    sit_down(page, server.address, "pocket-hexes", "alone")
    hidden = page.locator("button[name=hex]").first
    hidden.evaluate("one => one.focus()")
    assert page.locator("button[name=hex]:focus").count() == 0
    page.locator(DIE).last.check()
    page.locator(LIT).first.focus()
    assert page.locator("button[name=hex]:focus").count() == 1


def test_enter_on_a_die_places_nothing(server: Server, page: Page) -> None:
    sit_down(page, server.address, "pocket-hexes", "alone")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    for die in page.locator(DIE).all():
        press(page, die.get_attribute("data-key") or "")
        press(page, "Enter")
    step(page, place_one)
    assert sent.count("POST") == 1


def test_enter_on_a_die_without_a_script_says_what_to_do(server: Server, plain: Page) -> None:
    sit_down(plain, server.address, "pocket-hexes", "alone")
    plain.locator(DIE).first.check()
    plain.locator(DIE).first.press("Enter")
    assert "is not a move: place a die" in plain.locator(".refusal[role=alert]").inner_text()


def test_a_number_travels_from_its_die_to_its_hex(server: Server, new_page: NewPage) -> None:
    page = new_page(reduced_motion="no-preference")
    sit_down(page, server.address, "pocket-hexes", "alone")
    page.wait_for_selector("html[data-ready]:not([data-playing])")
    page.evaluate(WATCH_TRAVEL)
    number = page.locator("label.cast .solid").last.get_attribute("id")
    step(page, place_one)
    page.wait_for_function("name => window.seen.includes(name)", arg=number)
    assert page.locator(f".hex #{number}").count() == 1
    assert page.locator(f".cast #{number}").count() == 0
    assert page.locator(".cast .socket").count() == 1


def test_a_thrown_die_lands_as_the_server_has_drawn_it(server: Server, page: Page) -> None:
    sit_down(page, server.address, "pocket-hexes", "alone")
    page.wait_for_selector("html[data-ready]")
    for die in page.locator(".solid").all():
        drawn = die.evaluate(LAND)
        assert set(drawn["rest"]) <= set(drawn["landed"])
        assert set(drawn["flying"]) - set(drawn["rest"])


def test_arrows_never_skip_a_row(server: Server, page: Page) -> None:
    sit_down(page, server.address, "pocket-hexes", "alone")
    while not page.locator("[name=die]:not([data-face='1'], [data-face='0'])").count():
        become_another_guest(page)
        sit_down(page, server.address, "pocket-hexes", "alone")
    page.locator("[name=die]:not([data-face='1'], [data-face='0'])").first.check()
    page.locator("#hex-d4").focus()
    walked = []
    for key in ("ArrowDown", "ArrowDown", "ArrowUp", "ArrowUp"):
        press(page, key)
        walked.append(page.evaluate("document.activeElement.value[0]"))
    assert walked == ["e", "f", "e", "d"]


def test_the_roll_waits_for_three_numbers(server: Server, page: Page) -> None:
    sit_down(page, server.address, "pocket-hexes", "alone")
    roll = page.locator("button[value=roll]")
    for left in (3, 2, 1):
        assert roll.get_attribute("aria-disabled") == "true"
        assert page.locator("#why").inner_text() == f"Place {left} more before the next roll."
        step(page, place_one)
    assert roll.get_attribute("aria-disabled") is None
    assert page.locator(DIE).count() == 0
    assert page.locator(".tally strong").all_inner_texts() == ["0", "1", "–", "57"]


def ring_in(page: Page, server: Server) -> None:
    """Sit at a table where a ring is open and all dice of the round are placed."""
    while True:
        become_another_guest(page)
        sit_down(page, server.address, "pocket-hexes", "alone")
        address = f"/api{page.url.removeprefix(server.address)}"
        with as_guest(page, server) as guest:
            match = guest.get(address).json()
            while not match["over"] and not {"roll"} < {*match["turn"]["moves"]}:
                move = min(match["turn"]["moves"], key=near_the_centre)
                sent = {"move": move, "version": match["version"]}
                match = guest.post(f"{address}/moves", json=sent).json()
        page.goto(page.url)
        if not match["over"] and page.locator("#leaving-ring #roll").count():
            return


def near_the_centre(move: str) -> float:
    """How far from the centre a die is placed."""
    if " " not in move:
        return 0
    row, place = "abcdefghi".index(move[-2]), int(move[-1])
    length = 9 - abs(row - 4)
    return abs(2 * place - 1 - length) + 1.7 * abs(row - 4)


def test_a_roll_that_wastes_a_ring_asks_first(server: Server, page: Page) -> None:
    ring_in(page, server)
    page.wait_for_selector("html[data-ready]")
    assert page.locator("#asked").inner_text() == "A ring! Score one before you roll."
    assert page.locator(".stage button.main, .stage summary.main").count() == 0
    best = page.locator(".best-ring")
    assert best.evaluate("one => getComputedStyle(one).animationName") == "none", "quiet if asked"
    at_first, round_before = version(page), page.locator(".tally strong").nth(1).inner_text()
    for ask in (lambda: page.click("#roll"), lambda: press(page, "Space")):
        ask()
        page.locator("#leave:focus").wait_for()
        assert "for later? You lose this round's score." in page.locator(".question").inner_text()
        assert version(page) == at_first
        page.click("#roll")
        assert not page.locator(".question").is_visible()
    press(page, "Space")
    page.locator("#leave:focus").wait_for()
    step(page, lambda page: page.keyboard.press("Space"))
    assert page.locator(".tally strong").nth(1).inner_text() == str(int(round_before) + 1)


def test_a_ring_pulses_until_it_is_scored(server: Server, new_page: NewPage) -> None:
    page = new_page(reduced_motion="no-preference")
    ring_in(page, server)
    page.wait_for_selector("html[data-ready]:not([data-playing])")
    best = page.locator(".best-ring")
    assert best.evaluate("one => getComputedStyle(one).animationName") == "hex-pulse"
    step(page, lambda page: page.locator(".best-ring button").click())
    assert page.locator(".best-ring").count() == 0
    assert page.locator("button#roll.main").count() == 1


def test_a_ring_is_left_without_a_script(server: Server, plain: Page) -> None:
    ring_in(plain, server)
    at_first = version(plain)
    plain.click("#roll")
    plain.click("#leave")
    plain.wait_for_selector("#table")
    assert version(plain) > at_first


def sit_with_a_high_die(page: Page, server: Server) -> Locator:
    """A die that must stand next to a number."""
    high = page.locator("[name=die]:not([data-face='0'], [data-face='1'])")
    sit_down(page, server.address, "pocket-hexes", "alone")
    while not high.count():
        become_another_guest(page)
        sit_down(page, server.address, "pocket-hexes", "alone")
    page.wait_for_selector("html[data-ready]")
    return high.first


def test_a_hex_that_does_not_fit_says_why(server: Server, phone: Page) -> None:
    die = sit_with_a_high_die(phone, server)
    corner = phone.locator(".hex").first
    box = corner.bounding_box()
    assert box

    def tap_the_corner() -> None:
        phone.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    tap_the_corner()
    phone.wait_for_selector(".rest.shake")
    before = version(phone)
    die.check()
    tap_the_corner()
    phone.wait_for_selector(".hex.shake")
    refusal = phone.locator(".refusal")
    assert refusal.inner_text() == f"{die.get_attribute('data-face')} must go next to a number"
    assert refusal.evaluate("one => one.scrollWidth <= one.clientWidth")
    assert version(phone) == before
    phone.locator(DIE).last.evaluate(
        "one => one.dispatchEvent(new Event('change', {bubbles: true}))"
    )
    assert refusal.inner_text() == ""


def test_a_phone_says_that_the_border_never_scores(server: Server, phone: Page) -> None:
    sit_down(phone, server.address, "pocket-hexes", "alone")
    assert phone.locator(".rings").inner_text() == "border: never scores"
    assert phone.locator(".rings .sample").is_visible()


def test_names_of_hexes_can_be_found_on_the_board(server: Server, page: Page) -> None:
    sit_down(page, server.address, "pocket-hexes", "alone")
    written = "one => ['::before', '::after'].map(end => getComputedStyle(one, end).content)"
    ends = [row.evaluate(written) for row in page.locator(".row").all()]
    assert ends[0] == ['"a1" / ""', '"a5" / ""']  # seen, and not read aloud
    assert ends[4] == ['"e1" / ""', '"e9" / ""']


def test_a_hint_chooses_the_die_and_points_at_the_hex(server: Server, page: Page) -> None:
    sit_down(page, server.address, "pocket-hexes", "alone")
    page.locator("form[action$=hint] button").first.click()
    hint = page.locator(".hint strong").inner_text().split()  # the 7 (d8) on e6
    assert f"({page.locator(f'{DIE}:checked').get_attribute('value')})" == hint[2]
    assert page.locator("button.hinted").get_attribute("value") == hint[4]


def test_a_move_is_in_sight_in_every_window(server: Server, page: Page) -> None:
    sit_down(page, server.address, "pocket-hexes", "alone")
    for size in in_windows(page, SIZES):
        hex_box = page.locator(".hex").first.bounding_box()
        assert hex_box
        assert hex_box["width"] >= SIZES[size], size
        for part in page.locator(f"{PARTS}, .cast, .onward button").all():
            box = part.bounding_box()
            assert box
            assert box["x"] >= -1, size
            assert box["y"] >= 43, size
            assert box["x"] + box["width"] <= size[0] + 1, size
            assert box["y"] + box["height"] <= size[1], size
        for needed in page.locator(".cast, .onward button").all():
            box = needed.bounding_box()
            assert box
            assert min(box["width"], box["height"]) >= 44, size


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
def test_texts_do_not_move_the_board(server: Server, page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    sit_down(page, server.address, "pocket-hexes", "alone")

    def boxes() -> list[object]:
        return [part.bounding_box() for part in page.locator(PARTS).all()]

    at_first = boxes()
    for _ in range(12):
        if page.locator(".result").count():
            break
        if not next_button(page):
            page.locator(DIE).last.check()
            assert boxes() == at_first
        step(page, by_mouse)
        assert boxes() == at_first


def test_prompts_fit_in_japanese(server: Server, new_page: NewPage) -> None:
    page = new_page(locale="ja-JP")
    sit_down(page, server.address, "pocket-hexes", "alone")
    for size in in_windows(page, [*SIZES, (1120, 700)]):
        asked = page.locator("#asked")
        assert asked.inner_text() == "サイコロを3個置いてください。"
        assert asked.evaluate("one => one.scrollWidth <= one.clientWidth"), size


def test_every_state_is_accessible(server: Server, page: Page) -> None:
    sit_down(page, server.address, "pocket-hexes", "alone")
    page.locator(DIE).last.check()
    assert violations(page) == []
    page.goto(f"{server.address}/rules/pocket-hexes")
    assert page.locator("figure .board").count() == 6
    assert violations(page) == []


@pytest.mark.parametrize("scripted", [True, False])
def test_a_placement_that_would_end_the_game_is_marked_before_it_is_made(
    server: Server, new_page: NewPage, scripted: bool
) -> None:
    page = new_page(java_script_enabled=scripted)
    rolled = DiceRolled((2, 2, 2, 2, 12, 20))
    lay_table(server, page, "pocket-hexes", rolled, MovePlayed(0, "place d20 e6", "a"))
    page.check("[name=die][value=d12]", force=True)
    expect(page.locator(".guides .ends")).to_be_visible()
    expect(page.locator(".guides .ends")).to_have_text("Placing it on a red hex ends the game.")
    label = page.locator("#hex-e4").get_attribute("aria-label") or ""
    assert label.endswith("placing the d12 here would end the game")
    red, lit = (page.locator(f".hex:has(#hex-{name})") for name in ("e4", "d4"))
    colours = [
        one.evaluate("one => getComputedStyle(one).getPropertyValue('--carved')")
        for one in (red, lit)
    ]
    assert colours[0] != colours[1]
    page.check("[name=die][value=d4]", force=True)
    expect(page.locator(".guides .ends")).to_be_hidden()
