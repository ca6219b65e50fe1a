"""How many requests an address may make in a minute."""

import time
from collections import Counter
from typing import Any

from litestar.exceptions import TooManyRequestsException
from litestar.types import ASGIApp, Receive, Send

MINUTE_SECONDS = 60
FREE = "/static/"
"""What is under here is not counted: a browser asks for it once."""


class Limit:
    """Middleware: counts the requests of every address, anew each minute."""

    def __init__(self, app: ASGIApp, per_minute: int) -> None:
        self.app = app
        self.per_minute = per_minute
        self._minute = 0
        self._counts: Counter[str] = Counter()

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if not scope["path"].startswith(FREE):
            self._count(scope["client"][0] if scope["client"] else "")
        await self.app(scope, receive, send)

    def _count(self, address: str) -> None:
        now = time.time()
        if now // MINUTE_SECONDS != self._minute:
            self._minute = int(now // MINUTE_SECONDS)
            self._counts.clear()
        self._counts[address] += 1
        if self._counts[address] > self.per_minute:
            wait = MINUTE_SECONDS - int(now) % MINUTE_SECONDS
            raise TooManyRequestsException(headers={"Retry-After": str(wait)})
