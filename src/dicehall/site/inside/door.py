"""The door of the application in a browser: it takes the place of a socket and an HTTP server."""

import asyncio
import json
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any
from urllib.parse import unquote

from dicehall.site.inside.cookies import CookieJar
from dicehall.web.edge.asgi import App, refuse

BLIND = (b"cookie", b"host", b"accept-encoding", b"content-length")
"""Request headers that the door sets itself, or that mean nothing here."""

FRAMED = b"frame-ancestors 'self'"
"""The shell shows the application's pages in a frame."""

NOT_KEPT = "this cannot be kept right now: try again"

log = logging.getLogger(__name__)


class Door:
    """Passes requests to an application. What a response tells is safe before it leaves:
    `settle` returns when all changes are kept, `keep_cookies` when the cookies are."""

    def __init__(self, app: App, host: str, jar: CookieJar, settle: Any, keep_cookies: Any) -> None:
        self.app = app
        self.host = host
        self.jar = jar
        self.settle = settle
        self.keep_cookies = keep_cookies
        self._open: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Start the application, which then runs as long as this worker."""
        opened = asyncio.get_running_loop().create_future()

        async def receive() -> Any:
            if not opened.done():
                return {"type": "lifespan.startup"}
            return await asyncio.Future()  # never

        async def send(message: Any) -> None:
            if message["type"] == "lifespan.startup.complete":
                opened.set_result(None)
            elif not opened.done():
                opened.set_exception(RuntimeError(message.get("message", "it has stopped")))

        scope = {"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}
        self._open = asyncio.ensure_future(self.app(scope, receive, send))
        await opened

    def handle(
        self,
        method: str,
        target: str,
        headers: Iterable[tuple[str, str]],
        body: bytes,
        begin: Callable[[int, str], Any],
        go: Callable[[bytes], Any],
        end: Callable[[], Any],
    ) -> "Exchange":
        """Begin to answer a request. `begin` gets the status and the headers as JSON, `go` each
        part of the body; `end` comes last."""
        path, _, query = target.partition("?")
        sent = [(name.lower().encode(), value.encode()) for name, value in headers]
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": unquote(path),
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [
                (b"host", self.host.encode()),
                (b"cookie", self.jar.header()),
                (b"content-length", b"%d" % len(body)),
                *(pair for pair in sent if pair[0] not in BLIND),
            ],
            "client": ("127.0.0.1", 0),
            "server": (self.host, None),
            "state": {},
        }
        return Exchange(self, scope, bytes(body), begin, go, end)


class Exchange:
    """One request and its response. `cancel` it when nobody needs the response any more."""

    def __init__(self, door: Door, scope: Any, body: bytes, begin: Any, go: Any, end: Any) -> None:
        self._door = door
        self._scope = scope
        self._begin, self._go, self._end = begin, go, end
        self._unread: list[bytes] = [body]
        self._gone = asyncio.Event()
        self._begun = self._refused = False
        self._answering = asyncio.ensure_future(self._answer())

    def cancel(self) -> None:
        """The reader has gone away."""
        self._gone.set()

    async def _answer(self) -> None:
        try:
            await self._door.app(self._scope, self._receive, self._send)
        except Exception:
            if not self._gone.is_set():
                log.exception("%s %s failed", self._scope["method"], self._scope["path"])
            if not self._begun:
                self._begin(500, "[]")
        finally:
            self._end()

    async def _receive(self) -> Any:
        if self._unread:
            return {"type": "http.request", "body": self._unread.pop(), "more_body": False}
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        if self._gone.is_set():
            raise OSError("the reader has gone away")
        if self._refused:
            return
        if message["type"] == "http.response.start":
            if message["status"] < 500 and not await self._is_kept():
                self._refused = True
                await refuse(self._send_kept, "/api/", 503, "store-unreachable", NOT_KEPT)
                return
        elif not await self._is_kept():
            raise OSError("the storage is full")  # a stream: its reader connects again
        await self._send_kept(message)

    async def _is_kept(self) -> bool:
        try:
            await self._door.settle()
        except Exception:
            log.exception("changes cannot be saved")
            return False
        return True

    async def _send_kept(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            await self._send_head(message["status"], message["headers"])
        elif body := message.get("body", b""):
            self._go(body)

    async def _send_head(self, status: int, headers: list[tuple[bytes, bytes]]) -> None:
        jar = self._door.jar
        if jar.put([value for name, value in headers if name.lower() == b"set-cookie"]):
            with suppress(Exception):
                await self._door.keep_cookies(jar.write())
        shown = [
            (name.decode(), value.replace(b"frame-ancestors 'none'", FRAMED).decode("latin-1"))
            for name, value in headers
            if name.lower() not in (b"set-cookie", b"content-length")
        ]
        self._begun = True
        self._begin(status, json.dumps(shown))
