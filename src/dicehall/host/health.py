"""Health checks: whether the server is alive, and whether it is ready.

They come before everything else, without cookies or rate limits.
"""

import asyncio
import logging
from time import monotonic, perf_counter
from typing import Any

import msgspec
from litestar.types import Message, Receive, Send

from dicehall.game.refused import Refused
from dicehall.match.service import Matches
from dicehall.web.edge.asgi import TEXT, App, respond
from dicehall.web.metrics import REQUEST_SECONDS

CHECK_SECONDS = 2.0
REST_SECONDS = 2.0
"""How long a result is cached, so that frequent checks cost next to nothing."""
METHODS = ("GET", "HEAD", "POST", "OPTIONS")
DEVICE = "/device/"
NO_STORE = (b"cache-control", b"no-store")

log = logging.getLogger(__name__)


class StatusMiddleware:
    """Answers `/health` and `/ready`; measures all other requests.

    A closing node that is one of several answers GET and HEAD with 502, so that the proxy tries
    another node and avoids this one from then on.
    """

    def __init__(
        self, app: App, matches: Matches, closing: asyncio.Event, *, one_of_several: bool = False
    ) -> None:
        self.app = app
        self.matches = matches
        self.closing = closing
        self.one_of_several = one_of_several
        self._checking = asyncio.Lock()
        self._checked = ("", -REST_SECONDS)

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        match scope["path"]:
            case "/health":
                await respond(send, 200, b"alive\n", TEXT, NO_STORE)
            case "/ready":
                status, body = await self._ready()
                await respond(send, status, body, b"application/json", NO_STORE)
            case _ if self._sends_away(scope["method"]):
                await respond(send, 502, b"closing\n", TEXT, NO_STORE, (b"connection", b"close"))
            case _:
                await self._measure(scope, receive, send)

    def _sends_away(self, method: str) -> bool:
        return self.one_of_several and self.closing.is_set() and method in ("GET", "HEAD")

    async def _ready(self) -> tuple[int, bytes]:
        """The status and body of `/ready`. A server without its bus is slower but works, so it
        stays ready."""
        database = await self._database()
        bus = "here" if self.matches.bus.connected else "away"
        house = "closing" if self.closing.is_set() else "open"
        status = 200 if (database, house) == ("here", "open") else 503
        return status, msgspec.json.encode({"house": house, "database": database, "bus": bus})

    async def _database(self) -> str:
        """Whether moves can be stored; a full disk counts as away."""
        async with self._checking:
            found, found_at = self._checked
            if monotonic() - found_at >= REST_SECONDS:
                found = await self._probe()
                self._checked = found, monotonic()
            return found

    async def _probe(self) -> str:
        try:
            await asyncio.wait_for(self.matches.store.check(), CHECK_SECONDS)
            return "here"
        except (Refused, TimeoutError) as error:
            why = error.reason if isinstance(error, Refused) else "timeout"
            log.warning("moves cannot be stored: %s", why)
            return "away"

    async def _measure(self, scope: Any, receive: Receive, send: Send) -> None:
        begun = perf_counter()

        async def send_measured(message: Message) -> None:
            if message["type"] == "http.response.start":
                seconds = perf_counter() - begun
                route = scope.get("path_template") or "none"
                method = scope["method"] if scope["method"] in METHODS else "OTHER"
                REQUEST_SECONDS.observe(seconds, method, route, str(message["status"]))
                if log.isEnabledFor(logging.DEBUG):
                    milliseconds = round(seconds * 1000, 1)
                    path = scope["raw_path"].decode(errors="replace")
                    if path.startswith(DEVICE):  # the rest is a secret token for ten minutes
                        path = f"{DEVICE}…"
                    line = f"{scope['method']} {path} {message['status']}"
                    log.debug(line, extra={"route": route, "milliseconds": milliseconds})
            await send(message)

        await self.app(scope, receive, send_measured)
