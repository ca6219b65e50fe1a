"""Measures the processor time of a guest's own page in a store of 100,000 matches.

    python -m research.your_page EMPTY_DATABASE --own 2000

The database is a new file, or the URL of an empty PostgreSQL database.
"""

import argparse
import asyncio
import time
from pathlib import Path
from random import Random
from statistics import median

from sqlalchemy import insert

from dicehall.game import games
from dicehall.match.store.figures import PlayedSeat, played_seats
from dicehall.match.store.postgres import PostgresStore
from dicehall.match.store.protocol import Change, Store
from dicehall.match.store.schema import matches, seats
from dicehall.match.store.sqlite import SqliteStore
from dicehall.web.figures import GuestFigures, day_of
from dicehall.web.views.render import render
from dicehall.web.views.your_page import your_page

AT_ONCE = 1000
GUEST = "guest-measured"
MATCH, SEAT = insert(matches), insert(seats)
NOW = 1_800_000_000.0


async def fill(store: Store, count: int, own: int) -> None:
    """Store finished matches, of which the guest has `own`."""
    random, changes = Random(5), list[Change]()
    for number in range(count):
        changes += _match(number, GUEST if number < own else f"guest-{number % 3000}", random)
        if number % AT_ONCE == AT_ONCE - 1:
            await store.change(changes)
            changes.clear()


def _match(number: int, holder: str, random: Random) -> list[Change]:
    entry = list(games().values())[number % len(games())]
    ended = NOW - random.random() * 700 * 86_400
    row = {"game": entry.name, "opened_at": ended - 300, "ended_at": ended, "secret": ""}
    row |= {"id": f"m{number}", "variant": entry.variants[0]}
    score, other = random.randrange(20, 260), random.randrange(20, 260)
    duel = entry.seats[0] == 2
    own = {"match_id": f"m{number}", "seat": 0, "holder": holder, "name": "Ada", "level": ""}
    own |= {"score": score, "won": not duel or score >= other, "ended_at": ended}
    own |= {"luck": random.gauss(0, 0.5), "spread": 0.25, "cost": 0.1, "milestones": ""}
    found: list[Change] = [(MATCH, row), (SEAT, own)]
    if duel:
        mate = {"match_id": f"m{number}", "seat": 1, "holder": "", "name": "", "level": "hard"}
        found.append((SEAT, mate | {"score": other, "won": other >= score}))
    return found


async def draw(store: Store, game: str) -> int:
    """Draw the page once, as the route does; returns its length without the frame."""
    rows = await store.ask(played_seats(GUEST, game=game))
    found = GuestFigures(tuple(PlayedSeat(*row) for row in reversed(rows)))
    view = your_page(found, day_of(NOW))
    parts = {"preferences": _NOTHING, "language": "en", "path": "/you", "come_back": ""}
    shown = {"view": view, "game": game, "period": "", "most": 0, "face": "cat"}
    return len(render("your_page.html", **parts, **shown, single_guest=False))


class _Nothing:
    """Preferences of a guest who has set none."""

    def __getattr__(self, name: str) -> str:
        return ""


_NOTHING = _Nothing()


async def measure(where: str, count: int, own: int, times: int) -> None:
    url = "://" in where
    store: Store = await PostgresStore.at(where) if url else SqliteStore.at(Path(where))
    try:
        await fill(store, count, own)
        for game in ("", "fune"):
            taken = []
            for _ in range(times):
                started = time.process_time()
                length = await draw(store, game)
                taken.append(time.process_time() - started)
            milliseconds = 1000 * median(taken)
            print(f"{game or 'all games'}: {milliseconds:.0f} ms, {length} characters")
    finally:
        await store.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("database")
    parser.add_argument("--matches", type=int, default=100_000)
    parser.add_argument("--own", type=int, default=2_000)
    parser.add_argument("--times", type=int, default=9)
    asked = parser.parse_args()
    asyncio.run(measure(asked.database, asked.matches, asked.own, asked.times))


if __name__ == "__main__":
    main()
