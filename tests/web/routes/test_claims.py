"""A seat left alone is lost in the end, one that merely lost its connection is not."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from playwright.sync_api import Page, expect

from dicehall.game import Chance, new_game
from dicehall.match.dice import rolling as dice
from dicehall.match.events import DiceRolled, MatchEvent, MatchOpened, Nudged, SeatTaken, WinClaimed
from nodes.node import Node
from support.browser import NewPage
from support.places import FilePlace, Place
from support.server import Server
from support.tables import version

LONG_AGO = 1000.0
CLAIM = "button:text-is('Claim the win')"


def nudged() -> Nudged:
    """Bob has just nudged Ada, and may claim the win next."""
    return Nudged(1, time.time())


class Meeting:
    """Ada, who is to move, and Bob, who has waited for this many seconds."""

    def __init__(
        self,
        server: Server | Node,
        waited: float,
        *more: MatchEvent,
        clock: int = 0,
        game: str = "knucklebones",
        place: Place | None = None,
    ) -> None:
        self.server = server
        if place is None:
            assert isinstance(server, Server)
            place = FilePlace(server.data)
        self.place = place
        self.id = dice.new_server_seed()[:32]
        tokens = [
            httpx.post(f"{server.address}/api/guests", timeout=120).json()["token"]
            for _ in range(2)
        ]
        self.tokens = dict(zip(("Ada", "Bob"), tokens, strict=True))
        holders = [token.rpartition(".")[0] for token in tokens]
        secret, then = dice.new_server_seed(), time.time() - waited
        rules = new_game(game, 2)
        asked = rules.turn(rules.start())
        assert isinstance(asked, Chance)
        events: list[MatchEvent] = [
            MatchOpened(game, 2, {}, dice.commitment_of(secret), then, clock=clock),
            SeatTaken(0, "Ada", holders[0]),
            SeatTaken(1, "Bob", holders[1], at=then),
            DiceRolled(dice.throw(secret, self.id, ("", ""), 0, asked.dice)),
            *more,
        ]
        with ThreadPoolExecutor(1) as thread:  # the browser's loop may be running in this one
            thread.submit(asyncio.run, self._keep(secret, events)).result()

    async def _keep(self, secret: str, events: list[MatchEvent]) -> None:
        store = await self.place.open()
        await store.open(self.id, secret, events)
        await store.close()

    def enter(self, page: Page, who: str, server: Server | Node | None = None) -> Page:
        """The table as one of the two sees it, perhaps at another node."""
        address = (server or self.server).address
        cookie = {"name": "dicehall", "value": self.tokens[who], "url": address}
        page.context.add_cookies([cookie])  # type: ignore[list-item]
        page.goto(f"{address}/matches/{self.id}")
        page.wait_for_selector("html[data-ready]")
        return page


def test_an_open_page_answers_for_its_player(server: Server, new_page: NewPage) -> None:
    meeting = Meeting(server, LONG_AGO, nudged())
    ada, bob = meeting.enter(new_page(), "Ada"), meeting.enter(new_page(), "Bob")
    before = int(version(bob))
    bob.click(CLAIM)
    for page in (ada, bob):  # the claim and its answer
        page.wait_for_selector(f'#table[data-version="{before + 2}"]')
        assert page.locator("#table[data-running]").count() == 1
    expect(bob.locator(CLAIM)).to_be_hidden()
    ada.locator("button.column").first.click()
    bob.wait_for_selector("#table.acting")


def test_a_player_reconnects_and_continues(server: Server, new_page: NewPage) -> None:
    meeting = Meeting(server, LONG_AGO, nudged())
    ada, bob = meeting.enter(new_page(), "Ada"), meeting.enter(new_page(), "Bob")
    ada.context.set_offline(True)
    expect(ada.locator("#offline")).to_be_visible()
    ada.locator("button.column").first.click()  # made before the claim, and it counts
    bob.click(CLAIM)
    expect(bob.locator(".claimed")).to_contain_text("Ada has to answer, or Bob wins.")
    ada.context.set_offline(False)
    bob.wait_for_selector("#table.acting")
    assert ada.locator("#table[data-running]").count() == 1


def test_without_a_script_one_answers_by_hand(server: Server, new_page: NewPage) -> None:
    meeting = Meeting(server, LONG_AGO, nudged())
    bob = meeting.enter(new_page(), "Bob")
    bob.click(CLAIM)
    expect(bob.locator(".claimed strong")).not_to_be_empty()
    ada = new_page(java_script_enabled=False)
    ada.context.add_cookies(
        [{"name": "dicehall", "value": meeting.tokens["Ada"], "url": server.address}]
    )
    ada.goto(bob.url)
    expect(ada.locator(".notices")).to_contain_text("Bob claims the win")
    ada.click("text=I'm here")
    expect(bob.locator(".claimed")).to_have_count(0)


@pytest.mark.parametrize("who", ["Bob", "nobody"])
def test_an_absent_player_loses_when_the_claim_runs_out(
    server: Server, new_page: NewPage, who: str
) -> None:
    meeting = Meeting(server, LONG_AGO, WinClaimed(1, time.time() + 3))
    page = new_page()
    if who == "nobody":
        page.goto(f"{server.address}/matches/{meeting.id}")
    else:
        meeting.enter(page, who)
    expect(page.locator(".result h2")).to_have_text("You win!" if who == "Bob" else "Bob wins.")
    expect(page.locator(".result .reason")).to_have_text("Ada left the table.")


def test_an_early_claim_is_refused(server: Server, new_page: NewPage) -> None:
    meeting = Meeting(server, waited=10)
    bob = meeting.enter(new_page(), "Bob")
    bob.evaluate("document.querySelector('.claim[action$=claim]').requestSubmit()")
    expect(bob.locator("[role=alert]")).to_contain_text("still has time")


def test_time_runs_out_for_an_open_page_too(server: Server, new_page: NewPage) -> None:
    meeting = Meeting(server, waited=27, clock=30)
    ada, bob = meeting.enter(new_page(), "Ada"), meeting.enter(new_page(), "Bob")
    expect(ada.locator(".result h2")).to_have_text("You ran out of time.")
    expect(ada.locator(".result .reason")).to_have_text("Bob wins.")
    expect(bob.locator(".result h2")).to_have_text("You win!")
    expect(bob.locator(".result .reason")).to_have_text("Ada ran out of time.")
