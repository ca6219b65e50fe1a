"""Random requests that are close to valid ones.

`DICEHALL_FUZZ=20000 pytest tests/attacks/test_fuzz.py` sends more; `DICEHALL_SEED` other ones.
"""

import asyncio
import os
from collections import Counter
from collections.abc import Iterator
from random import Random

import httpx
import psutil
import pytest

from attacks.fuzzing import all_routes, mutate, valid_requests
from attacks.raw import status
from nodes.node import Node
from support.clients import open_match
from support.places import Place

COUNT = int(os.environ.get("DICEHALL_FUZZ", 500))
SEED = int(os.environ.get("DICEHALL_SEED", 1))
AT_ONCE = 10
PATIENCE_SECONDS = 2
MOST_GROWTH = 150_000_000
"""Bytes: what a server keeps of matches, drawn tables and templates has an end."""


@pytest.fixture
def server(place: Place) -> Iterator[Node]:
    """A server on each kind of store."""
    node = Node([*place.options, "--proxies", "192.0.2.1"])
    yield node
    node.end()


async def answer_of(port: int, request: bytes) -> bytes:
    """The beginning of an answer; nothing if the server waits for more. Then the sender is gone."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(request)
        return await asyncio.wait_for(reader.read(65536), PATIENCE_SECONDS)
    except (TimeoutError, ConnectionError):
        return b""
    finally:
        writer.close()


async def send(port: int, corpus: list[bytes], chance: Random) -> tuple[Counter[int], list[bytes]]:
    """Send so many requests, some at a time; how often each status was the answer, and what broke
    the server."""
    counts: Counter[int] = Counter()
    broke: list[bytes] = []
    requests = (mutate(chance.choice(corpus), chance) for _ in range(COUNT))

    async def sender() -> None:
        for request in requests:
            code = status(await answer_of(port, request))
            counts[code] += 1
            if code >= 500 and code != 503:
                broke.append(request)

    await asyncio.gather(*(sender() for _ in range(AT_ONCE)))
    return counts, broke


def memory(node: Node) -> int:
    return int(psutil.Process(node.process.pid).memory_info().rss)


def test_every_route_is_known() -> None:
    paths = {path for _, path in all_routes()}
    assert {"/", "/matches/{match_id:str}/moves", "/api/matches/{match_id:str}/moves"} <= paths
    assert len(paths) > 40


def test_nothing_that_is_sent_breaks_the_server(server: Node) -> None:
    with httpx.Client(base_url=server.address, timeout=60) as ada:
        ada.get("/")
        match = open_match(ada, "knuckles", "open")
        corpus = valid_requests(match["id"], match["code"], ada.cookies["dicehall"])
        for valid in corpus:
            code = status(asyncio.run(answer_of(server.port, valid)))
            assert 200 <= code < 500, valid
        before = memory(server)
        counts, broke = asyncio.run(send(server.port, corpus, Random(SEED)))
        after = memory(server)
        assert ada.get("/").status_code == 200
        assert open_match(ada, "knucklebones", "people", other="Bob")["turn"]["moves"]
    server.stop()
    print(server.log.read_text(), *broke, sep="\n")
    print(f"{dict(sorted(counts.items()))}; {before / 1e6:.0f} MB, then {after / 1e6:.0f} MB")
    assert not broke
    assert server.log.read_text() == ""
    assert after - before < MOST_GROWTH
