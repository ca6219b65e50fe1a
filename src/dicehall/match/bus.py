"""Says "match m is at version n" to whoever watches: that there is news, not what it is."""

import asyncio
from collections import defaultdict
from collections.abc import Callable
from typing import Protocol

Listener = Callable[[int], None]


class Bus(Protocol):
    """Connects those who change matches with those who watch them."""

    async def publish(self, match_id: str, version: int) -> None:
        """Say that a match has reached a version."""

    def listen(self, match_id: str, listener: Listener) -> Callable[[], None]:
        """Be told of every version from now on, until the returned function is called."""


class MemoryBus:
    """A bus within one process."""

    def __init__(self) -> None:
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)

    async def publish(self, match_id: str, version: int) -> None:
        for listener in tuple(self._listeners.get(match_id, ())):
            listener(version)

    def listen(self, match_id: str, listener: Listener) -> Callable[[], None]:
        self._listeners[match_id].add(listener)

        def stop() -> None:
            self._listeners[match_id].discard(listener)
            if not self._listeners[match_id]:
                del self._listeners[match_id]

        return stop


class Latest:
    """The newest version that a watcher has heard of; waiting for it never misses one."""

    def __init__(self) -> None:
        self.version = 0
        self._news = asyncio.Event()

    def hear(self, version: int) -> None:
        self.version = max(self.version, version)
        self._news.set()

    async def newer_than(self, version: int) -> int:
        while self.version <= version:
            self._news.clear()
            await self._news.wait()
        return self.version
