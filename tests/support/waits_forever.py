"""A test that starts one process of each kind and never ends; `test_interrupting.py` runs it."""

import signal
from pathlib import Path

import pytest
from playwright.sync_api import Page

from nodes.conftest import NewNode, new_node, redis
from nodes.node import OwnRedis
from support.server import Server

__all__ = ["new_node", "redis"]


def test_wait(
    server: Server,
    page: Page,
    new_node: NewNode,
    redis: OwnRedis,
    tmp_path: Path,
    pytestconfig: pytest.Config,
) -> None:
    page.goto(server.address)
    new_node("--data", str(tmp_path), "--bus", redis.url)
    (pytestconfig.rootpath / "ready").touch()
    signal.pause()
