"""The bus between machines: Redis carries envelopes to all processes.

If Redis is unreachable, each process polls the store instead, and versions that could not be
published are sent when Redis is back.
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
from dicehall.match.bus.protocol import (
    DISCONNECTED_RESYNC_SECONDS,
    MOST_IN_ONE_ENVELOPE,
    Envelope,
    MemoryBus,
    News,
    VersionReached,
    decode_envelope,
    encode_envelope,
)

CHANNEL = "dicehall"
CONNECT_SECONDS = 5.0
ANSWER_SECONDS = 10.0
SILENT_SECONDS = 5.0
"""After this long without a message, Redis is pinged."""
RESYNC_SECONDS = 15.0
"""How often a process polls the store even if nothing seems lost."""
RETRY_SECONDS = 0.5
MOST_WAITING = 50_000

CONNECTION_ERRORS = (OSError, RedisError, asyncio.IncompleteReadError)

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
        self._gap = asyncio.Event()
        self._closing = False
        self._tasks: list[asyncio.Task[None]] = []

    @classmethod
    async def at(cls, url: str) -> "RedisBus":
        """Connect to the bus at this address; refused if that fails."""
        try:
            redis = Redis.from_url(
                url,
                socket_connect_timeout=CONNECT_SECONDS,
                socket_timeout=ANSWER_SECONDS,
                retry=None,
            )
            await redis.ping()
        except (*CONNECTION_ERRORS, ValueError) as error:
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
        """Deliver in this process immediately, and queue the news for Redis."""
        self.deliver(match_id, news)
        self._waiting.append((match_id, news))
        self._news.set()

    async def wait_for_gap(self) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(
                self._gap.wait(), RESYNC_SECONDS if self.connected else DISCONNECTED_RESYNC_SECONDS
            )
        self._gap.clear()

    async def close(self) -> None:
        # The tasks also check `_closing`, because the client swallows some cancellations.
        self._closing = True
        self._news.set()
        for task in self._tasks[1:]:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=ANSWER_SECONDS)
        with suppress(*CONNECTION_ERRORS):
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
                except CONNECTION_ERRORS:
                    if self._closing:
                        return
                    # Versions are still worth sending; reactions and presence are out of date.
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
                    await self._forward(subscription)
            except CONNECTION_ERRORS as error:
                if self.connected:
                    log.warning("lost the connection to Redis: %s", error)
                self.connected = False
                self._gap.set()
            await asyncio.sleep(RETRY_SECONDS)

    async def _forward(self, subscription: PubSub) -> None:
        """Deliver published news until the connection breaks or stops responding."""
        pinged = False
        while not self._closing:
            message = await subscription.get_message(timeout=SILENT_SECONDS)
            if message is None:
                if pinged:
                    raise ConnectionError("no response to ping")
                await subscription.ping()
            elif message["type"] == "subscribe":
                log.info("connected to Redis")
                self.connected = True
                self._gap.set()
            elif message["type"] == "message":
                self._read(message["data"])
            pinged = message is None

    def _read(self, data: bytes) -> None:
        envelope = decode_envelope(data)
        if envelope.sender != self._name:
            for match_id, news in envelope.news:
                self.deliver(match_id, news)
