"""What a host sees of a node: health, readiness, metrics, logs, and how it closes."""

import asyncio
import json
import re
from pathlib import Path

import httpx

from nodes.conftest import NewNode
from nodes.visitors import open_match, play, visitor, watch


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
        node = new_node("--data", str(tmp_path), "--metrics")
        async with visitor(node) as ada:
            match = await open_match(ada, node, "knucklebones", "people", other="Bob")
            watcher = await watch(ada, node, match)
            await play(ada, node, match, match["turn"]["moves"][0])
            await play(ada, node, {**match, "version": 1}, "column 1")
            answer = await ada.get(f"{node.address}/metrics")
            await ada.request("PROPFIND", node.address)
            asked = await ada.get(f"{node.address}/metrics")
            await watcher.leave()
        assert 'method="PROPFIND"' not in asked.text, "nobody can make up series without end"
        assert 'method="OTHER"' in asked.text
        assert answer.headers["content-type"].startswith("text/plain")
        for line in (
            'dicehall_commands_total{command="PlayMove"} 1.0',
            'dicehall_refusals_total{code="stale-version"} 1.0',
            "dicehall_open_streams 1.0",
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


def test_a_node_that_closes_sends_its_pages_away_and_finishes_what_it_has_begun(
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
