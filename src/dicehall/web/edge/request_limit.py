"""How many requests an address may make in a minute: counted before anything of them is read."""

import time
from typing import Any

from litestar.types import Receive, Send

from dicehall.web.edge.addresses import network_of
from dicehall.web.edge.answering import refuse
from dicehall.web.edge.guard import STATIC, App
from dicehall.web.metrics import TURNED_AWAY

MINUTE_SECONDS = 60
STATUS = frozenset(("/health", "/ready", "/metrics"))
FILES_PER_REQUEST = 5
"""So many times more static files are allowed than other requests: a page comes with many, once."""

CODE = "too-many-requests"


class RequestLimit:
    """Counts the requests of every address, anew each minute. Static files, and the questions of
    hosts whether the house is well, are counted apart, so that none of them uses up the others."""

    def __init__(self, per_minute: int) -> None:
        self.per_minute = per_minute
        self._until = 0.0
        self._requests: dict[str, int] = {}
        self._files: dict[str, int] = {}
        self._questions: dict[str, int] = {}

    def count(self, address: str, path: str = "") -> bool:
        """Count a request, and say whether it is within the limit."""
        now = time.time()
        if now >= self._until:
            self._begin_minute(now)
        counts, allowed = self._requests, self.per_minute
        if path.startswith(STATIC):
            counts, allowed = self._files, self.per_minute * FILES_PER_REQUEST
        elif path in STATUS:
            counts = self._questions
        network = network_of(address)
        made = counts[network] = counts.get(network, 0) + 1
        return made <= allowed

    def _begin_minute(self, now: float) -> None:
        self._until = (now // MINUTE_SECONDS + 1) * MINUTE_SECONDS
        for counts in (self._requests, self._files, self._questions):
            counts.clear()


class RequestLimitMiddleware:
    """Refuses what is over the limit."""

    def __init__(self, app: App, limit: RequestLimit) -> None:
        self.app = app
        self.limit = limit

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or self.limit.count(_address(scope), scope["path"]):
            await self.app(scope, receive, send)
            return
        TURNED_AWAY.labels(CODE).inc()
        wait = MINUTE_SECONDS - int(time.time()) % MINUTE_SECONDS
        later = (b"retry-after", b"%d" % wait)
        await refuse(send, scope["path"], 429, CODE, "wait a minute", later)


def _address(scope: Any) -> str:
    return scope["client"][0] if scope["client"] else ""
