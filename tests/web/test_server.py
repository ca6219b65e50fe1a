"""The code shared by the routes, on a separate store."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import event

from dicehall.game import new_game
from dicehall.match.bus.protocol import MemoryBus
from dicehall.match.commands import TakeSeat
from dicehall.match.events import MatchEnded, MatchOpened, SeatTaken
from dicehall.match.service import Matches
from dicehall.match.store.sqlite import SqliteStore
from dicehall.web.app import create_app
from dicehall.web.edge.identity import Signer
from dicehall.web.edge.limits import Limits
from dicehall.web.server import WebServer


def test_a_solo_player_sees_their_best_score(tmp_path: Path) -> None:
    async def check() -> tuple[str, str]:
        store = SqliteStore.at(tmp_path / "dicehall.db")
        gentle = {"curve": "gentle"}
        ended = ((70, "ada", {}), (315, "ada", {}), (500, "ada", gentle), (900, "bob", {}))
        for score, holder, options in ended:
            events = [
                MatchOpened("sparkle", 1, options, promise="", at=1.0),
                SeatTaken(0, holder, holder),
                MatchEnded((score,), (0,), secret="", at=2.0),
            ]
            await store.open(f"{holder}-{score}", "", events)
        matches = Matches(store, MemoryBus())
        match = await matches.open(new_game("sparkle"), [TakeSeat(0, "Ada", "ada")])
        service = WebServer(matches, Signer(b"key"), asyncio.Event())
        shown = await service.fragment(match, "ada"), await service.fragment(match, "bob")
        await matches.close()
        return shown

    with ThreadPoolExecutor(1) as thread:  # the browser's loop may be running in this one
        own, watched = thread.submit(asyncio.run, check()).result()
    assert "best 315" in own
    assert "best" not in watched


def test_scores_against_an_opponent_are_not_solo_bests(tmp_path: Path) -> None:
    async def check() -> int | None:
        store = SqliteStore.at(tmp_path / "dicehall.db")
        ada, bob = SeatTaken(0, "Ada", "ada"), SeatTaken(1, "Bob", "bob")
        one = MatchOpened("fune", 1, {}, promise="", at=1.0)
        two = MatchOpened("fune", 2, {}, promise="", at=1.0)
        await store.open("alone", "", [one, ada, MatchEnded((120,), (0,), secret="", at=2.0)])
        await store.open("two", "", [two, ada, bob, MatchEnded((300, 9), (0,), secret="", at=2.0)])
        matches = Matches(store, MemoryBus())
        match = await matches.open(new_game("fune", 1), [TakeSeat(0, "Ada", "ada")])
        best = await WebServer(matches, Signer(b"key"), asyncio.Event()).best_score(match, "ada")
        await matches.close()
        return best

    with ThreadPoolExecutor(1) as thread:  # the browser's loop may be running in this one
        assert thread.submit(asyncio.run, check()).result() == 120


def test_the_hall_asks_as_many_questions_for_one_match_as_for_fifty(tmp_path: Path) -> None:
    async def count_statements(unfinished: int) -> int:
        store = SqliteStore.at(tmp_path / f"{unfinished}.db")
        seats = [SeatTaken(0, "Ada", "ada"), SeatTaken(1, "Bob", "bob")]
        for number in range(unfinished):
            opened = MatchOpened("knucklebones", 2, {}, promise="", at=1.0)
            await store.open(f"m{number}", "", [opened, *seats])
        statements: list[str] = []
        event.listen(
            store.engine, "before_cursor_execute", lambda *told: statements.append(told[2])
        )
        matches, signer = Matches(store, MemoryBus()), Signer(b"k" * 32)
        app = create_app(matches, signer, asyncio.Event(), Limits())
        transport = httpx.ASGITransport(app=app)  # type: ignore[arg-type]
        headers = {"authorization": f"Bearer {signer.sign('ada')}"}
        events: asyncio.Queue[Any] = asyncio.Queue()
        opened_doors = asyncio.Event()

        async def hear(message: Any) -> None:
            opened_doors.set()

        living = asyncio.ensure_future(app({"type": "lifespan", "state": {}}, events.get, hear))
        events.put_nowait({"type": "lifespan.startup"})
        await opened_doors.wait()
        statements.clear()
        async with httpx.AsyncClient(transport=transport, base_url="http://house") as client:
            hall = await client.get("/", headers=headers)
        # The host's edits and the seeds of days are looked for, and written, in the background.
        asked = sum(
            bool(re.match(r"SELECT (?!.*\b(edits|days)\b)", one, re.DOTALL)) for one in statements
        )
        assert hall.text.count('href="/matches/m') == min(
            unfinished, 20
        )  # the rest is in the history
        events.put_nowait({"type": "lifespan.shutdown"})
        await living
        return asked

    with ThreadPoolExecutor(1) as thread:  # the browser's loop may be running in this one
        few, many = (thread.submit(asyncio.run, count_statements(n)).result() for n in (1, 50))
    assert few == many > 0
