"""A shortcut for moves, by far the most frequent requests: no framework routing, no parameter
parsing.

It calls the same functions as the routes, so moves and failures behave the same either way.
"""

import re
from typing import Any

import msgspec
from litestar import Litestar
from litestar.exceptions import ClientException
from litestar.types import Receive, Send

from dicehall.web.api import matches as api
from dicehall.web.api.schemas import MoveIn
from dicehall.web.context import WebRequest
from dicehall.web.edge.asgi import JSON, App, respond
from dicehall.web.edge.reading import read_body
from dicehall.web.failures import show_failure
from dicehall.web.routes import matches as pages

MOVES = re.compile(r"(/api)?/matches/([^/]+)/moves")

_decode = msgspec.json.Decoder(MoveIn, strict=False).decode  # lax, as the framework decodes
_encode = msgspec.json.Encoder().encode


class MoveMiddleware:
    """Handles all moves, from pages and from programs."""

    def __init__(self, app: App, litestar: Litestar) -> None:
        self.app = app
        self.litestar = litestar

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        found = MOVES.fullmatch(scope["path"]) if scope["method"] == "POST" else None
        if found is None:
            await self.app(scope, receive, send)
            return
        by_program, match_id = found.groups()
        # What the framework's routing would have added to the scope.
        scope["litestar_app"] = self.litestar
        scope["path_params"] = {"match_id": match_id}
        scope["path_template"] = f"{by_program or ''}/matches/{{match_id}}/moves"
        try:
            if by_program:
                data = _read(await read_body(scope, receive))
                info = await api.play_move.fn(scope, match_id, data)
                await respond(send, 201, _encode(info), JSON)
                return
            request = WebRequest(scope, receive, send)
            response = await pages.play_move.fn(request, match_id)
        except Exception as error:
            request = WebRequest(scope, receive, send)
            response = show_failure(request, error)
        await response.to_asgi_response(None, request)(scope, receive, send)


def _read(body: bytes) -> MoveIn:
    try:
        return _decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ClientException(str(error)) from error
