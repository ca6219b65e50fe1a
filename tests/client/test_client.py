"""Bots at the tables of a real server."""

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import dicehall
from dicehall.client import (
    AsyncClient,
    AsyncTable,
    Client,
    ServerRefused,
    State,
    Table,
    asynchronous,
)
from dicehall.game import AnyGame, Over
from dicehall.game.records import read
from dicehall.match.dice.verification import verify
from support.bots import play_last
from support.server import Server
from support.wire import Wire


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asynchronous, "FIRST_PAUSE_SECONDS", 0.01)


async def meet(url: str, others: str = "") -> tuple[AsyncTable, AsyncTable]:
    """Two bots at one table, found by its code."""
    ada, bob = AsyncClient(url), AsyncClient(others or url)
    table = await ada.open("knucklebones", "Ada", begins="first")
    return table, await bob.join(code=table.match["code"], name="Bob")


async def play_both(tables: tuple[AsyncTable, AsyncTable]) -> str:
    """A whole match; its record."""
    ends = await asyncio.gather(*(table.play(play_last) for table in tables))
    assert ends[0]["scores"] == ends[1]["scores"]
    text = await tables[0].record()
    for table in tables:
        await table.client.connection.close()
    return text


def check_record(text: str) -> dict[str, str]:
    """The notes of a record that is whole, and whose dice are as they were promised."""
    record, state = read(text)
    assert isinstance(record.game.turn(state), Over)
    assert verify(record).verified
    return dict(record.notes)


def test_a_bot_plays_a_level_step_by_step(server: Server) -> None:
    with Client(server.address) as client:
        table = client.open("knucklebones", "Dot", "easy", words="my own luck")
        for match in table.follow():
            assert match is table.match
            if table.moves:
                game, state = table.position()
                assert game.turn(state).moves == table.moves
                table.move(table.moves[-1])
        assert match["over"]
        notes = check_record(table.record())
        assert "my own luck" in notes.values()
        assert client.see(table.id) == table.match


def test_the_record_comes_from_the_json_interface(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    received: list[str] = []
    fetch = AsyncClient.fetch

    async def note(client: AsyncClient, method: str, path: str, *more: Any, **rest: Any) -> bytes:
        received.append(path)
        return await fetch(client, method, path, *more, **rest)

    monkeypatch.setattr(AsyncClient, "fetch", note)
    with Client(server.address) as client:
        table = client.open("fune", "Dot", "alone")
        assert table.record().startswith("game: fune\n")
    assert received[-1] == f"/api/matches/{table.id}/record"


def test_the_same_function_plays_here_and_in_the_arena(server: Server) -> None:
    with Client(server.address) as client:
        table = client.open("fune", "Dot", "alone")
        end = table.play(play_last, Random(1))
    assert end["over"]
    moves = [line for line in end["log"] if not line.startswith("roll")]
    assert len(moves) >= 13


def test_two_bots_are_bound_to_their_words_before_they_tell_them(server: Server) -> None:
    async def both() -> tuple[str, list[str]]:
        tables = await meet(server.address)
        assert {seat["words"] for seat in tables[1].match["seats"]} == {""}
        return await play_both(tables), [table.words for table in tables]

    text, words = asyncio.run(both())
    notes = check_record(text)
    assert [notes["words-0"], notes["words-1"]] == words
    assert notes["commitment-0"] != notes["commitment-1"]


def test_resent_requests_take_effect_once(server: Server) -> None:
    async def both() -> str:
        ada, bob = AsyncClient(server.address), AsyncClient(server.address)
        lose_first_answers(ada)
        table = await ada.open("knucklebones", "Ada")
        lose_first_answers(bob)
        return await play_both((table, await bob.join(table.id, "Bob")))

    check_record(asyncio.run(both()))


def lose_first_answers(client: AsyncClient) -> None:
    """Everything arrives, but the answer to it only at the second time."""
    ask: Callable[..., Awaitable[Any]] = client.connection.ask
    lost: set[object] = set()

    async def ask_in_vain(*request: Any) -> tuple[int, bytes]:
        answer: tuple[int, bytes] = await ask(*request)
        key = tuple(map(str, request[:3]))
        if key in lost or request[1] == "/api/promises":
            return answer
        lost.add(key)
        raise ConnectionResetError

    client.connection.ask = ask_in_vain  # type: ignore[method-assign]


def test_a_wire_that_is_cut_again_and_again(server: Server) -> None:
    async def both() -> str:
        wire = Wire(server.address)
        tables = await meet(server.address, await wire.start())
        cuts = 0

        def cutting(game: AnyGame, state: Any, random: Random) -> str:
            nonlocal cuts
            cuts += 1
            if cuts % 3 == 1:
                wire.cut()
            return play_last(game, state, random)

        await asyncio.gather(tables[0].play(play_last), tables[1].play(cutting))
        await tables[1].client.connection.close()
        await wire.close()
        assert cuts >= 9
        text = await tables[0].record()
        await tables[0].client.connection.close()
        return text

    check_record(asyncio.run(both()))


def test_a_bot_comes_back_to_its_table(server: Server) -> None:
    with Client(server.address) as client:
        table = client.open("knuckles", "Dot", "people", other="Eve")
        token = client.token
    with Client(server.address, token) as again:
        back = again.join(table.id)
        assert back.moves
        assert back.resign()["over"]
        assert back.resign()["ending"] == "resigned"  # the answer could have been lost


def test_a_refusal_says_why_and_what_is_legal(server: Server) -> None:
    with Client(server.address) as client:
        table = client.open("knuckles", "Dot", "people", other="Eve")
        with pytest.raises(ServerRefused) as refused:
            table.move("column 9")
        assert (refused.value.status, refused.value.code) == (422, "illegal-move")
        assert refused.value.legal == table.moves
        with pytest.raises(ServerRefused, match="this code has a free seat") as refused:
            client.join(code="7AK 9XY")
        assert refused.value.code == "unknown-room"
        with pytest.raises(ServerRefused) as refused:
            client.join("nothing")
        assert refused.value.code == "unknown-match"
    with Client(server.address) as other:
        watched = other.join(table.id)
        assert watched.moves == ()
        with pytest.raises(ServerRefused) as refused:
            watched.move("column 1")
        assert refused.value.code == "not-your-seat"


def test_a_proxy_may_refuse_too() -> None:
    refused = ServerRefused.read(502, b"<html>Bad Gateway")
    assert (refused.status, refused.code, refused.reason) == (502, "http-502", "<html>Bad Gateway")


@pytest.mark.parametrize("url", ["", "ftp://house", "http://"])
def test_an_address_that_is_none(url: str) -> None:
    with pytest.raises(ValueError, match="is not a server's address"):
        AsyncClient(url)


def test_both_clients_have_the_same_methods() -> None:
    other = AsyncTable(AsyncClient("http://127.0.0.1:9"), {"id": "0f3a", "seats": []})
    offered = {name for name in dir(other) if not name.startswith("_")}
    assert offered - {"client"} == {name for name in dir(Table) if not name.startswith("_")}


def test_it_needs_nothing_that_would_have_to_be_installed() -> None:
    source = str(Path(dicehall.__file__).parents[1])
    command = [sys.executable, "-S", "-c", "import dicehall.client, dicehall.players.levels"]
    subprocess.run(command, check=True, env={**os.environ, "PYTHONPATH": source})


def test_a_server_that_is_not_there() -> None:
    with Client("127.0.0.1:9") as client, pytest.raises(ConnectionRefusedError):
        client.see("nothing")


def test_questions_at_the_same_time_wait_for_each_other(server: Server) -> None:
    async def ask() -> list[State]:
        async with AsyncClient(server.address) as client:
            tables = [await client.open(game, "Ada") for game in ("knuckles", "fune")] * 4
            return await asyncio.gather(*(client.see(table.id) for table in tables))

    assert [match["game"] for match in asyncio.run(ask())] == ["knuckles", "fune"] * 4


def test_it_is_noticed_when_a_seat_is_away_and_when_the_server_is(server: Server) -> None:
    noticed: list[tuple[bool, tuple[int, ...]]] = []

    async def follow() -> None:
        async with AsyncClient(server.address) as client:
            table = await client.open("knucklebones", "Ada")
            client.noticed = lambda: noticed.append((client.reached, table.away))
            ask = client.connection.ask

            async def lines(*_given: object) -> AsyncGenerator[bytes, None]:
                for away in (b"{}", b'{"1": 1792000000.25}'):
                    yield b"event: presence"
                    yield b'data: {"away": ' + away + b', "watchers": 0, "here": [0]}'
                    yield b""
                client.connection.ask = fail  # type: ignore[method-assign]
                raise ConnectionResetError

            async def fail(*_given: object) -> tuple[int, bytes]:
                client.connection.ask = ask  # type: ignore[method-assign]
                raise ConnectionRefusedError

            client.connection.lines = lines  # type: ignore[assignment, method-assign]
            async with asyncio.timeout(120):
                following = asyncio.create_task(hear(table))
                while len(noticed) < 4:
                    await asyncio.sleep(0)
                following.cancel()

    async def hear(table: AsyncTable) -> None:
        async for _state in table.follow():
            pass

    asyncio.run(follow())
    assert noticed[:4] == [(True, ()), (True, (1,)), (False, (1,)), (True, (1,))]
