"""A server that runs on an older copy of its data never promises dice that it has revealed."""

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from nodes.conftest import NewNode
from nodes.node import Node
from nodes.visitors import Json, visitor
from support.commands import dicehall
from support.places import DatabasePlace

Copy = Callable[[Path, Path, DatabasePlace], list[str]]
"""Copies a data folder; the options of a server that opens the copy."""


def back_up(folder: Path, copy: Path, _: DatabasePlace) -> list[str]:
    assert dicehall("backup", str(copy), "--data", str(folder)).returncode == 0
    return ["--data", str(copy)]


def clone(folder: Path, copy: Path, _: DatabasePlace) -> list[str]:
    shutil.copytree(folder, copy)
    return ["--data", str(copy)]


def move(folder: Path, _: Path, database: DatabasePlace) -> list[str]:
    assert dicehall("move-to", database.url, "--data", str(folder)).returncode == 0
    return database.options


async def reveal(client: httpx.AsyncClient, node: Node, match_id: str) -> str:
    """Give a match up; the secret that is revealed then."""
    address = f"{node.address}/api/matches/{match_id}"
    given_up = await client.post(f"{address}/resignation", json={})
    assert given_up.is_success, given_up.text
    data: Json = (await client.get(f"{address}/dice")).json()
    assert data["verified"]
    return str(data["secret"])


async def click(client: httpx.AsyncClient, node: Node) -> str:
    """Open a match with one click, as a page does; the id of the match."""
    answer = await client.post(f"{node.address}/play/knucklebones")
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].rpartition("/")[2]


async def open_promised(client: httpx.AsyncClient, node: Node, table: str) -> httpx.Response:
    body = {
        "game": "knucklebones",
        "name": "Ada",
        "opponent": "easy",
        "table": table,
        "words": "luck",
    }
    return await client.post(f"{node.address}/api/matches", json=body)


@pytest.mark.parametrize("copy", [back_up, clone, move])
def test_dice_that_were_revealed_are_not_promised_again_by_a_copy(
    new_node: NewNode, database: DatabasePlace, tmp_path: Path, copy: Copy
) -> None:
    async def play_twice() -> None:
        node = new_node("--data", str(tmp_path / "house"))
        async with visitor(node) as ada:
            promises = [(await ada.post(f"{node.address}/api/promises")).json()["table"]]
            first = await click(ada, node)
            await reveal(ada, node, first)
            node.stop()
            options = await asyncio.to_thread(copy, tmp_path / "house", tmp_path / "copy", database)
            node.start()
            revealed = {await reveal(ada, node, await click(ada, node))}
            promises.append((await ada.post(f"{node.address}/api/promises")).json()["table"])
            opened = await open_promised(ada, node, promises[-1])
            assert opened.status_code == 201, opened.text
            revealed.add(await reveal(ada, node, opened.json()["id"]))
            node.stop()
            restored = new_node(*options)
            assert await reveal(ada, restored, await click(ada, restored)) not in revealed
            for table in promises:
                assert (await open_promised(ada, restored, table)).status_code == 409
            dice: Any = await ada.get(f"{restored.address}/api/matches/{first}/dice")
            assert dice.json()["verified"]  # what was revealed before the copy stays verifiable

    asyncio.run(play_twice())


def test_a_promise_serves_at_another_node(new_node: NewNode, shared: list[str]) -> None:
    async def promise_and_open() -> None:
        one, two = new_node(*shared), new_node(*shared)
        async with visitor(one) as ada:
            for here, there in ((one, two), (two, one)):
                promised = (await ada.post(f"{here.address}/api/promises")).json()
                opened = await open_promised(ada, there, promised["table"])
                assert opened.status_code == 201, opened.text
                assert opened.json()["promise"] == promised["promise"]

    asyncio.run(promise_and_open())


def test_a_promise_serves_at_another_worker(new_node: NewNode, tmp_path: Path) -> None:
    async def promise_and_open() -> None:
        node = new_node("--data", str(tmp_path), "--workers", "2")
        async with visitor(node) as ada:
            for _ in range(8):  # each over a connection of its own, to either worker
                promised = (await ada.post(f"{node.address}/api/promises")).json()
                assert (await open_promised(ada, node, promised["table"])).status_code == 201

    asyncio.run(promise_and_open())
