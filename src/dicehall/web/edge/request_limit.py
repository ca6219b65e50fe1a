"""Refuses requests of an address that has made too many, before anything of them is read."""

from typing import Any

from litestar.types import Receive, Send

from dicehall.web.edge.addresses import network_of
from dicehall.web.edge.allowances import Allowances
from dicehall.web.edge.answering import refuse
from dicehall.web.edge.guard import App
from dicehall.web.metrics import TURNED_AWAY

CODE = "too-many-requests"


class RequestLimitMiddleware:
    """Counts every request as one. What a route costs beyond that, `context.charge` counts."""

    def __init__(self, app: App, allowances: Allowances) -> None:
        self.app = app
        self.allowances = allowances

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        limit = self.allowances.for_path(scope["path"])
        network = network_of(scope["client"][0] if scope["client"] else "")
        if limit.spend(network):
            await self.app(scope, receive, send)
            return
        TURNED_AWAY.labels(CODE).inc()
        later = (b"retry-after", b"%d" % limit.wait_seconds(network))
        await refuse(send, scope["path"], 429, CODE, "wait a minute", later)
