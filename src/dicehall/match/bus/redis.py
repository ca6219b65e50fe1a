"""The bus between machines: Redis publishes envelopes, and every process hears all of them.

Redis may go away at any time. Then each process asks the store what has happened, and versions that
could not be published are published when Redis is back.
"""

import asyncio
import logging
import secrets
from collections import deque
from contextlib import suppress

from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.exceptions import RedisError

from dicehall.game.messages import translatable
from dicehall.game.refused import BusUnusable
from dicehall.match.addresses import without_password
from dicehall.match.background import start_supervised
from dicehall.match.bus.envelope import (
    MOST_IN_ONE_ENVELOPE,
    Envelope,
    decode_envelope,
    encode_envelope,
)
from dicehall.match.bus.protocol import DISCONNECTED_RESYNC_SECONDS, MemoryBus, News, VersionReached

CHANNEL = "dicehall"
CONNECT_SECONDS = 5.0
ANSWER_SECONDS = 10.0
SILENT_SECONDS = 5.0
"""After so long without a word Redis is asked whether it is still there."""
RESYNC_SECONDS = 15.0
"""How often a process asks the store for news although it knows of nothing that it missed."""
RETRY_SECONDS = 0.5
MOST_WAITING = 50_000

AWAY = (OSError, RedisError, asyncio.IncompleteReadError)

log = logging.getLogger(__name__)


class RedisBus(MemoryBus):
    """Open it with `await RedisBus.at(url)`."""

    def __init__(self, redis: "Redis") -> None:
        super().__init__()
        self.connected = False
        self._redis = redis
        self._name = secrets.token_hex(8)
        self._waiting: deque[tuple[str, News]] = deque(maxlen=MOST_WAITING)
        self._news = asyncio.Event()
        self._doubt = asyncio.Event()
        self._closing = False
        self._tasks: list[asyncio.Task[None]] = []

    @classmethod
    async def at(cls, url: str) -> "RedisBus":
        """The bus at this address; refused if there is none."""
        try:
            redis = Redis.from_url(
                url,
                socket_connect_timeout=CONNECT_SECONDS,
                socket_timeout=ANSWER_SECONDS,
                retry=None,
            )
            await redis.ping()
        except (*AWAY, ValueError) as error:
            where = without_password(url)
            raise BusUnusable(
                translatable(
                    "the bus at %(where)s cannot be used: %(why)s", where=where, why=str(error)
                )
            ) from error
        bus = cls(redis)
        bus._tasks = [
            start_supervised("sending to Redis", bus._send),
            start_supervised("listening to Redis", bus._receive),
        ]
        return bus

    async def publish(self, match_id: str, news: News) -> None:
        """Those in this process hear it at once; nobody waits for Redis."""
        self.deliver(match_id, news)
        self._waiting.append((match_id, news))
        self._news.set()

    async def wait_for_gap(self) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(
                self._doubt.wait(),
                RESYNC_SECONDS if self.connected else DISCONNECTED_RESYNC_SECONDS,
            )
        self._doubt.clear()

    async def close(self) -> None:
        # Each task sees for itself that it is over: the client swallows some cancellations.
        self._closing = True
        self._news.set()
        for task in self._tasks[1:]:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=ANSWER_SECONDS)
        with suppress(*AWAY):
            await self._redis.aclose()

    async def _send(self) -> None:
        while not self._closing or self._waiting:
            await self._news.wait()
            if not self._closing:
                self._news.clear()
            while self._waiting:
                size = min(len(self._waiting), MOST_IN_ONE_ENVELOPE)
                envelope = [self._waiting.popleft() for _ in range(size)]
                try:
                    await self._publish(envelope)
                except AWAY:
                    if self._closing:
                        return
                    # Versions stay true; what is shown only for a moment comes too late.
                    late = [one for one in envelope if isinstance(one[1], VersionReached)]
                    self._waiting.extendleft(reversed(late))
                    await asyncio.sleep(RETRY_SECONDS)

    async def _publish(self, news: list[tuple[str, News]]) -> None:
        await self._redis.publish(CHANNEL, encode_envelope(Envelope(self._name, news)))

    async def _receive(self) -> None:
        while not self._closing:
            try:
                async with self._redis.pubsub() as subscription:
                    await subscription.subscribe(CHANNEL)
                    await self._hear(subscription)
            except AWAY as error:
                if self.connected:
                    log.warning("lost the connection to Redis: %s", error)
                self.connected = False
                self._doubt.set()
            await asyncio.sleep(RETRY_SECONDS)

    async def _hear(self, subscription: PubSub) -> None:
        """Pass on what is published, until the connection breaks or falls silent."""
        asked = False
        while not self._closing:
            message = await subscription.get_message(timeout=SILENT_SECONDS)
            if message is None:
                if asked:
                    raise ConnectionError("it does not answer")
                await subscription.ping()
            elif message["type"] == "subscribe":
                log.info("connected to Redis")
                self.connected = True
                self._doubt.set()
            elif message["type"] == "message":
                self._read(message["data"])
            asked = message is None

    def _read(self, data: bytes) -> None:
        envelope = decode_envelope(data)
        if envelope.sender != self._name:
            for match_id, news in envelope.news:
                self.deliver(match_id, news)
