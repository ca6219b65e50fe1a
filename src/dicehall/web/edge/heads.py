"""Answers HEAD requests, which link previews and monitors send, like GET; the HTTP server drops the
body."""

from typing import Any

from litestar.types import Receive, Send

from dicehall.web.edge.asgi import App

STREAM = "/stream"


class HeadMiddleware:
    """Turns HEAD into GET, except for streams, which would never end."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope.get("method") == "HEAD" and not scope["path"].endswith(STREAM):
            scope = {**scope, "method": "GET"}
        await self.app(scope, receive, send)
