"""Static files stand under an edition, so that they can be kept for ever, with what they import.

Which edition is asked for does not matter: while houses change one after the other, a page of one
may ask another for its files.
"""

import re
from typing import Any

from litestar.types import Receive, Send

from dicehall.web.edge.answering import refuse
from dicehall.web.edge.guard import App

EDITION = re.compile(r"^/static/[0-9a-f]{10}(?=/)")
NAME = re.compile(r"/static(/[\w-][\w.-]{0,99}){1,4}", re.ASCII)
"""What a static file can be called: no system of files is asked for anything else."""


class Editions:
    """Middleware: takes the edition out of the addresses of static files, and turns away what is
    none."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"].startswith("/static/"):
            path = EDITION.sub("/static", scope["path"])
            if not NAME.fullmatch(path):
                await refuse(send, path, 404, "not-found", "there is no such file")
                return
            scope = {**scope, "path": path, "raw_path": path.encode()}
        await self.app(scope, receive, send)
