"""The root: the path below which an application is mounted.

Inside the application every path begins at `/`: routes, middleware and redirects know no root.
`Mounted` removes it from requests, and adds it to redirects and cookies. Pages and scripts add it
to the addresses that they contain: `{{ root }}/…`, and `data-root` of `<html>`.
"""

import re
from contextvars import ContextVar
from typing import Any

from litestar.types import Message, Receive, Send

from dicehall.game.messages import translatable
from dicehall.game.refused import Refused
from dicehall.web.edge.asgi import TEXT, App, refuse, respond

ROOT = re.compile(r"(/[\w-][\w.-]*)*", re.ASCII)
COOKIE_PATH = re.compile(rb"(?<=; path=/)(?=;|$)", re.IGNORECASE)

_root: ContextVar[str] = ContextVar("root", default="")


class BadRoot(Refused):
    """A path below which an application cannot be mounted."""


def root() -> str:
    """The root of the current request, such as `/dice`; usually empty."""
    return _root.get()


def check_root(path: str) -> str:
    """Normalise a root.

    >>> check_root("/dice/"), check_root("/")
    ('/dice', '')
    >>> check_root("dice")
    Traceback (most recent call last):
        ...
    dicehall.web.root.BadRoot: 'dice' is not a valid root: write it as /dice
    """
    found = path.rstrip("/")
    if not ROOT.fullmatch(found):
        raise BadRoot(
            translatable("%(root)r is not a valid root: write it as /dice", root=path[:80])
        )
    return found


class Mounted:
    """Serves an application below a root. Paths outside it do not exist."""

    def __init__(self, app: App, path: str) -> None:
        self.app = app
        self.root = check_root(path)
        self._raw = self.root.encode()

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not self.root:
            await self.app(scope, receive, send)
        elif scope["path"] == self.root:
            await respond(send, 308, b"", TEXT, (b"location", self._raw + b"/"))
        elif not scope["path"].startswith(f"{self.root}/"):
            reason = f"this server has only addresses below {self.root}/"
            await refuse(send, scope["path"], 404, "not-found", reason)
        else:
            await self._serve(scope, receive, send)

    async def _serve(self, scope: Any, receive: Receive, send: Send) -> None:
        async def send_mounted(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [self._add_root(*pair) for pair in message["headers"]]
            await send(message)

        path = scope["path"].removeprefix(self.root)
        # Not `root_path`: the framework would look for it anywhere in the path, and split
        # `/static/dicehall.css` at `/dice`. The base URL of a request comes from `app_root_path`.
        inside = {**scope, "path": path, "raw_path": path.encode(), "app_root_path": self.root}
        token = _root.set(self.root)
        try:
            await self.app(inside, receive, send_mounted)
        finally:
            _root.reset(token)

    def _add_root(self, name: bytes, value: bytes) -> tuple[bytes, bytes]:
        """A response header as others see it."""
        match name.lower():
            case b"location" if value.startswith(b"/"):
                return name, self._raw + value
            case b"set-cookie":
                return name, COOKIE_PATH.sub(self._raw[1:] + b"/", value)
        return name, value
