"""A catalogue is all that a second language needs: pages and programs are answered in it."""

import asyncio
import html
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from dicehall.game import new_game
from dicehall.match.bus.protocol import MemoryBus
from dicehall.match.commands import TakeSeat
from dicehall.match.match import Match
from dicehall.match.service import Matches
from dicehall.match.store.sqlite import SqliteStore
from dicehall.web.app import create_app
from dicehall.web.edge.identity import Signer
from dicehall.web.edge.languages import tags
from dicehall.web.edge.limits import Limits
from support.catalogues import GERMAN, catalogue
from support.contests import ANN, BOB

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:litestar")

SIGNER = Signer(b"k" * 32)
NO_COLUMN = "'column 9'? Wähle eine Spalte von 1 bis 3"

Ask = Callable[..., Awaitable[httpx.Response]]


def in_german(folder: Path, use: Callable[[Ask, Matches, Match], Awaitable[None]]) -> None:
    """Use a server that speaks German, and in which Ann plays Bob."""

    async def run() -> None:
        matches = Matches(SqliteStore.at(folder / "matches.db"), MemoryBus())
        app = create_app(matches, SIGNER, asyncio.Event(), Limits())
        events: asyncio.Queue[Any] = asyncio.Queue()
        opened = asyncio.Event()

        async def hear(message: Any) -> None:
            opened.set()

        living = asyncio.ensure_future(app({"type": "lifespan", "state": {}}, events.get, hear))
        events.put_nowait({"type": "lifespan.startup"})
        await opened.wait()
        match = await matches.open(new_game("knucklebones"), [ANN, BOB])
        transport = httpx.ASGITransport(app=app)  # type: ignore[arg-type]

        async def ask(
            method: str,
            path: str,
            guest: Any,
            accepted: str = "de-AT,en;q=0.5",
            cookie: str = "",
            **more: Any,
        ) -> httpx.Response:
            headers = {
                "cookie": cookie,
                "accept-language": accepted,
                "authorization": f"Bearer {SIGNER.sign(guest)}",
            }
            async with httpx.AsyncClient(transport=transport, base_url="http://house") as client:
                return await client.request(method, path, headers=headers, **more)

        try:
            await use(ask, matches, match)
        finally:
            events.put_nowait({"type": "lifespan.shutdown"})
            await living

    with (
        catalogue(folder / "locale", "de", GERMAN),
        ThreadPoolExecutor(1) as thread,  # the browser's loop may be running in this one
    ):
        thread.submit(asyncio.run, run()).result()


def test_pages_refuse_in_the_language_of_the_reader(tmp_path: Path) -> None:
    async def use(ask: Ask, matches: Matches, match: Match) -> None:
        there = f"/matches/{match.id}"
        move = {"spelled": "column 9", "version": str(match.version)}

        async def shown(method: str, path: str, guest: Any, **more: Any) -> str:
            answer = await ask(method, path, guest, **more)
            assert answer.status_code >= 400
            return html.unescape(answer.text)

        page = await shown("POST", f"{there}/moves", ANN.holder, data=move)
        assert NO_COLUMN in page
        assert '<html lang="de"' in page
        assert "Du sitzt hier nicht" in await shown("POST", f"{there}/moves", "eve", data=move)
        assert "Sekunden Geduld" in await shown("POST", f"{there}/claim", BOB.holder)
        form = {"name": "Ann", "curve": "steep"}
        nested = await shown("POST", "/new/sparkle", "ann", data=form)
        assert "Curve: classic oder gentle, nicht 'steep'" in nested
        assert "So eine Partie gibt es nicht" in await shown("GET", "/matches/nowhere", "ann")

    in_german(tmp_path, use)


def test_programs_are_refused_in_the_language_that_they_ask_for(tmp_path: Path) -> None:
    async def use(ask: Ask, matches: Matches, match: Match) -> None:
        there = f"/api/matches/{match.id}"

        async def refusal(path: str, guest: Any, **more: Any) -> tuple[str, str]:
            data = (await ask("POST", path, guest, **more)).json()
            return data["code"], data["reason"]

        move = {"move": "column 9", "version": match.version}
        illegal = await refusal(f"{there}/moves", ANN.holder, json=move)
        assert illegal == ("illegal-move", NO_COLUMN)
        for accepted in ("en", "fr", "", "*", "de;q=0", "de;q=0.3,en;q=0.4", "de;q=;;"):
            english = await refusal(f"{there}/moves", ANN.holder, accepted=accepted, json=move)
            assert english[1] == "'column 9' is not a move: choose a column from 1 to 3", accepted
        foreign = await refusal(f"{there}/moves", "eve", json=move)
        assert foreign == ("not-your-seat", "du sitzt hier nicht")
        code, reason = await refusal(f"{there}/claim", BOB.holder)
        assert code == "nothing-to-claim"
        assert reason.startswith("noch 1")
        assert reason.endswith(" Sekunden Geduld")
        table = {"game": "sparkle", "name": "Ann", "opponent": "alone"}
        nested = await refusal("/api/matches", "ann", json={**table, "options": {"curve": "steep"}})
        assert nested == ("bad-option", "curve: classic oder gentle, nicht 'steep'")

    in_german(tmp_path, use)


def test_a_table_is_kept_once_for_each_language(tmp_path: Path) -> None:
    async def use(ask: Ask, matches: Matches, match: Match) -> None:
        hexes = await matches.open(new_game("pocket-hexes"), [TakeSeat(0, "Ann", "ann")])
        there = f"/matches/{hexes.id}"
        for accepted, why in [("de", "lege erst noch 3"), ("en", "place 3 more"), ("de", "lege")]:
            page = (await ask("GET", there, "ann", accepted)).text
            assert why in page.replace("Place", "place").replace("Lege", "lege")

    in_german(tmp_path, use)


def test_the_chosen_language_comes_before_the_browsers(tmp_path: Path) -> None:
    async def use(ask: Ask, matches: Matches, match: Match) -> None:
        async def language(accepted: str, cookie: str) -> str:
            page = await ask("GET", "/settings", "ann", accepted, cookie=f"preferences={cookie}")
            return page.text.partition('<html lang="')[2][:2]

        assert await language("de", "") == "de"
        assert await language("de", "language=en&theme=dark") == "en"
        assert await language("en", "theme=dark&language=de") == "de"
        for nonsense in ("language=tlh", "language=", "language=de%00", "languagede"):
            assert await language("de", nonsense) == "de"
            assert await language("en", nonsense) == "en"

    in_german(tmp_path, use)


def test_the_switch_leads_back_to_where_the_guest_was(tmp_path: Path) -> None:
    async def use(ask: Ask, matches: Matches, match: Match) -> None:
        async def chosen(**form: str) -> tuple[str, str]:
            answer = await ask("POST", "/language", "ann", data=form)
            assert answer.status_code == 303
            return answer.headers["location"], answer.headers["set-cookie"]

        there, cookie = await chosen(language="de", back="/history?game=fune")
        assert there == "/history?game=fune"
        assert "language%3Dde" in cookie or "language=de" in cookie
        there, cookie = await chosen(language="tlh", back="//elsewhere.example")
        assert there == "/"
        assert "language" not in cookie
        page = (await ask("GET", "/history?game=fune", "ann")).text
        assert 'name="back" value="/history?game=fune"' in page

    in_german(tmp_path, use)


@pytest.mark.parametrize(
    ("accepted", "wanted"),
    [
        (b"", []),
        (b"de", ["de"]),
        (b"en;q=0.8,de-CH , fr ; q=0.9", ["de-CH", "fr", "en"]),
        (b"en;q=0, *;q=0.1", []),
        (b"de;q=2,en;q=1.0000,;,\xff,fr;q=nan", []),
    ],
)
def test_accept_language_is_ranked(accepted: bytes, wanted: list[str]) -> None:
    assert tags(accepted) == wanted
