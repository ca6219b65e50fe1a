"""Brings news of matches to whoever watches them. What it carries is fleeting: a lost message
is healed by the next, and nothing that counts rests on it."""

import asyncio
from collections import defaultdict
from collections.abc import Callable
from typing import Protocol

import msgspec


class VersionReached(msgspec.Struct, frozen=True, tag=True):
    """The match has reached a version; what happened is read from the store."""

    version: int


class Reaction(msgspec.Struct, frozen=True, tag=True):
    """A seat said one of the fixed words; they are shown for a moment and not kept."""

    seat: int
    reaction: str


class Present(msgspec.Struct, frozen=True, tag=True):
    """Who is at a table in one process: the seats whose page listens, and how many others watch.
    Nobody at all if all have gone."""

    process: str
    seats: tuple[int, ...]
    watchers: int
    visits: tuple[int, ...] = ()
    """The seats whose page was loaded and does not listen."""

    @property
    def here(self) -> tuple[int, ...]:
        """All seats that are present."""
        return self.seats + self.visits


class Waiting(msgspec.Struct, frozen=True, tag=True):
    """Somebody waits at a table that is offered to anybody."""

    match_id: str


class StoringFailed(msgspec.Struct, frozen=True, tag=True):
    """What happens next, such as a computer's move, cannot be stored now; it is tried again."""


DISCONNECTED_RESYNC_SECONDS = 2.0
"""How often a process that cannot hear the others asks the store for news."""

News = VersionReached | Reaction | Present | Waiting | StoringFailed
Listener = Callable[[News], None]


class Bus(Protocol):
    """Connects those who change matches with those who watch them."""

    connected: bool
    """Whether other processes can be heard, as far as there are any."""

    async def publish(self, match_id: str, news: News) -> None:
        """Tell everybody who listens to a match."""

    def listen(self, match_id: str, listener: Listener) -> Callable[[], None]:
        """Be told of all news from now on, until the returned function is called."""

    def deliver(self, match_id: str, news: News) -> None:
        """Tell those who listen in this process."""

    def watched(self) -> list[str]:
        """The matches that somebody in this process listens to."""

    async def wait_for_gap(self) -> None:
        """Wait until news from other processes may have been missed."""

    async def close(self) -> None:
        """Send what is waiting and hear nothing more."""


class MemoryBus:
    """A bus within one process; of others it hears nothing."""

    def __init__(self) -> None:
        self.connected = True
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)

    async def publish(self, match_id: str, news: News) -> None:
        self.deliver(match_id, news)

    def deliver(self, match_id: str, news: News) -> None:
        for listener in tuple(self._listeners.get(match_id, ())):
            listener(news)

    def listen(self, match_id: str, listener: Listener) -> Callable[[], None]:
        self._listeners[match_id].add(listener)

        def stop() -> None:
            self._listeners[match_id].discard(listener)
            if not self._listeners[match_id]:
                del self._listeners[match_id]

        return stop

    def watched(self) -> list[str]:
        return list(self._listeners)

    async def wait_for_gap(self) -> None:
        await asyncio.sleep(DISCONNECTED_RESYNC_SECONDS)

    async def close(self) -> None:
        pass
