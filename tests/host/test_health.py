"""Readiness, without a server."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from dicehall.host import health
from dicehall.host.health import StatusMiddleware


class CountingStore:
    """A store that counts how often it is checked."""

    checks = 0

    async def check(self) -> None:
        self.checks += 1


async def status_of(middleware: Any) -> int:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    await middleware({"type": "http", "path": "/ready", "method": "GET"}, None, send)
    return int(sent[0]["status"])


def test_readiness_checks_write_at_most_every_other_second(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        store, now = CountingStore(), 1000.0
        monkeypatch.setattr(health, "monotonic", lambda: now)
        below: Any = None
        matches: Any = SimpleNamespace(store=store, bus=SimpleNamespace(connected=True))
        middleware = StatusMiddleware(below, matches, asyncio.Event())
        statuses = await asyncio.gather(*(status_of(middleware) for _ in range(50)))
        assert (set(statuses), store.checks) == ({200}, 1)
        now += health.REST_SECONDS
        await status_of(middleware)
        assert store.checks == 2

    asyncio.run(run())
