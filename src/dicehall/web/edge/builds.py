"""The path of a static file contains the build, so that browsers can cache it and its imports
forever.

During a rolling upgrade, a page of one build may request its files from a node with another build.
The node then serves its own version rather than nothing, but with `no-store`, so that it is not
cached under the wrong build.
"""

import re
from typing import Any

from litestar.types import Message, Receive, Send

from dicehall.web.edge.asgi import STATIC, App, refuse

BUILD = re.compile(r"^/static/([0-9a-f]{10})(?=/)")
NAME = re.compile(r"/static(/[\w-][\w.-]{0,99}){1,4}", re.ASCII)
"""Valid paths of static files; anything else is refused without touching the disk."""


class BuildMiddleware:
    """Removes the build from the paths of static files, and refuses invalid paths."""

    def __init__(self, app: App, build: str) -> None:
        self.app = app
        self.build = build

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["path"].startswith(STATIC):
            requested = BUILD.match(scope["path"])
            path = BUILD.sub("/static", scope["path"])
            if not NAME.fullmatch(path):
                await refuse(send, path, 404, "not-found", "there is no such file")
                return
            scope = {**scope, "path": path, "raw_path": path.encode()}
            if requested and requested[1] != self.build:
                send = _uncached(send)
        await self.app(scope, receive, send)


def _uncached(send: Send) -> Send:
    async def send_uncached(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [pair for pair in message["headers"] if pair[0].lower() != b"cache-control"]
            message["headers"] = [*headers, (b"cache-control", b"no-store")]
        await send(message)

    return send_uncached
