"""Two people in two browsers play each other over a link, and a third watches."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from dicehall.game.records import read
from support.browser import NewPage
from support.server import Server
from support.tables import Mover, press, sit_down, step, version


def place(page: Page) -> None:
    page.locator("button.column").first.click()


def join(page: Page, link: str, name: str = "Bob") -> None:
    """Follow a link and sit down."""
    page.goto(link)
    page.fill("[name=name]", name)
    page.click("button:text-is('Join')")
    page.wait_for_selector("#table[data-running]")


def invite(page: Page, server: Server, game: str, **fields: str) -> str:
    """Set a table for a friend; the link to it."""
    sit_down(page, server.address, game, "open", **{"begins": "first", **fields})
    return page.input_value("#link")


def meet(server: Server, new_page: NewPage, game: str, **fields: str) -> tuple[Page, Page]:
    """Ada, who begins, and Bob, who came by her link."""
    ada, bob = new_page(), new_page()
    join(bob, invite(ada, server, game, **fields))
    ada.wait_for_selector("#table.acting")
    return ada, bob


def see_the_same(*pages: Page) -> None:
    """All pages show the newest version."""
    newest = max((version(page) for page in pages), key=int)
    for page in pages:
        expect(page.locator("#table")).to_have_attribute("data-version", newest)


def move_once(players: tuple[Page, ...], move: Mover) -> bool:
    """Let the player to move make a move; False if the match is over."""
    see_the_same(*players)
    for player in players:
        if player.locator("#table.acting").count():
            step(player, move)
            return True
    return False


def play_on(pages: tuple[Page, ...], move: Mover, most: int = 400) -> None:
    """Move in turns to the end."""
    assert any(not move_once(pages, move) for _ in range(most))
    for page in pages:
        page.wait_for_selector(".result")


def absolute(page: Page, server: Server, path: str) -> str:
    return page.request.get(f"{server.address}{path}").text()


def test_a_match_over_a_link_with_a_lost_connection_and_a_watcher(
    server: Server, new_page: NewPage
) -> None:
    ada, bob, eve = new_page(), new_page(), new_page()
    link = invite(ada, server, "knucklebones")
    eve.goto(link)
    join(bob, link)
    eve.wait_for_selector("#table[data-running]")
    for _ in range(4):
        assert move_once((ada, bob), place)
    expect(bob.locator(".presence")).to_contain_text("is watching")  # what is still heard is a line
    bob.context.set_offline(True)
    expect(bob.locator("#offline")).to_be_visible()
    step(ada, place)
    bob.context.set_offline(False)
    expect(bob.locator("#offline")).to_be_hidden()
    play_on((ada, bob), place)
    see_the_same(ada, bob, eve)
    assert eve.locator("#table button.column, .reactions").count() == 0
    expect(eve.locator(".result form")).to_have_count(0)
    record, state = read(absolute(ada, server, f"/matches/{ada.url.rsplit('/', 1)[1]}/record"))
    scores = sorted(map(str, record.game.scores(state)))
    text = [page.locator(".final strong").all_inner_texts() for page in (ada, bob, eve)]
    assert all(sorted(points) == scores for points in text)


BREAKING_OFF = """
const whole = window.fetch;
window.fetch = async (...asked) => {
  const answer = await whole(...asked);
  if (String(asked[0]).endsWith("/moves") && !window.broken) {
    window.broken = true;
    answer.text = () => Promise.reject(new TypeError("network error"));
  }
  return answer;
};"""


def test_a_truncated_response_is_retried(server: Server, new_page: NewPage) -> None:
    ada, _ = meet(server, new_page, "knucklebones")
    ada.add_init_script(BREAKING_OFF)
    ada.reload()
    ada.wait_for_selector("html[data-ready]")
    step(ada, place)
    assert ada.evaluate("broken")
    expect(ada.locator("#offline")).to_be_hidden()
    record = absolute(ada, server, f"/matches/{ada.url.rsplit('/', 1)[1]}/record")
    assert record.count("0 column") == 1


def test_a_move_pressed_without_a_connection_arrives_once(
    server: Server, new_page: NewPage
) -> None:
    ada, bob = meet(server, new_page, "knucklebones")
    before = int(version(ada))
    ada.context.set_offline(True)
    place(ada)
    expect(ada.locator("#offline")).to_be_visible()
    assert version(bob) == str(before)
    ada.context.set_offline(False)
    ada.wait_for_selector(f'#table[data-version="{before + 2}"]')
    bob.wait_for_selector("#table.acting")
    see_the_same(ada, bob)
    assert version(bob) == str(before + 2)
    expect(ada.locator("#offline")).to_be_hidden()


def test_both_sides_come_back_after_the_server_was_killed(
    tmp_path: Path, new_page: NewPage
) -> None:
    server = Server(tmp_path)
    try:
        ada, bob = meet(server, new_page, "knuckles")
        eve = new_page()
        eve.goto(ada.url)
        step(ada, place)
        for end in (server.kill, server.stop):
            see_the_same(ada, bob)
            end()
            for page in (ada, bob, eve):
                expect(page.locator("#offline")).to_be_visible()
            mover = ada if ada.locator("#table.acting").count() else bob
            before = int(version(mover))
            place(mover)  # sent again until somebody answers
            server.start()
            for page in (ada, bob, eve):
                page.wait_for_selector(f'#table[data-version="{before + 2}"]')
                expect(page.locator("#offline")).to_be_hidden()
        play_on((ada, bob), place)
        see_the_same(ada, bob, eve)
    finally:
        server.stop()


def test_a_page_that_slept_notices_that_its_stream_is_dead(
    server: Server, new_page: NewPage
) -> None:
    ada, bob = new_page(), new_page(fresh=True)
    link = invite(ada, server, "knuckles")
    bob.clock.install()
    join(bob, link)
    bob.evaluate(
        "() => { window.dead = 0; const real = EventSource.prototype.close;"
        " EventSource.prototype.close = function () { window.dead += 1; real.call(this); } }"
    )
    bob.clock.fast_forward(60_000)  # nothing was heard for a minute: the line must be dead
    bob.wait_for_function("() => window.dead === 1")
    step(ada, place)
    bob.wait_for_selector("#table.acting")
    see_the_same(ada, bob)
    expect(bob.locator("#offline")).to_be_hidden()


def test_the_code_leads_to_the_table_however_it_is_typed(server: Server, new_page: NewPage) -> None:
    ada, bob = new_page(), new_page()
    invite(ada, server, "knucklebones")
    code = ada.locator(".code").inner_text()
    bob.goto(f"{server.address}/join")
    bob.fill("[name=code]", f" {code.lower().replace(' ', '-')} ")
    press(bob, "Enter")
    bob.wait_for_url("**/matches/*")
    assert bob.url == ada.url
    bob.fill("[name=name]", "Bob")
    bob.click("button:text-is('Join')")
    ada.wait_for_selector("#table.acting")
    late = new_page()
    late.goto(f"{server.address}/r/{code.replace(' ', '')}")
    expect(late.locator("[role=alert]")).to_contain_text("No table with this code has a free seat")


def test_the_link_can_be_copied(server: Server, new_page: NewPage) -> None:
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    link = invite(page, server, "knucklebones")
    assert link == page.url
    page.click("text=Copy the link")
    expect(page.locator("text=Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == link


def test_a_friend_without_a_name_is_asked_for_one(server: Server, new_page: NewPage) -> None:
    ada, bob = new_page(), new_page(java_script_enabled=False)
    bob.goto(invite(ada, server, "knucklebones"))
    bob.fill("[name=name]", "ada")
    bob.click("button:text-is('Join')")
    expect(bob.locator("[role=alert]")).to_contain_text("The names must be different")
    bob.fill("[name=name]", "Bob")
    bob.click("button:text-is('Join')")
    ada.wait_for_selector("#table.acting")
    step(ada, place)
    bob.reload()
    step(bob, place)
    see_the_same(ada, bob)


def test_the_second_to_join_becomes_a_spectator(server: Server, new_page: NewPage) -> None:
    ada, bob, cid = new_page(), new_page(), new_page(java_script_enabled=False)
    link = invite(ada, server, "knucklebones")
    cid.goto(link)
    join(bob, link)
    cid.fill("[name=name]", "Cid")
    cid.click("button:text-is('Join')")
    cid.wait_for_selector("#table[data-running]")
    assert cid.locator("button.column").count() == 0
    taken = "Somebody else took the seat first, so you are watching"
    expect(cid.locator("[role=alert]")).to_have_text(taken)
    assert cid.url.endswith("seat=taken")  # where it also reloads itself
    assert f'url={cid.url.removeprefix(server.address)}"' in cid.content()


def test_an_open_invitation_says_when_somebody_else_took_the_seat(
    server: Server, new_page: NewPage
) -> None:
    ada, bob, cid = new_page(), new_page(), new_page()
    link = invite(ada, server, "knucklebones")
    cid.goto(link)
    cid.wait_for_selector("html[data-ready]")
    join(bob, link)
    expect(cid.locator(".notices > .passing")).to_contain_text("Somebody else took the seat first")
    expect(cid.locator(".notices > .watching")).to_be_visible()
    expect(bob.locator(".notices")).not_to_contain_text("took the seat")


def test_a_table_is_closed_before_it_begins(server: Server, new_page: NewPage) -> None:
    ada, bob = new_page(), new_page()
    bob.goto(invite(ada, server, "fune"))
    ada.click("text=Close the table")
    expect(ada.locator("#table")).to_contain_text("This table was closed.")
    expect(bob.locator("#table")).to_contain_text("This table was closed.")
    ada.goto(f"{server.address}/history")
    expect(ada.locator(".lines")).to_have_count(0)
    ada.goto(server.address)
    expect(ada.locator("section:has(#waiting)")).to_have_count(0)


def test_playing_again_swaps_the_seats_and_takes_everybody_along(
    server: Server, new_page: NewPage
) -> None:
    ada, bob = meet(server, new_page, "knucklebones")
    eve = new_page()
    eve.goto(ada.url)
    first = ada.url
    bob.click("text=Give up")
    bob.click("text=Yes, end this match")
    expect(ada.locator(".result h2")).to_have_text("You win!")
    expect(ada.locator(".result .reason")).to_have_text("Bob gave up.")
    ada.click(".result form button")
    expect(ada.locator(".waits")).to_contain_text("Asking Bob")
    expect(bob.locator(".waits")).to_contain_text("Ada would like to play again")
    bob.click(".result form button")
    for page in (ada, bob, eve):
        page.wait_for_selector("#table[data-running]")
        assert page.url == bob.url != first
    bob.wait_for_selector("#table.acting")  # who sat second begins now
    plain = new_page(java_script_enabled=False)
    plain.goto(first)
    plain.click("text=To the next match")
    plain.wait_for_selector("#table[data-running]")


def test_reactions_are_shown_to_everybody_and_change_nothing(
    server: Server, new_page: NewPage
) -> None:
    ada, bob = meet(server, new_page, "knucklebones")
    eve = new_page()
    eve.goto(ada.url)
    eve.wait_for_selector("html[data-ready]")
    before = version(ada)
    ada.wait_for_selector(".presence:has-text('1 person is watching')")
    bob.click(".reactions >> text=Well played")
    for page in (ada, bob, eve):
        expect(page.locator("#said[role=status]")).to_contain_text("Bob: Well played")
    assert version(ada) == before
    place(ada)
    bob.wait_for_selector("#table.acting")


def test_the_lobby_lists_only_public_tables(server: Server, new_page: NewPage) -> None:
    ada, bob, cid = new_page(), new_page(), new_page()
    bob.goto(f"{server.address}/lobby")
    bob.wait_for_selector("html[data-ready]")
    invite(cid, server, "fune", name="Private")
    ada.goto(f"{server.address}/lobby")
    ada.click(".tables-to-set >> text=Knuckles >> nth=0")
    ada.fill("[name=name]", "Open Ada")
    ada.click(".setting button.main")
    ada.wait_for_selector(".invitation")
    bob.click("#offers >> text=Open Ada")
    assert "Private" not in absolute(bob, server, "/lobby")
    bob.fill("[name=name]", "Bob")
    bob.click("button:text-is('Join')")
    ada.wait_for_selector("#table[data-running]")
    assert "Open Ada" not in absolute(bob, server, "/lobby")


def test_the_clock_counts_down_for_both(server: Server, new_page: NewPage) -> None:
    ada, bob = meet(server, new_page, "knucklebones", clock="300")
    for page, whose in ((ada, "Your time"), (bob, "Ada's time")):
        expect(page.locator(".clock")).to_contain_text(whose)
        expect(page.locator(".clock strong")).to_have_text(re.compile(r"4:\d\d"))
    step(ada, place)
    expect(bob.locator(".clock")).to_contain_text("Your time")


def test_the_link_is_not_in_a_face_without_small_letters(server: Server, page: Page) -> None:
    invite(page, server, "knuckles")
    font = "one => getComputedStyle(one).fontFamily"
    assert "Pixel" in page.locator("h1").first.evaluate(font)
    assert "Pixel" not in page.locator("#link").evaluate(font)
