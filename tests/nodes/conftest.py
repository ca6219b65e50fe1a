"""Nodes that use PostgreSQL and Redis servers of this machine, or ones that the test starts."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from nodes.node import Node, OwnPostgres, OwnRedis, own_postgres, own_redis
from support.places import REDIS, DatabasePlace, need, new_database

NewNode = Callable[..., Node]


@pytest.fixture
def new_node() -> Iterator[NewNode]:
    """Starts nodes, and ends them after the test."""
    nodes: list[Node] = []

    def start(*options: str, **more: Any) -> Node:
        nodes.append(Node(list(options), **more))
        return nodes[-1]

    yield start
    for node in nodes:
        node.end()


@pytest.fixture
def shared(database: DatabasePlace) -> list[str]:
    """The options of the nodes of one server, on the servers of this machine."""
    need("Redis", REDIS)
    return [*database.options, "--bus", REDIS]


@pytest.fixture
def redis() -> Iterator[OwnRedis]:
    with own_redis() as server:
        yield server


@pytest.fixture
def postgres() -> Iterator[OwnPostgres]:
    with own_postgres() as server:
        yield server


@pytest.fixture
def own_database(postgres: OwnPostgres) -> Iterator[DatabasePlace]:
    with new_database(postgres.url) as place:
        yield place
