"""Measures how long a player waits: from sending a move to the next decision, by kind of move.

    PYTHONPATH=src:scripts python -m pictures.waits [GAME ...] [--speeds normal,quick]

Plays matches in a real browser whose clocks run at a quarter of their speed (`slow_time.py`), so
the figures are the choreography's own and hardly depend on how busy the machine is.
"""

import argparse
from collections import defaultdict
from itertools import product
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

import httpx
from playwright.sync_api import Browser, Page

from dicehall.game import games
from pictures import slow_time
from pictures.browser import Size, launched, window
from pictures.moving import steps
from pictures.playing import choose
from pictures.server import Server, opened, visit

RATE = 0.25
"""Of the page's time to ours."""
SPEEDS = "calm,normal,quick"
MOVES = 8
SENT = "addEventListener('submit', () => (window.sent = performance.now()), true)"
DECIDES = """
() => !document.querySelector("[data-playing], [aria-busy=true]")
  && document.querySelector("#table.acting, #result") && [sent, performance.now()]
"""


def main() -> None:
    wishes = _read_wishes()
    with (
        TemporaryDirectory() as folder,
        opened(Path(folder), wishes.pace / RATE) as address,
        launched() as browser,
    ):
        for game, speed in product(wishes.games or games(), wishes.speeds.split(",")):
            for opponent in ("easy", "people") if 2 in games()[game].seats else ("alone",):
                waits = _measure(browser, visit(address), game, speed, opponent)
                for verb, times in waits.items():
                    figures = f"{median(times):6.0f} {max(times):6.0f} ms of {len(times)}"
                    print(f"{game:13} {speed:7} {opponent:7} {verb:8}{figures}", flush=True)


def _measure(
    browser: Browser, server: Server, game: str, speed: str, opponent: str
) -> dict[str, list[float]]:
    """The waits after each kind of move, in milliseconds of the page."""
    waits: dict[str, list[float]] = defaultdict(list)
    random = Random(game)
    size = Size(1280, 800)
    with server.client() as client, window(browser, server, size, "dark", moving=True) as page:
        slow_time.prepare(page)
        page.add_init_script(SENT)
        page.context.add_cookies([_speed_cookie(server, speed)])  # type: ignore[list-item]
        match_id = _open(client, game, opponent)
        page.goto(f"{server.address}/matches/{match_id}")
        page.wait_for_selector("html[data-ready]", state="attached")
        page.wait_for_function(slow_time.AT_REST)
        tools = page.context.new_cdp_session(page)
        tools.send("Animation.enable")
        slow_time.set_rate(page, tools, RATE)
        for _ in range(MOVES):
            match = client.get(f"/api/matches/{match_id}").json()
            if match["over"]:
                break
            move = choose(match, random)
            _make(page, move)
            sent, decided = page.wait_for_function(DECIDES).json_value()
            waits[move.split()[0]].append(decided - sent)
    return waits


def _make(page: Page, move: str) -> None:
    for _step in steps(page, move):
        page.wait_for_timeout(40)


def _open(client: httpx.Client, game: str, opponent: str) -> str:
    wishes = {"game": game, "name": "Ada", "opponent": opponent, "begins": "first"}
    answer = client.post("/api/matches", json=wishes)
    answer.raise_for_status()
    return str(answer.json()["id"])


def _speed_cookie(server: Server, speed: str) -> dict[str, str]:
    return {"name": "preferences", "value": f"speed={speed}", "url": server.address}


def _read_wishes() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="pictures.waits", description=__doc__)
    parser.add_argument("games", metavar="GAME", nargs="*")
    parser.add_argument("--speeds", default=SPEEDS)
    parser.add_argument("--pace", type=float, default=0.4, help="seconds per computer move")
    return parser.parse_args()


if __name__ == "__main__":
    main()
