"""Several workers on one machine: one command, one address, one server."""

import asyncio
import os
import signal
import subprocess
import time
from pathlib import Path

import httpx

from nodes.conftest import NewNode
from nodes.node import Node, free_port
from nodes.visitors import open_match, play, see, visitor, watch
from support.places import Place

TWO = ("--workers", "2")


def workers_of(node: Node) -> list[int]:
    """The processes that serve, without those that only help Python."""
    found = subprocess.run(
        ["ps", "-ww", "-o", "pid=,args=", "--ppid", str(node.process.pid)],
        capture_output=True,
        text=True,
        check=False,  # it fails if there are none yet
    )
    lines = [line.split(None, 1) for line in found.stdout.splitlines()]
    return sorted(int(pid) for pid, command in lines if "spawn_main" in command)


def wait_until_gone(pids: list[int]) -> None:
    until = time.monotonic() + 60
    while any(Path(f"/proc/{pid}/stat").exists() and not zombie(pid) for pid in pids):
        assert time.monotonic() < until
        time.sleep(0.02)


def zombie(pid: int) -> bool:
    return ") Z " in Path(f"/proc/{pid}/stat").read_text()


def test_every_worker_tells_the_pages_of_all_others(new_node: NewNode, place: Place) -> None:
    async def tell() -> None:
        node = new_node(*place.options, *TWO)
        async with visitor(node) as ada:
            match = await open_match(ada, node, "knucklebones", "people", other="Bob")
            watchers = [await watch(ada, node, match) for _ in range(8)]
            while not match["over"]:
                answer = await play(ada, node, match, match["turn"]["moves"][0])
                assert answer.status_code == 201, answer.text
                match = answer.json()
                for watcher in watchers:
                    await watcher.until(match["version"], seconds=4)
            assert await see(ada, node, match) == match
            for watcher in watchers:
                await watcher.task

    asyncio.run(tell())


def test_workers_race_for_a_version_and_one_wins(new_node: NewNode, place: Place) -> None:
    async def race() -> None:
        node = new_node(*place.options, *TWO)
        async with visitor(node) as ada:
            match = await open_match(ada, node, "knucklebones", "people", other="Bob")
            while not match["over"]:
                moves = match["turn"]["moves"]
                tries = [
                    play(ada, node, match, moves[0], f"{match['version']} {n}") for n in range(8)
                ]
                answers = await asyncio.gather(*tries)
                [won] = [answer for answer in answers if answer.status_code == 201]
                assert {answer.status_code for answer in answers} == {201, 409}
                match = won.json()

    asyncio.run(race())


def test_a_worker_that_dies_is_replaced_and_pages_come_back(
    new_node: NewNode, tmp_path: Path
) -> None:
    async def replace() -> None:
        node = new_node("--data", str(tmp_path), *TWO)
        first = workers_of(node)
        assert len(first) == 2
        async with visitor(node) as ada:
            match = await open_match(ada, node, "fune", "alone")
            for _ in range(3):
                victim = workers_of(node)[0]
                os.kill(victim, signal.SIGKILL)
                for _ in range(5):
                    answer = await persist(ada, node, match)
                    assert answer.json()["log"][: len(match["log"])] == match["log"]
                    match = answer.json()
                while len(workers_of(node)) < 2 or victim in workers_of(node):
                    await asyncio.sleep(0.02)
        assert "starting a replacement" in node.log.read_text()
        assert node.stop() == 0
        wait_until_gone(first)

    async def persist(
        ada: httpx.AsyncClient, node: Node, match: dict[str, object]
    ) -> httpx.Response:
        while True:
            try:
                move = match["turn"]["moves"][0]  # type: ignore[index]
                return await play(ada, node, match, move)
            except httpx.TransportError:
                continue

    asyncio.run(replace())


class OpeningNode(Node):
    """One that is not waited for until it is open."""

    def start(self) -> None:
        self.launch()


def opening(folder: Path, changes: dict[str, object] | None = None) -> Node:
    return OpeningNode(["--data", str(folder), *TWO], changes or {})


def test_a_worker_that_dies_before_all_are_open_is_replaced(tmp_path: Path) -> None:
    node = opening(tmp_path)
    try:
        while not (workers := workers_of(node)):
            assert node.process.poll() is None
        os.kill(workers[0], signal.SIGKILL)
        node.wait_open()
        assert httpx.get(f"{node.address}/ready", timeout=60).status_code == 200
        assert "starting a replacement" in node.log.read_text()
    finally:
        node.stop()


def test_workers_that_can_never_open_end_the_server(tmp_path: Path) -> None:
    node = opening(tmp_path, {"dicehall.host.workers.MOST_FAILED_STARTS": 0})
    while not (workers := workers_of(node)):
        assert node.process.poll() is None
    os.kill(workers[0], signal.SIGKILL)
    assert node.process.wait(timeout=60) == 2
    assert "cannot start" in node.log.read_text()


def test_workers_do_not_outlive_a_killed_parent(new_node: NewNode, tmp_path: Path) -> None:
    node = new_node("--data", str(tmp_path), *TWO)
    workers = workers_of(node)
    node.kill()
    wait_until_gone(workers)


def test_metrics_are_summed_over_workers(new_node: NewNode, tmp_path: Path) -> None:
    async def count() -> None:
        address = f"127.0.0.1:{free_port()}"
        node = new_node("--data", str(tmp_path), *TWO, "--metrics", address)
        async with visitor(node) as ada:
            match = await open_match(ada, node, "fune", "alone")
            for _ in range(20):
                match = (await play(ada, node, match, match["turn"]["moves"][0])).json()
            for _ in range(4):
                metrics = (await ada.get(f"http://{address}/metrics")).text
                assert 'dicehall_commands_total{command="PlayMove"} 20.0' in metrics
            for worker in workers_of(node):
                assert f'dicehall_memory_bytes{{pid="{worker}"}}' in metrics

    asyncio.run(count())
