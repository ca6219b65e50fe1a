"""HEAD is GET without the body, which the server leaves out: previews and monitors ask so."""

from typing import Any

from litestar.types import Receive, Send

from dicehall.web.edge.guard import App

STREAM = "/stream"


class HeadMiddleware:
    """Has HEAD answered as GET is, except for streams, which would not end."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope.get("method") == "HEAD" and not scope["path"].endswith(STREAM):
            scope = {**scope, "method": "GET"}
        await self.app(scope, receive, send)
