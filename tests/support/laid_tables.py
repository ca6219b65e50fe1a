"""Matches in which the dice lie as a test needs them."""

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
    """Open a match at which these things have happened; of its `seats`, each the level of a
    computer player, the empty one is that of the page's guest, who is called Ada."""
    token = httpx.post(f"{server.address}/api/guests").json()["token"]
    secret, match_id = dice.new_secret(), dice.new_secret()[:32]
    events: list[MatchEvent] = [
        MatchOpened(game, len(seats), {}, dice.promise(secret), time.time())
    ]
    for seat, level in enumerate(seats):
        name = character(level).name if level else "Ada"
        holder = "" if level else token.rpartition(".")[0]
        events.append(SeatTaken(seat, name, holder, level))

    async def keep() -> None:
        store = await FilePlace(server.data).open()
        await store.open(match_id, secret, [*events, *happened])
        await store.close()

    with ThreadPoolExecutor(1) as thread:  # the browser's loop may be running in this one
        thread.submit(asyncio.run, keep()).result()
    cookie = {"name": "dicehall", "value": token, "url": server.address}
    page.context.add_cookies([cookie])  # type: ignore[list-item]
    page.goto(f"{server.address}/matches/{match_id}")
    page.wait_for_load_state()
    return page.url
