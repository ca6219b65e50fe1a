"""Static files stand under an edition, so that browsers can keep them for ever, with what they
import.

While the nodes of a house are upgraded one by one, a page of one edition may ask a node of another
one for its files. It is given that node's own rather than none, but with `no-store`, so that nobody
keeps them under the wrong edition.
"""

import re
from typing import Any

from litestar.types import Message, Receive, Send

from dicehall.web.edge.asgi import App, refuse

EDITION = re.compile(r"^/static/([0-9a-f]{10})(?=/)")
NAME = re.compile(r"/static(/[\w-][\w.-]{0,99}){1,4}", re.ASCII)
"""What a static file can be called; anything else is refused without a look at the disk."""


class EditionMiddleware:
    """Takes the edition out of the addresses of static files, and refuses those that no file can
    have."""

    def __init__(self, app: App, edition: str) -> None:
        self.app = app
        self.edition = edition

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"].startswith("/static/"):
            asked = EDITION.match(scope["path"])
            path = EDITION.sub("/static", scope["path"])
            if not NAME.fullmatch(path):
                await refuse(send, path, 404, "not-found", "there is no such file")
                return
            scope = {**scope, "path": path, "raw_path": path.encode()}
            if asked and asked[1] != self.edition:
                send = _not_kept(send)
        await self.app(scope, receive, send)


def _not_kept(send: Send) -> Send:
    async def send_not_kept(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [pair for pair in message["headers"] if pair[0].lower() != b"cache-control"]
            message["headers"] = [*headers, (b"cache-control", b"no-store")]
        await send(message)

    return send_not_kept
