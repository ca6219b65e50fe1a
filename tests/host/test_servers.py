"""Two tabs, stale tabs, and a server that is stopped, killed and opened again in the middle."""

import os
import random
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from dicehall.game.records import read
from support.browser import NewPage
from support.clients import open_match, play, program, see
from support.contests import writers_of
from support.server import Server
from support.tables import sit_down, step, version

KILLS = int(os.environ.get("DICEHALL_KILLS", "8"))
PEOPLE = {"name": "Ada", "other": "Bob", "begins": "first"}


def click(page: Page) -> None:
    page.locator("button.column").first.click()


def test_two_tabs_show_one_match(server: Server, page: Page) -> None:
    sit_down(page, server.address, "knucklebones", "people", **PEOPLE)
    other = page.context.new_page()
    other.goto(page.url)
    for mover, watcher in ((page, other), (other, page), (page, other)):
        step(mover, click)
        expect(watcher.locator("#table")).to_have_attribute("data-version", version(mover))
    boards = [tab.locator("#table .slots").all_text_contents() for tab in (page, other)]
    assert boards[0] == boards[1]


def test_a_stale_tab_is_refused_and_updated(server: Server, new_page: NewPage) -> None:
    plain = new_page(java_script_enabled=False)
    sit_down(plain, server.address, "knucklebones", "people", **PEOPLE)
    stale = plain.context.new_page()
    stale.goto(plain.url)
    step(plain, click)
    stale.locator("button.column").last.click()
    expect(stale.locator("[role=alert]")).to_contain_text("The match has moved on")
    assert version(stale) == version(plain)


def test_a_double_click_moves_once(server: Server, page: Page) -> None:
    sit_down(page, server.address, "knucklebones", "people", **PEOPLE)
    before = int(version(page))
    page.locator("button.column").first.dblclick()
    page.wait_for_selector(f'#table[data-version="{before + 2}"]')
    expect(page.locator("#table")).to_have_attribute("data-version", str(before + 2))
    assert page.locator("[role=alert]").count() == 0


@pytest.mark.soak
def test_kills_at_random_moments_lose_no_acknowledged_move(tmp_path: Path) -> None:
    chance = random.Random(5)
    server = Server(tmp_path)
    acknowledged: dict[str, list[str]] = {}
    try:
        with program(server) as client:
            match = open_match(client, "fune", "alone")
            for _ in range(KILLS):
                match = see(client, match)
                for _ in range(chance.randrange(1, 6)):
                    if match["over"]:
                        match = open_match(client, "fune", "alone")
                    match = play(client, match, chance.choice(match["turn"]["moves"])).json()
                    acknowledged[match["id"]] = match["log"]
                server.kill()
                server.start()
            for match_id, log in acknowledged.items():
                kept = client.get(f"/matches/{match_id}/record").text
                record, _ = read(kept)
                assert see(client, {"id": match_id})["log"][: len(log)] == log
                assert record.notes["match"] == match_id
    finally:
        server.stop()


@pytest.mark.soak
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="children are found in /proc")
def test_killing_the_writer_loses_no_move(tmp_path: Path) -> None:
    server = Server(tmp_path)
    over = threading.Event()

    def acknowledged(ask: Callable[[], httpx.Response]) -> dict[str, Any]:
        """The final response: without a writer, the server says so."""
        while (answer := ask()).status_code == 503:
            assert answer.json()["code"] == "store-unreachable"
        assert answer.status_code == 201, answer.text
        match: dict[str, Any] = answer.json()
        return match

    def play_on(client: httpx.Client) -> dict[str, list[str]]:
        """Play one match after another; the moves of each that were acknowledged."""
        table = {"game": "fune", "name": "Ada", "opponent": "people", "other": "Bob"}
        played: dict[str, list[str]] = {}
        while not over.is_set():
            match = acknowledged(partial(client.post, "/api/matches", json=table))
            moves = played[match["id"]] = []
            while not over.is_set() and not match["over"]:
                seat, move = match["turn"]["seat"], match["turn"]["moves"][-1]
                match = acknowledged(partial(play, client, match, move))
                moves.append(f"{seat} {move}")
        return played

    try:
        with ExitStack() as stack:
            clients = [stack.enter_context(program(server)) for _ in range(4)]
            players = stack.enter_context(ThreadPoolExecutor(4))
            stack.callback(over.set)
            playing = [players.submit(play_on, client) for client in clients]
            killed: set[int] = set()
            while len(killed) < KILLS and not any(one.done() for one in playing):
                time.sleep(random.uniform(0, 0.1))
                for writer in writers_of(server.process.pid):
                    os.kill(writer, signal.SIGKILL)
                    killed.add(writer)
            over.set()
            for client, played in zip(clients, playing, strict=True):
                for match_id, moves in played.result().items():
                    log = see(client, {"id": match_id})["log"]
                    assert [line for line in log if not line.startswith("roll")] == moves
                    read(client.get(f"/matches/{match_id}/record").text)
    finally:
        server.stop()
