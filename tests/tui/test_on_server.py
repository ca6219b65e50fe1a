"""A match with a friend on a real server, played from the terminal."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from dicehall.client import AsyncClient, AsyncTable, Client, State, asynchronous
from dicehall.game.records import spell
from dicehall.match.administration import Administration
from dicehall.tui.app import DicehallApp
from dicehall.tui.preferences import load_preferences
from dicehall.tui.screens.friend import FriendScreen
from dicehall.tui.screens.menu import MenuScreen
from dicehall.tui.screens.replay import ReplayScreen
from dicehall.tui.screens.table import GiveUpScreen, TableScreen
from dicehall.tui.sources.server import ServerRequest, ServerSource, TableTaken, sit_down
from support.bots import play_last
from support.places import FilePlace
from support.server import Server
from support.terminal_app import table, terminal_app

PATIENCE_S = 120
GONE = "No connection; retrying …"


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asynchronous, "FIRST_PAUSE_SECONDS", 0.01)


@asynccontextmanager
async def running(
    data: Path, request: ServerRequest | None = None, coach: bool = False
) -> AsyncIterator[tuple[DicehallApp, Pilot[None]]]:
    preferences = replace(load_preferences(data), motion=False, coach=coach)
    app = terminal_app(data, preferences=preferences, request=request)
    async with app.run_test(size=(80, 24)) as pilot:
        yield app, pilot


async def until(pilot: Pilot[None], happened: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not happened():
            await pilot.pause(0.01)


def sits(app: DicehallApp) -> bool:
    return isinstance(app.screen, TableScreen) and shown(app, "#prompt") != ""


def source_of(app: DicehallApp) -> ServerSource:
    source = table(app).source
    assert isinstance(source, ServerSource)
    return source


def shown(app: DicehallApp, place: str) -> str:
    return "".join(str(part.content) for part in app.screen.query(place).results(Static))


def bot_joins(server: Server, code: str) -> State:
    with Client(server.address) as client:
        return client.join(code=code, name="Bob").play(play_last)


async def play_on(app: DicehallApp, pilot: Pilot[None], moves: int = 1000) -> None:
    """Play what comes first, so often or to the end."""
    while moves and not table(app).match.is_over:
        await until(pilot, lambda: table(app).acting or table(app).match.is_over)
        if not table(app).match.is_over:
            events = len(table(app).match.events)
            await pilot.press(table(app).board_view().moves[0].split()[1])
            await until(pilot, lambda before=events: len(table(app).match.events) > before)
            moves -= 1


async def let_act(app: DicehallApp, pilot: Pilot[None], bob: AsyncTable, *, acting: bool) -> None:
    """Play on until it is the turn of the one who sits here, or not."""
    if table(app).acting and not acting:
        await play_on(app, pilot, 1)
    elif acting and bob.moves:
        await bob.move(bob.moves[0])
    await until(pilot, lambda: table(app).acting == acting)


async def agree(table: AsyncTable) -> None:
    """Tell the words for the dice, and leave the table at the first roll."""
    async with aclosing(table.follow()) as states:
        async for state in states:
            if state["log"]:
                return


def test_a_table_is_opened_and_a_friend_plays_to_the_end(server: Server, tmp_path: Path) -> None:
    async def play() -> None:
        request = ServerRequest(server.address, "Ada", game="knucklebones")
        async with running(tmp_path, request, coach=True) as (app, pilot):
            await until(pilot, lambda: sits(app))
            source = source_of(app)
            code = source.table.match["code"]
            assert shown(app, "#prompt") == f"Give your friend the code {code} or the link."
            assert f"{server.address}/matches/{source.table.id}" in shown(app, "#message")
            friend = asyncio.create_task(asyncio.to_thread(bot_joins, server, code))
            await play_on(app, pilot)
            end = await friend
            assert end["scores"] == list(table(app).match.game.scores(table(app).match.state))
            assert [seat["name"] for seat in end["seats"]] == list(table(app).match.names)
            result = shown(app, "#prompt")
            assert "You win" in result or "Bob wins" in result or "A draw" in result
            assert table(app).advice is None
            assert load_preferences(tmp_path).left == ""
            assert load_preferences(tmp_path).house == server.address
            await pilot.press("p")
            assert isinstance(app.screen, ReplayScreen)

    asyncio.run(play())


@asynccontextmanager
async def opened(
    server: Server, data: Path, *, coach: bool = False
) -> AsyncIterator[tuple[DicehallApp, Pilot[None], AsyncTable]]:
    """A table of Ada's at which Bob sits, with nothing done yet but the first roll."""
    request = ServerRequest(server.address, "Ada", game="knucklebones")
    async with (
        AsyncClient(server.address) as client,
        running(data, request, coach=coach) as (app, pilot),
    ):
        await until(pilot, lambda: sits(app))
        bob = await client.join(code=source_of(app).table.match["code"], name="Bob")
        await agree(bob)
        await until(pilot, lambda: len(table(app).match.events) > 0)
        yield app, pilot, bob


def test_the_coach_hints_and_undo_are_off_there(server: Server, tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(server, tmp_path, coach=True) as (app, pilot, bob):
            if bob.moves:
                await bob.move(bob.moves[0])
            await until(pilot, lambda: table(app).acting)
            keys = shown(app, "#keys")
            assert "Give up" in keys
            assert not {"Coach", "Hint", "Undo"} & set(keys.split())
            before = table(app).match
            await pilot.press("c", "h", "u")
            assert table(app).match == before
            assert (table(app).hinted, table(app).advice) == ("", None)
            assert app.preferences.coach

    asyncio.run(play())


def test_a_friends_table_is_joined_by_its_code_from_the_menu(
    server: Server, tmp_path: Path
) -> None:
    async def play() -> None:
        async with AsyncClient(server.address) as client, running(tmp_path) as (app, pilot):
            bob = await client.open("knucklebones", "Bob")
            await pilot.press("f", *server.address, "tab")
            app.screen.query_one("#name", Input).value = "Ada"
            await pilot.press("tab", *bob.match["code"].lower(), "enter")
            await until(pilot, lambda: sits(app))
            end, _played = await asyncio.gather(bob.play(play_last), play_on(app, pilot))
            assert sorted(seat["name"] for seat in end["seats"]) == ["Ada", "Bob"]
            await pilot.press("q", "f")
            assert app.screen.query_one("#address", Input).value == server.address
            assert app.screen.query_one("#name", Input).value == "Ada"

    asyncio.run(play())


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("", "Not possible: no table with this code has a free seat."),
        ("ftp://nowhere", "No Dicehall server there."),
        ("127.0.0.1:1", "Could not reach a server at this address."),
    ],
)
def test_impossible_requests_are_refused_with_a_reason(
    server: Server, tmp_path: Path, address: str, said: str
) -> None:
    async def ask() -> None:
        request = ServerRequest(address or server.address, "Ada", code="ZZZZZZ")
        async with running(tmp_path, request) as (app, pilot):
            await until(pilot, lambda: shown(app, "#refusal") not in ("", "Connecting …"))
            assert said in shown(app, "#refusal")
            assert isinstance(app.screen, FriendScreen)

    asyncio.run(ask())


def test_joining_a_full_table_is_refused(server: Server, tmp_path: Path) -> None:
    async def ask() -> None:
        async with opened(server, tmp_path / "full") as (_app, _pilot, bob):
            request = ServerRequest(server.address, "Cy", match=bob.id)
            with pytest.raises(TableTaken):
                await sit_down(request, "")

    asyncio.run(ask())


def test_a_server_that_is_killed_and_started_again(tmp_path: Path) -> None:
    server = Server(tmp_path / "house")

    async def play() -> None:
        async with opened(server, tmp_path / "here") as (app, pilot, bob):
            friend = asyncio.create_task(bob.play(play_last))
            await until(pilot, lambda: table(app).acting)
            await asyncio.to_thread(server.kill)
            await until(pilot, lambda: GONE in shown(app, "#keys"))
            await pilot.press(table(app).board_view().moves[0].split()[1])
            await asyncio.to_thread(server.start)
            await until(pilot, lambda: GONE not in shown(app, "#keys"))
            await play_on(app, pilot)
            assert (await friend)["log"] == list(map(spell, table(app).match.events))

    try:
        asyncio.run(play())
    finally:
        server.stop()


def test_giving_up_asks_and_tells_the_result(server: Server, tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(server, tmp_path) as (app, pilot, _bob):
            screen = table(app)
            await pilot.press("w")
            assert isinstance(app.screen, GiveUpScreen)
            await pilot.press("n")
            assert not screen.match.is_over
            await pilot.press("w", "y")
            await until(pilot, lambda: screen.match.is_over)
            assert shown(app, "#prompt") == "You gave up. Bob wins."
            assert "Review" not in shown(app, "#keys")
            assert load_preferences(tmp_path).left == ""

    asyncio.run(play())


@pytest.mark.parametrize("acting", [True, False])
def test_a_friend_who_gives_up(server: Server, tmp_path: Path, acting: bool) -> None:
    async def play() -> None:
        async with opened(server, tmp_path) as (app, pilot, bob):
            await let_act(app, pilot, bob, acting=acting)
            await bob.resign()
            await until(pilot, lambda: table(app).match.is_over)
            assert shown(app, "#prompt") == "Bob gave up. You win."
            assert not table(app).acting

    asyncio.run(play())


@pytest.mark.parametrize("acting", [True, False])
def test_a_match_that_the_host_closes(server: Server, tmp_path: Path, acting: bool) -> None:
    async def play() -> None:
        async with opened(server, tmp_path) as (app, pilot, bob):
            await let_act(app, pilot, bob, acting=acting)
            store = await FilePlace(server.data).open()
            await Administration(store).close(bob.id)
            await store.close()
            await until(pilot, lambda: table(app).match.is_over)
            assert shown(app, "#prompt") == "This table was closed."
            assert not table(app).acting
            await until(pilot, lambda: load_preferences(tmp_path).left == "")

    asyncio.run(play())


def test_a_table_that_is_given_up_before_a_friend_comes(server: Server, tmp_path: Path) -> None:
    async def play() -> None:
        request = ServerRequest(server.address, "Ada", game="knucklebones")
        async with running(tmp_path, request) as (app, pilot):
            await until(pilot, lambda: sits(app))
            screen = table(app)
            await pilot.press("w", "y")
            await until(pilot, lambda: screen.match.is_over)
            assert shown(app, "#prompt") == "This table was closed."
            assert load_preferences(tmp_path).left == ""

    asyncio.run(play())


def test_an_absent_friend_is_shown(server: Server, tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(server, tmp_path) as (app, _pilot, bob):
            source = source_of(app)
            (other,) = bob.seats
            source.table.away = (other,)
            source.table.client.noticed()
            assert "Bob is away." in shown(app, "#keys")
            source.table.away = ()
            source.table.client.noticed()
            assert "away" not in shown(app, "#keys")

    asyncio.run(play())


def test_a_match_that_was_left_is_come_back_to(server: Server, tmp_path: Path) -> None:
    async def play() -> None:
        async with AsyncClient(server.address) as client:
            request = ServerRequest(server.address, "Ada", game="knucklebones")
            async with running(tmp_path, request) as (app, pilot):
                await until(pilot, lambda: sits(app))
                left = source_of(app).table
                await pilot.press("q")
                assert isinstance(app.screen, MenuScreen)
            bob = await client.join(left.id, "Bob")
            async with running(tmp_path) as (app, pilot):
                await pilot.press("f", "tab")
                assert isinstance(app.focused, OptionList)
                await pilot.press("enter")
                await until(pilot, lambda: sits(app))
                assert source_of(app).table.id == left.id
                end, _played = await asyncio.gather(bob.play(play_last), play_on(app, pilot))
                assert end["over"]

    asyncio.run(play())


def test_an_unknown_token_is_replaced_by_that_of_a_new_guest(server: Server) -> None:
    async def meet() -> str:
        source = await sit_down(ServerRequest(server.address, "Ada", game="knuckles"), "nobody.00")
        token = source.table.client.token
        await source.table.client.connection.close()
        return token

    assert asyncio.run(meet()) not in ("", "nobody.00")
