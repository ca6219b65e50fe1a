"""A node as its host sees it: health, readiness, metrics, logs, shutdown."""

import asyncio
import json
import re
import resource
import socket
from pathlib import Path

import httpx
import pytest

from nodes.conftest import NewNode
from nodes.node import Node, free_port
from nodes.visitors import open_match, play, visitor, watch
from support.contests import writers_of


def test_health_and_readiness_need_no_guest(new_node: NewNode, tmp_path: Path) -> None:
    node = new_node("--data", str(tmp_path))
    health, ready = (
        httpx.get(f"{node.address}/{name}", timeout=60) for name in ("health", "ready")
    )
    assert (health.status_code, health.text) == (200, "alive\n")
    assert (ready.status_code, ready.json()) == (
        200,
        {"house": "open", "database": "here", "bus": "here"},
    )
    assert "set-cookie" not in {**health.headers, **ready.headers}
    assert httpx.get(f"{node.address}/metrics", timeout=60).status_code == 404


def test_metrics_count_what_happens(new_node: NewNode, tmp_path: Path) -> None:
    async def count() -> None:
        metrics = f"127.0.0.1:{free_port()}"
        changes = {"dicehall.host.metrics.SAMPLE_SECONDS": 0.01}
        node = new_node("--data", str(tmp_path), "--metrics", metrics, changes=changes)
        async with visitor(node) as ada:
            match = await open_match(ada, node, "knucklebones", "people", other="Bob")
            watcher = await watch(ada, node, match)
            await play(ada, node, match, match["turn"]["moves"][0])
            await play(ada, node, {**match, "version": 1}, "column 1")
            answer = await ada.get(f"http://{metrics}/metrics")
            while "dicehall_waiting_appends 0.0" not in answer.text:  # sampled during a write
                answer = await ada.get(f"http://{metrics}/metrics")
            await ada.request("PROPFIND", node.address)
            responses = await ada.get(f"http://{metrics}/metrics")
            assert (await ada.get(f"{node.address}/metrics")).status_code == 404
            await watcher.leave()
        assert 'method="PROPFIND"' not in responses.text, "nobody can make up series without end"
        assert 'method="OTHER"' in responses.text
        assert answer.headers["content-type"].startswith("text/plain")
        for line in (
            'dicehall_commands_total{command="PlayMove"} 1.0',
            'dicehall_refusals_total{code="stale-version"} 1.0',
            "dicehall_open_streams 1.0",
            "dicehall_waiting_thoughts 0.0",
            "dicehall_bus_connected 1.0",
            "dicehall_memory_bytes ",
            "dicehall_append_seconds_count 1.0",
            "dicehall_commit_appends_count 2.0",
            'dicehall_request_seconds_count{method="POST",route="/api/matches/{match_id}/moves"'
            ',status="201"} 1.0',
        ):
            assert line in answer.text

    asyncio.run(count())


def test_the_log_is_a_line_of_json_for_each_thing_worth_telling(
    new_node: NewNode, tmp_path: Path
) -> None:
    quiet = new_node("--data", str(tmp_path))
    httpx.get(quiet.address, timeout=60)
    quiet.stop()
    assert quiet.log.read_text() == ""
    environment = {"DICEHALL_LOG": "json", "DICEHALL_LOG_LEVEL": "debug"}
    told = new_node("--data", str(tmp_path), environment=environment)
    httpx.get(f"{told.address}/matches/nothing", timeout=60)
    told.stop()
    lines = [json.loads(line) for line in told.log.read_text().splitlines()]
    [line] = [line for line in lines if line["message"] == "GET /matches/nothing 404"]
    assert line["route"] == "/matches/{match_id}"
    assert (line["level"], line["logger"]) == ("debug", "dicehall.host.health")
    assert line["milliseconds"] > 0


def test_a_closing_node_finishes_requests_and_redirects_pages(
    new_node: NewNode, tmp_path: Path
) -> None:
    async def close() -> None:
        node = new_node("--data", str(tmp_path), "--pace", "0")
        async with visitor(node) as ada:
            match = await open_match(ada, node, "knucklebones", "people", other="Bob")
            watcher = await watch(ada, node, match)
            move = match["turn"]["moves"][0]
            moving = asyncio.ensure_future(play(ada, node, match, move, "the last"))
            await watcher.until(match["version"] + 1)
            node.process.terminate()
            assert (await moving).status_code == 201
            await watcher.task
            assert re.fullmatch(r"retry: \d+", [line for line in watcher.lines if line][-1])
            assert node.stop() == 0
            node.start()
            seen = await ada.get(f"{node.address}/api/matches/{match['id']}")
            assert seen.json() == (await moving).json()

    asyncio.run(close())


def test_behind_a_proxy_the_cookie_is_secure(new_node: NewNode, tmp_path: Path) -> None:
    forwarded = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.7"}
    for proxies, secure in (("127.0.0.1", True), ("192.0.2.1", False)):
        node = new_node("--data", str(tmp_path), "--proxies", proxies)
        answer = httpx.get(node.address, headers=forwarded, timeout=60)
        assert ("; Secure" in answer.headers["set-cookie"]) is secure
        node.stop()


def test_a_proxy_is_believed_when_the_server_listens_to_both_kinds_of_addresses(
    new_node: NewNode, tmp_path: Path
) -> None:
    node = new_node("--data", str(tmp_path), "--host", "::")
    answer = httpx.get(node.address, headers={"X-Forwarded-Proto": "https"}, timeout=60)
    assert "; Secure" in answer.headers["set-cookie"]


def test_the_log_counts_garbage_and_holds_no_address_and_no_identity(
    new_node: NewNode, tmp_path: Path
) -> None:
    node = new_node("--data", str(tmp_path), "--log-level", "info")
    for _ in range(100):
        with socket.create_connection(("127.0.0.1", node.port), timeout=60) as garbage:
            garbage.sendall(b"\x16\x03\x01 garbage\r\n\r\n")
            assert b"400" in garbage.recv(1000)
    while "refused connections" not in node.log.read_text():
        httpx.get(f"{node.address}/health", timeout=60)
    assert (
        len([line for line in node.log.read_text().splitlines() if "refused connections" in line])
        == 1
    )
    assert "127.0.0.1" not in node.log.read_text()
    node.stop()
    told = new_node("--data", str(tmp_path), "--log-level", "debug")
    httpx.get(f"{told.address}/device/an-identity", timeout=60)
    assert "GET /device/… " in told.log.read_text()
    assert "an-identity" not in told.log.read_text()


async def ask_on(client: httpx.AsyncClient, node: Node) -> None:
    """Send requests until the server is gone; each must get a response or an error."""
    while True:
        answer = await client.get(f"{node.address}/ready", timeout=120)
        assert answer.status_code == 503
        await asyncio.sleep(0.01)


@pytest.mark.parametrize("more", [(), ("--workers", "2")], ids=["alone", "workers"])
def test_a_closing_node_reports_it_and_ends_waits(
    new_node: NewNode, tmp_path: Path, more: tuple[str, ...]
) -> None:
    async def close() -> None:
        changes = {"dicehall.host.node.DRAIN_SECONDS": 3.0}
        node = new_node("--data", str(tmp_path), *more, changes=changes)
        async with visitor(node) as ada, httpx.AsyncClient(timeout=60) as proxy:
            match = await open_match(ada, node, "knucklebones", "people", other="Bob")
            watchers = [await watch(ada, node, match) for _ in range(4)]
            held = [await proxy.get(f"{node.address}/ready") for _ in range(3)]
            assert {answer.status_code for answer in held} == {200}
            node.process.terminate()
            async with asyncio.timeout(60):
                while (await ada.get(f"{node.address}/ready")).status_code != 503:
                    await asyncio.sleep(0.01)
            moving = await play(ada, node, match, match["turn"]["moves"][0], "the last")
            assert moving.status_code == 201
            for watcher in watchers:
                await asyncio.wait_for(watcher.task, 60)
                assert re.fullmatch(r"retry: \d+", [line for line in watcher.lines if line][-1])
            with pytest.raises((httpx.NetworkError, httpx.RemoteProtocolError)):
                await ask_on(ada, node)
            assert await asyncio.to_thread(node.process.wait, 15) == 0
        assert node.log.read_text() == ""

    asyncio.run(close())


def test_a_node_whose_disk_is_full_is_not_ready(new_node: NewNode, tmp_path: Path) -> None:
    node = new_node("--data", str(tmp_path), changes={"dicehall.host.health.REST_SECONDS": 0.0})
    assert httpx.get(f"{node.address}/ready", timeout=60).status_code == 200
    [writer] = writers_of(node.process.pid)
    before = resource.prlimit(writer, resource.RLIMIT_FSIZE)
    resource.prlimit(writer, resource.RLIMIT_FSIZE, (0, before[1]))
    full = httpx.get(f"{node.address}/ready", timeout=60)
    assert (full.status_code, full.json()["database"]) == (503, "away")
    assert httpx.get(f"{node.address}/health", timeout=60).status_code == 200
    resource.prlimit(writer, resource.RLIMIT_FSIZE, before)
    assert httpx.get(f"{node.address}/ready", timeout=60).status_code == 200
    assert "moves cannot be stored" in node.log.read_text()


def test_readiness_and_the_log_tell_when_a_table_cannot_be_stored(
    new_node: NewNode, tmp_path: Path
) -> None:
    async def fill() -> None:
        node = new_node("--data", str(tmp_path), changes={"dicehall.host.health.REST_SECONDS": 0.0})
        [writer] = writers_of(node.process.pid)
        before = resource.prlimit(writer, resource.RLIMIT_FSIZE)
        async with visitor(node) as ada:

            async def open_table() -> httpx.Response:
                body = {"game": "fune", "name": "Ada", "opponent": "alone"}
                return await ada.post(f"{node.address}/api/matches", json=body)

            async def ready() -> int:
                return (await ada.get(f"{node.address}/ready")).status_code

            assert (await ready(), (await open_table()).status_code) == (200, 201)
            # There is room in the files for some more, as on a disk that is nearly full.
            room = (tmp_path / "dicehall.db-wal").stat().st_size + 200_000
            resource.prlimit(writer, resource.RLIMIT_FSIZE, (room, before[1]))
            for _ in range(200):
                refused = await open_table()
                if not refused.is_success:
                    break
            assert (refused.status_code, refused.json()["code"]) == (503, "store-unusable")
            assert await ready() == 503
            assert "matches cannot be stored right now" in node.log.read_text()
            resource.prlimit(writer, resource.RLIMIT_FSIZE, before)
            assert ((await open_table()).status_code, await ready()) == (201, 200)
            assert "matches can be stored again" in node.log.read_text()

    asyncio.run(fill())
