"""How many requests an address may make in a minute."""

import time
from collections import Counter
from typing import Any

from litestar.exceptions import TooManyRequestsException
from litestar.types import ASGIApp, Receive, Send

MINUTE_SECONDS = 60
FREE = "/static/"
"""What is under here is not counted: a browser asks for it once."""


class RequestLimit:
    """Counts the requests of every address, anew each minute."""

    def __init__(self, per_minute: int) -> None:
        self.per_minute = per_minute
        self._minute = 0
        self._counts: Counter[str] = Counter()

    def admits(self, scope: Any) -> bool:
        """Count a request, once; whether it is one of those that are allowed."""
        if scope.get("admitted"):
            return True
        minute = int(time.time() // MINUTE_SECONDS)
        if minute != self._minute:
            self._minute = minute
            self._counts.clear()
        address = scope["client"][0] if scope["client"] else ""
        self._counts[address] += 1
        scope["admitted"] = self._counts[address] <= self.per_minute
        return bool(scope["admitted"])


class RequestLimited:
    """Middleware: refuses what is over the limit."""

    def __init__(self, app: ASGIApp, limit: RequestLimit) -> None:
        self.app = app
        self.limit = limit

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if not scope["path"].startswith(FREE) and not self.limit.admits(scope):
            wait = MINUTE_SECONDS - int(time.time()) % MINUTE_SECONDS
            raise TooManyRequestsException(headers={"Retry-After": str(wait)})
        await self.app(scope, receive, send)
