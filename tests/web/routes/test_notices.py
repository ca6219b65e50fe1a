"""At a table there is one place for notices: one at a time, readable, over nothing else."""

import resource
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from dicehall.match.events import DiceRolled, MatchEvent, Nudged, WinClaimed
from support.browser import NewPage
from support.contests import writers_of
from support.laid_tables import lay_table
from support.server import Server
from support.tables import Size, in_windows, version
from web.routes.test_claims import LONG_AGO, Meeting

SIZES: list[Size] = [(320, 568), (360, 640), (390, 844), (667, 375), (844, 390), (1280, 800)]
GAMES = ["knucklebones", "fune"]

PLACE = """() => {
  const seen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const box = (one) => one.getBoundingClientRect();
  const before = (a, b) => a.right <= b.left + 1 || a.bottom <= b.top + 1;
  const apart = (a, b) => before(a, b) || before(b, a);
  const lines = [...document.querySelectorAll(".notices > p:not(.clock)")].filter(seen);
  const buttons = [...document.querySelectorAll(".notices button")].filter(seen);
  const parts = [...lines, ...buttons, ...document.querySelectorAll(".notices > .clock")];
  const others = [...document.querySelectorAll(
    ".home, .here, .tool, .player .name, .player .total, .player .who, #asked, .heard, .fell,"
    + " .stage :is(button, label, input), .side :is(button, a), .grid, .tray")]
    .filter((one) => seen(one) && box(one).width);
  const wrong = [];
  if (lines.length > 1) wrong.push(["several", lines.map((one) => one.textContent)]);
  if (buttons.length > 1) wrong.push(["buttons", buttons.map((one) => one.textContent)]);
  for (const part of parts) {
    const { left, top, right, bottom, width, height } = box(part);
    const name = part.textContent.trim();
    const inside = Math.min(left, top, innerWidth - right, innerHeight - bottom) >= 0;
    if (!inside) wrong.push(["outside", name]);
    if (part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1)
      wrong.push(["clipped", name]);
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (!part.contains(hit)) wrong.push(["covered", name, hit?.className]);
    if (part.matches("button") && Math.min(width, height) < 44) wrong.push(["small", name]);
    for (const other of others) if (!apart(box(part), box(other)))
      wrong.push(["over", name, other.className || other.textContent]);
  }
  for (let n = 0; n < parts.length; n++) for (const other of parts.slice(n + 1))
    if (!apart(box(parts[n]), box(other))) wrong.push(["over each other", parts[n].textContent]);
  return [lines.length, wrong];
}"""


def in_the_one_place(page: Page) -> None:
    """Exactly one notice is shown, whole, and over nothing else, at every size."""
    for size in in_windows(page, SIZES):
        shown, wrong = page.evaluate(PLACE)
        assert wrong == [], size
        assert shown == 1, size


def happened() -> Iterator[list[MatchEvent]]:
    """Bob may nudge, claim the win, set a clock; he has claimed the win."""
    yield []
    yield [Nudged(1, time.time())]
    yield [Nudged(1, time.time() - 500)]
    yield [Nudged(1, time.time() - 500), WinClaimed(1, time.time() + 110)]


@pytest.mark.parametrize("game", GAMES)
def test_notices_stand_in_one_place_one_at_a_time(
    server: Server, new_page: NewPage, game: str
) -> None:
    bob, eve = (new_page(reduced_motion="reduce") for _ in range(2))
    for events in happened():
        meeting = Meeting(server, LONG_AGO, *events, game=game)
        meeting.enter(bob, "Bob")
        eve.goto(bob.url)
        expect(bob.locator(".presence")).to_contain_text("is watching")
        for page in (bob, eve):
            in_the_one_place(page)
        bob.click(".reactions >> text=Thinking")
        expect(bob.locator(".notices > .passing")).to_be_visible()
        in_the_one_place(bob)


def test_a_notice_moves_nothing(server: Server, new_page: NewPage) -> None:
    meeting = Meeting(server, LONG_AGO)
    ada = meeting.enter(new_page(), "Ada")
    bob = meeting.enter(new_page(), "Bob")
    stage = ada.locator(".stage")
    before = [stage.bounding_box() for _ in in_windows(ada, SIZES)]
    bob.click("button:text-is('Nudge Ada')")
    expect(ada.locator(".notices > .nudged")).to_be_visible()
    assert [stage.bounding_box() for _ in in_windows(ada, SIZES)] == before


def test_reactions_do_not_take_a_button_away(server: Server, new_page: NewPage) -> None:
    meeting = Meeting(server, LONG_AGO)
    ada, bob = meeting.enter(new_page(), "Ada"), meeting.enter(new_page(), "Bob")
    ada.click(".reactions >> text=Thinking")
    expect(bob.locator(".notices > .passing")).to_contain_text("Ada: Thinking")
    bob.click("button:text-is('Nudge Ada')")
    expect(ada.locator(".notices > .nudged")).to_be_attached()


HEARD = """() => {
  window.heard = [];
  const said = document.getElementById("said");
  new MutationObserver(() => said.textContent && heard.push(said.textContent))
    .observe(said, { childList: true });
}"""


def test_each_notice_is_announced_once(server: Server, new_page: NewPage) -> None:
    meeting = Meeting(server, LONG_AGO)
    ada, bob = meeting.enter(new_page(), "Ada"), meeting.enter(new_page(), "Bob")
    expect(ada.locator(".presence")).to_contain_text("Bob is here")
    ada.evaluate(HEARD)
    bob.click("button:text-is('Nudge Ada')")
    expect(ada.locator(".nudged")).to_be_visible()
    bob.click(".reactions >> text=Ouch")
    expect(ada.locator(".passing")).to_contain_text("Ouch")
    bob.click(".reactions >> text=Thanks")
    expect(ada.locator(".passing")).to_contain_text("Thanks")  # after the other
    before = version(bob)
    bob.click("button:text-is('Claim the win')")  # which brings new tables: the claim, the answer
    ada.wait_for_selector(f'#table:not([data-version="{before}"])')
    expect(ada.locator(".passing")).to_have_count(0)
    expect(ada.locator(".nudged")).to_be_visible()
    heard = [words for words in ada.evaluate("heard") if "claims the win" not in words]
    assert [words.split(":")[0] for words in heard if "Bob: " not in words] == [
        "Bob is waiting for you. Bob may set a clock, 2 minutes for each move, in"
    ]
    assert [words for words in heard if "Bob: " in words] == ["✖ Bob: Ouch", "♥ Bob: Thanks"]


def test_an_error_comes_before_a_reaction(server: Server, new_page: NewPage) -> None:
    meeting = Meeting(server, LONG_AGO)
    ada, bob = meeting.enter(new_page(), "Ada"), meeting.enter(new_page(), "Bob")
    ada.locator("#far-1").click()
    expect(ada.locator(".refusal[role=alert]")).to_be_visible()
    bob.click(".reactions >> text=Ouch")
    expect(bob.locator(".passing")).to_be_visible()
    expect(ada.locator(".refusal")).to_be_visible()
    expect(ada.locator(".passing")).to_contain_text("Ouch")  # when the error has been read
    expect(ada.locator(".passing")).to_have_count(0)
    expect(ada.locator(".refusal")).to_be_visible()


def test_a_lost_connection_is_shown_in_the_same_place(server: Server, new_page: NewPage) -> None:
    page = Meeting(server, LONG_AGO).enter(new_page(), "Ada")
    for _ in in_windows(page, SIZES):
        page.evaluate("document.getElementById('offline').hidden = true")
        notices, stage = (page.locator(one).bounding_box() for one in (".notices", ".stage"))
        page.evaluate("document.getElementById('offline').hidden = false")
        offline = page.locator("#offline").bounding_box()
        assert notices
        assert stage
        assert offline
        assert offline["y"] == notices["y"]
        assert offline["y"] + offline["height"] <= stage["y"]
        assert page.locator(".stage").bounding_box() == stage


def test_without_a_script_nothing_is_offered_before_its_time(
    server: Server, new_page: NewPage
) -> None:
    for waited, offered in ((1, []), (LONG_AGO, ["Nudge Ada"])):
        meeting = Meeting(server, waited)
        plain = new_page(java_script_enabled=False, reduced_motion="reduce")
        token = {"name": "dicehall", "value": meeting.tokens["Bob"], "url": server.address}
        plain.context.add_cookies([token])  # type: ignore[list-item]
        plain.goto(f"{server.address}/matches/{meeting.id}")
        assert "No move for" not in plain.locator("body").inner_text()
        buttons = plain.locator(".notices button").all()
        assert [one.inner_text() for one in buttons if one.is_visible()] == offered
        for _ in in_windows(plain, SIZES):
            assert plain.evaluate(PLACE)[1] == []


def test_a_waiting_friend_without_a_script_is_present(server: Server, new_page: NewPage) -> None:
    meeting = Meeting(server, 1)
    plain = new_page(java_script_enabled=False)
    token = {"name": "dicehall", "value": meeting.tokens["Bob"], "url": server.address}
    plain.context.add_cookies([token])  # type: ignore[list-item]
    plain.goto(f"{server.address}/matches/{meeting.id}")
    ada = meeting.enter(new_page(), "Ada")
    expect(ada.locator(".presence")).to_contain_text("Bob is here.")


def test_a_computers_unstored_move_is_reported(tmp_path: Path, new_page: NewPage) -> None:
    server = Server(tmp_path)
    [writer] = writers_of(server.process.pid)
    before = resource.prlimit(writer, resource.RLIMIT_FSIZE)
    resource.prlimit(writer, resource.RLIMIT_FSIZE, (0, before[1]))  # as on a full disk
    page = new_page()
    lay_table(server, page, "knucklebones", DiceRolled((5,)), seats=("easy", ""))
    refusal = page.locator(".notices > .refusal")
    expect(refusal).to_have_text(
        "We can't save this match right now. It continues as soon as we can."
    )
    assert page.locator("#table.acting").count() == 0
    resource.prlimit(writer, resource.RLIMIT_FSIZE, before)
    page.wait_for_selector("#table.acting")
    expect(refusal).to_have_count(0)
    server.stop()
