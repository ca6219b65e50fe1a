"""A tour of the site: all pages, and tables from the first turn to the review."""

import re
import time
from collections.abc import Iterator
from random import Random

import httpx
from playwright.sync_api import Page

from dicehall.game import games
from dicehall.match.dice.days import day_at
from support.server import Server
from support.tables import become_another_guest

PAGES = ["/", "/scores", "/scores?whose=mine", "/settings", "/lobby", "/join"]
PAGES += ["/today", f"/today/{day_at(time.time())}/knuckles"]
PAGES += [
    "/history",
    "/history?game=fune&result=lost",
    "/you",
    "/you/ladder",
    "/you/delete",
    "/api/docs",
]
PAGES += [f"/{kind}/{game}" for kind in ("new", "rules") for game in games()]
ANALYSES = [
    "/analysis/fune?seats=2&line=roll+6+6+6+2+2,0+keep+1+2+3,roll+1+2&at=1&also=1:0+score+choice",
    "/analysis/fune?edit=",
    "/analysis/sparkle?curve=gentle&edit=",
    "/analysis/pocket-hexes?line=roll+1+2+3+4+5+20,0+place+d20+e6",
    "/analysis/pocket-hexes?edit=",
    "/analysis/knucklebones?position=111.222.333-44.55.66-_-1&line=roll+3&seat=1",
    "/analysis/knuckles?position=53._._-5._._-4-0",
]
"""The analysis board: with variations, while a position is set up, from the side of the second
seat, and with the reason why a position is impossible."""
PAGES += ANALYSES
PAGES += ["/puzzles", *(f"/puzzles/{game}/1" for game in games())]
REFUSALS = ["/nowhere", "/matches/nowhere", "/rules/chess", "/join?code=nothing"]
REFUSALS += ["/history?page=x", "/device/x", "/new/chess", "/puzzles/chess"]
REVIEWED = "knucklebones"
"""Games whose review needs no tablebase."""
PATIENCE_SECONDS = 120


def walk_pages(page: Page, server: Server) -> Iterator[str]:
    """Every page that needs no match, and pages with refusals."""
    for path in (*PAGES, *REFUSALS):
        page.goto(f"{server.address}{path}")
        wait_for_local_times(page)
        yield path


def wait_for_local_times(page: Page) -> None:
    """A script that loads after the page turns its times from UTC into local ones."""
    page.wait_for_function(
        "() => [...document.querySelectorAll('time[data-local]')]"
        ".every(({ textContent }) => !textContent.includes('UTC'))"
    )


def walk_tables(page: Page, server: Server, game: str) -> Iterator[str]:
    """A game's table at its first turn, in mid-game and at its end."""
    become_another_guest(page)
    entry = games()[game]
    opponent = "easy" if 2 in entry.seats else "alone"
    page.goto(f"{server.address}/new/{game}")
    choice = page.locator(f'[name=opponent][value="{opponent}"]')
    if choice.get_attribute("type") == "radio":
        choice.check()
    page.click(".setting button.main")
    page.wait_for_selector("#table[data-running]")
    page.wait_for_load_state()  # or it would be measured before its styles are there
    yield "first"
    with as_guest(page, server) as guest:
        for moment, moves in (("middle", 5), ("end", 400)):
            play_on(guest, page.url, moves)
            page.goto(page.url)
            if moment == "end":
                page.wait_for_selector(".result")
            yield moment
    table = page.url
    page.goto(f"{server.address}/history")
    wait_for_local_times(page)
    yield "kept"
    for what in ("replay", "dice", *(["review"] if game == REVIEWED else [])):
        page.goto(f"{table}/{what}")
        if what == "review":
            page.wait_for_selector("#course")
        yield what


def walk_invitation(page: Page, friend: Page, server: Server) -> Iterator[tuple[str, Page]]:
    """Two guests meet: the invitation from both sides, the lobby, and their table."""
    page.goto(f"{server.address}/new/knuckles")
    page.check('[name=opponent][value="open"]')
    page.check('[name=begins][value="first"]')
    page.click(".setting button.main")
    page.wait_for_selector(".code")
    yield "waiting", page
    friend.goto(f"{server.address}/lobby")
    yield "lobby", friend
    friend.goto(page.url)
    yield "invited", friend
    friend.click(".joining button.main")
    for one in (page, friend):
        one.wait_for_selector("#table[data-running]")
        yield "met", one


def as_guest(page: Page, server: Server) -> httpx.Client:
    """A client with the identity of a page's guest."""
    cookies = {one["name"]: one["value"] for one in page.context.cookies()}
    return httpx.Client(
        base_url=server.address, cookies={"dicehall": cookies["dicehall"]}, timeout=PATIENCE_SECONDS
    )


def play_on(guest: httpx.Client, address: str, most: int) -> None:
    """Play a number of legal moves for the guest, or fewer if the match ends."""
    found = re.search(r"/matches/([^/?]+)", address)
    assert found
    choice = Random(7)
    match = guest.get(f"/api/matches/{found[1]}").json()
    while most and not match["over"]:
        if not match["seats"][match["turn"]["seat"]]["yours"]:
            time.sleep(0.05)  # the computer is quick
            match = guest.get(f"/api/matches/{found[1]}").json()
            continue
        move = choice.choice(match["turn"]["moves"])
        sent = {"move": move, "version": match["version"]}
        match = guest.post(f"/api/matches/{found[1]}/moves", json=sent).json()
        most -= 1
