"""The bus: brings news of matches to their watchers. It may lose messages; the store is the
truth."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec


class VersionReached(msgspec.Struct, frozen=True, tag=True):
    """The match has reached a version; what happened is read from the store."""

    version: int


class Reaction(msgspec.Struct, frozen=True, tag=True):
    """A seat sent one of the fixed reactions. Reactions are shown briefly and not stored."""

    seat: int
    reaction: str


class Present(msgspec.Struct, frozen=True, tag=True):
    """Who is at a table in one process: the seats with an open stream, and the number of
    spectators."""

    process: str
    seats: tuple[int, ...]
    watchers: int
    visits: tuple[int, ...] = ()
    """The seats whose page was loaded without opening a stream."""

    @property
    def here(self) -> tuple[int, ...]:
        """All seats that are present."""
        return self.seats + self.visits


class Waiting(msgspec.Struct, frozen=True, tag=True):
    """Somebody waits for an opponent at a public table."""

    match_id: str


class StoringFailed(msgspec.Struct, frozen=True, tag=True):
    """The next event, such as a computer's move, cannot be stored now; it will be retried."""


DISCONNECTED_RESYNC_SECONDS = 2.0
"""How often a process without a connection to the others polls the store."""

News = VersionReached | Reaction | Present | Waiting | StoringFailed
Listener = Callable[[News], None]


class Bus(Protocol):
    """Publishes news of matches to listeners, here and in other processes."""

    connected: bool
    """Whether news from other processes arrives, if there are any."""

    async def publish(self, match_id: str, news: News) -> None:
        """Send news to all listeners of a match."""

    def listen(self, match_id: str, listener: Listener) -> Callable[[], None]:
        """Call `listener` with all news of a match until the returned function is called."""

    def deliver(self, match_id: str, news: News) -> None:
        """Send news to the listeners in this process only."""

    def watched(self) -> list[str]:
        """The matches that have listeners in this process."""

    async def wait_for_gap(self) -> None:
        """Wait until news from other processes may have been lost."""

    async def close(self) -> None:
        """Send pending news and disconnect."""


class MemoryBus:
    """A bus within one process."""

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


MOST_IN_ONE_ENVELOPE = 500
MOST_REPORTED = 20

log = logging.getLogger(__name__)


class Envelope(msgspec.Struct, frozen=True, array_like=True):
    """News of matches, and the process that sent it."""

    sender: str
    news: Sequence[tuple[str, News]]


class _Sealed(msgspec.Struct, frozen=True, array_like=True):
    """An envelope whose news has not been decoded yet."""

    sender: str
    news: list[msgspec.Raw]


encode_envelope: Callable[[Envelope], bytes] = msgspec.json.Encoder().encode
_open: Callable[[bytes], _Sealed] = msgspec.json.Decoder(_Sealed).decode
_read: Callable[[msgspec.Raw], tuple[str, News]] = msgspec.json.Decoder(tuple[str, News]).decode
_reported: set[str] = set()


def decode_envelope(data: bytes) -> Envelope:
    """Decode an envelope, without the news that cannot be read."""
    try:
        sealed = _open(data)
    except msgspec.DecodeError as error:
        _report(error)
        return Envelope("", [])
    news = []
    for one in sealed.news:
        try:
            news.append(_read(one))
        except msgspec.DecodeError as error:
            _report(error)
    return Envelope(sealed.sender, news)


def _report(error: msgspec.DecodeError) -> None:
    """Log each error only once: a newer process may cause it a thousand times a second."""
    if str(error) not in _reported and len(_reported) < MOST_REPORTED:
        _reported.add(str(error))
        log.warning("unreadable message on the bus: %s", error)
