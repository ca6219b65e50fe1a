"""Two nodes of one server on PostgreSQL and Redis: any node serves any match."""

import asyncio
import random
from collections.abc import Awaitable, Callable

import httpx
import pytest

from nodes.conftest import NewNode
from nodes.node import OwnPostgres, OwnRedis
from nodes.visitors import open_match, play, see, visitor, watch
from support.places import DatabasePlace

RESYNC_OFTEN = {"dicehall.match.bus.redis.RESYNC_SECONDS": 0.3}


def test_two_nodes_that_get_moves_at_once_lose_and_double_none(
    new_node: NewNode, shared: list[str]
) -> None:
    async def race() -> None:
        chance = random.Random(3)
        nodes = new_node(*shared), new_node(*shared)
        async with visitor(nodes[0]) as ada:
            match = await open_match(ada, nodes[0], "knucklebones", "people", other="Bob")
            acknowledged: list[str] = []
            while not match["over"]:
                moves = [chance.choice(match["turn"]["moves"]) for _ in range(6)]
                tries = [
                    play(ada, nodes[n % 2], match, move, f"{match['version']} {n}")
                    for n, move in enumerate(moves)
                ]
                answers = await asyncio.gather(*tries)
                [won] = [n for n, answer in enumerate(answers) if answer.status_code == 201]
                assert {answer.status_code for answer in answers} == {201, 409}
                acknowledged.append(moves[won])
                match = answers[won].json()
            for node in nodes:
                seen = await see(ada, node, match)
                assert seen == match
                played = [line.split(" ", 1)[1] for line in seen["log"] if line[0] in "01"]
                assert played == acknowledged

    asyncio.run(race())


def test_pages_of_every_node_see_a_move(new_node: NewNode, shared: list[str]) -> None:
    async def tell() -> None:
        one, two = new_node(*shared), new_node(*shared)
        async with visitor(one) as ada, visitor(two) as bob:
            match = await open_match(ada, one, "knucklebones", "open", begins="first")
            watchers = [
                await watch(client, node, match) for client in (ada, bob) for node in (one, two)
            ]
            seat = {"seat": 1, "name": "Bob"}
            answer = await bob.post(f"{two.address}/api/matches/{match['id']}/seats", json=seat)
            match = answer.json()
            for client, node in ((ada, one), (bob, one), (ada, two), (bob, two)) * 2:
                for watcher in watchers:
                    await watcher.until(match["version"], seconds=5)
                answer = await play(client, node, match, match["turn"]["moves"][0])
                if answer.status_code == 409:  # it is the other's turn
                    continue
                match = answer.json()
            for watcher in watchers:
                await watcher.leave()

    asyncio.run(tell())


def test_a_node_killed_between_commit_and_publish_loses_nothing(
    new_node: NewNode, shared: list[str]
) -> None:
    async def lose() -> None:
        two = new_node(*shared, changes=RESYNC_OFTEN)
        one = new_node(*shared, changes={"die-before-publishing": "the last word"})
        async with visitor(two) as ada:
            match = await open_match(ada, two, "knucklebones", "people", other="Bob")
            watcher = await watch(ada, two, match)
            move = match["turn"]["moves"][0]
            with pytest.raises(httpx.TransportError):
                await play(ada, one, match, move, "the last word")
            after = await watcher.until(match["version"] + 1)
            again = await play(ada, two, match, move, "the last word")
            assert again.status_code == 201
            assert again.json() == after == await see(ada, two, match)
            assert len(after["log"]) == len(match["log"]) + 2
            await watcher.leave()

    asyncio.run(lose())


def test_pages_hear_of_moves_without_redis_and_after_it_is_back(
    new_node: NewNode, database: DatabasePlace, redis: OwnRedis
) -> None:
    async def away() -> None:
        options = [*database.options, "--bus", redis.url]
        one, two = new_node(*options), new_node(*options)
        async with visitor(one) as ada:
            match = await open_match(ada, one, "knucklebones", "people", other="Bob")
            watchers = [await watch(ada, node, match) for node in (one, two)]
            for change in (redis.kill, redis.start, redis.kill, redis.start):
                change()
                for node in (one, two):
                    assert (await ada.get(f"{node.address}/ready")).status_code == 200
                    answer = await play(ada, node, match, match["turn"]["moves"][0])
                    assert answer.status_code == 201
                    match = answer.json()
                    for watcher in watchers:
                        await watcher.until(match["version"], seconds=20)
            for watcher in watchers:
                await watcher.leave()

    asyncio.run(away())


async def until(true: Callable[[], Awaitable[bool]], seconds: float = 60) -> None:
    async with asyncio.timeout(seconds):
        while not await true():
            await asyncio.sleep(0.05)


def test_without_postgresql_nothing_is_acknowledged(
    new_node: NewNode, own_database: DatabasePlace, postgres: OwnPostgres, redis: OwnRedis
) -> None:
    async def away() -> None:
        options = [*own_database.options, "--bus", redis.url]
        one, two = new_node(*options), new_node(*options)
        async with visitor(one) as ada:
            match = await open_match(ada, one, "knucklebones", "people", other="Bob")
            watcher = await watch(ada, two, match)
            for mode in ("immediate", "fast"):
                postgres.stop(mode)
                move = match["turn"]["moves"][0]
                refused = await asyncio.gather(
                    *(play(ada, node, match, move) for node in (one, two))
                )
                assert {answer.status_code for answer in refused} == {503}
                assert {answer.json()["code"] for answer in refused} == {"store-unreachable"}
                ready = await ada.get(f"{one.address}/ready")
                assert (ready.status_code, ready.json()["database"]) == (503, "away")
                postgres.start()

                async def is_ready() -> bool:
                    answers = [await ada.get(f"{node.address}/ready") for node in (one, two)]
                    return {answer.status_code for answer in answers} == {200}

                await until(is_ready)
                answers = await asyncio.gather(
                    *(play(ada, node, match, move) for node in (one, two))
                )
                assert {answer.status_code for answer in answers} == {201}
                assert answers[0].json() == answers[1].json()
                match = answers[0].json()
                await watcher.until(match["version"])
            await watcher.leave()

    asyncio.run(away())


def test_a_restart_of_postgresql_is_hardly_noticed(
    new_node: NewNode, own_database: DatabasePlace, postgres: OwnPostgres
) -> None:
    async def restart() -> None:
        node = new_node(*own_database.options)
        async with visitor(node) as ada:
            match = await open_match(ada, node, "fune", "alone")
            for n in range(40):
                if n in (10, 20, 30):
                    await asyncio.to_thread(postgres.stop)
                    starting = asyncio.create_task(asyncio.to_thread(postgres.start))
                answer = await play(ada, node, match, match["turn"]["moves"][0])
                while answer.status_code == 503:  # as the page does
                    answer = await play(ada, node, match, match["turn"]["moves"][0])
                assert answer.status_code == 201, answer.text
                assert answer.json()["log"][: len(match["log"])] == match["log"]
                match = answer.json()
                if n in (10, 20, 30):
                    await starting
                if match["over"]:
                    match = await open_match(ada, node, "fune", "alone")

    asyncio.run(restart())


def test_a_computer_is_taken_over_from_a_node_that_died(
    new_node: NewNode, shared: list[str]
) -> None:
    async def take_over() -> None:
        patience = {"dicehall.match.live.computer_seats.PATIENCE_SECONDS": 0.2}
        two = new_node(*shared, "--pace", "0", changes=patience)
        one = new_node(*shared, "--pace", "1000")
        async with visitor(two) as ada:
            match = await open_match(ada, one, "knucklebones", "easy", begins="first")
            watcher = await watch(ada, two, match)
            answer = await play(ada, one, match, match["turn"]["moves"][0])
            await watcher.until(answer.json()["version"])
            one.kill()
            moved = await watcher.until(answer.json()["version"] + 1)
            assert moved["turn"]["seat"] == 0
            await watcher.leave()

    asyncio.run(take_over())
