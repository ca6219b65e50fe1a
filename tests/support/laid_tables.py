"""Matches with the positions that a test needs."""

import asyncio
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
from playwright.sync_api import Page

from dicehall.game import games
from dicehall.match.dice import rolling as dice
from dicehall.match.events import MatchEvent, MatchOpened, SeatTaken
from dicehall.players.characters import character
from support.places import FilePlace
from support.server import Server


def lay_table(
    server: Server,
    page: Page,
    game: str,
    *happened: MatchEvent,
    seats: tuple[str, ...] = ("",),
    own_dice: bool = False,
) -> str:
    """Store a match in which these events happened and open its page.

    Each seat is a computer player's level; the empty one belongs to the page's guest, Ada.
    """
    token = httpx.post(f"{server.address}/api/guests", timeout=120).json()["token"]
    names = [character(level).name if level else "Ada" for level in seats]
    holder = token.rpartition(".")[0]
    taken = [
        SeatTaken(seat, name, "" if level else holder, level)
        for seat, (name, level) in enumerate(zip(names, seats, strict=True))
    ]
    match_id = store_match(server, game, *taken, *happened, own_dice=own_dice)
    cookie = {"name": "dicehall", "value": token, "url": server.address}
    page.context.add_cookies([cookie])  # type: ignore[list-item]
    page.goto(f"{server.address}/matches/{match_id}")
    page.wait_for_load_state()
    return page.url


def lay_entries(server: Server, page: Page) -> Iterator[str]:
    """For each game, the tray in which the first roll of one's own dice is entered: empty, and with
    a die chosen if there are several."""
    for name, entry in games().items():
        seats = ("",) if 1 in entry.seats else ("", "easy")
        lay_table(server, page, name, seats=seats, own_dice=True)
        page.wait_for_selector("#entry")
        yield name
        if page.locator("#fell-0-2[type=radio]").count():
            page.locator("#fell-0-2").evaluate("one => (one.checked = true)")
            yield f"{name}, one die"


def store_match(server: Server, game: str, *happened: MatchEvent, own_dice: bool = False) -> str:
    """Store a match of these events and return its id."""
    secret, match_id = dice.new_server_seed(), dice.new_server_seed()[:32]
    seats = sum(isinstance(event, SeatTaken) for event in happened)
    promise = "" if own_dice else dice.commitment_of(secret)
    opened = MatchOpened(game, seats, {}, promise, time.time(), own_dice=own_dice)

    async def keep() -> None:
        store = await FilePlace(server.data).open()
        await store.open(match_id, secret, [opened, *happened])
        await store.close()

    with ThreadPoolExecutor(1) as thread:  # the browser's loop may be running in this thread
        thread.submit(asyncio.run, keep()).result()
    return match_id
