"""Matches with the positions that a test needs."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor

import httpx
from playwright.sync_api import Page

from dicehall.match.dice import rolling as dice
from dicehall.match.events import MatchEvent, MatchOpened, SeatTaken
from dicehall.players.characters import character
from support.places import FilePlace
from support.server import Server


def lay_table(
    server: Server, page: Page, game: str, *happened: MatchEvent, seats: tuple[str, ...] = ("",)
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
    match_id = store_match(server, game, *taken, *happened)
    cookie = {"name": "dicehall", "value": token, "url": server.address}
    page.context.add_cookies([cookie])  # type: ignore[list-item]
    page.goto(f"{server.address}/matches/{match_id}")
    page.wait_for_load_state()
    return page.url


def store_match(server: Server, game: str, *happened: MatchEvent) -> str:
    """Store a match of these events and return its id."""
    secret, match_id = dice.new_server_seed(), dice.new_server_seed()[:32]
    seats = sum(isinstance(event, SeatTaken) for event in happened)
    opened = MatchOpened(game, seats, {}, dice.commitment_of(secret), time.time())

    async def keep() -> None:
        store = await FilePlace(server.data).open()
        await store.open(match_id, secret, [opened, *happened])
        await store.close()

    with ThreadPoolExecutor(1) as thread:  # the browser's loop may be running in this thread
        thread.submit(asyncio.run, keep()).result()
    return match_id
