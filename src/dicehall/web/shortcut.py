"""Moves, by far the most frequent requests, answered without the framework.

What is not a well-formed move goes on to the framework as it came, which finds out what is wrong
and says so. A move of a page that fails goes on, too, with the exception that it failed with: only
the framework draws the pages that tell it.
"""

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from litestar.types import Message, Receive, Send

from dicehall.game.refused import Refused
from dicehall.web.actions import play, play_by_form, read_number
from dicehall.web.api.match_info import describe
from dicehall.web.api.refusals import Refusal, broken
from dicehall.web.api.schemas import MoveIn
from dicehall.web.context import MOVE_FAILURE
from dicehall.web.edge.answering import answer
from dicehall.web.edge.guard import MOST_BODY_BYTES, App, header
from dicehall.web.edge.reading import read_form
from dicehall.web.edge.statuses import status
from dicehall.web.house import House

API, PAGE, MOVES = "/api/matches/", "/matches/", "/moves"
FORM = b"application/x-www-form-urlencoded"

_read = msgspec.json.Decoder(MoveIn).decode
_write = msgspec.json.Encoder().encode

Answer = tuple[int, bytes, bytes]
"""The status, the body and its type."""


class MoveShortcutMiddleware:
    """Answers moves as the routes for them do, at a fraction of the cost."""

    def __init__(self, app: App, house: House) -> None:
        self.app = app
        self.house = house

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        way = self._way(scope)
        if way is None:
            await self.app(scope, receive, send)
            return
        first: Any = await receive()
        body = first.get("body", b"")
        whole = not first.get("more_body") and len(body) <= MOST_BODY_BYTES
        answered = await way(scope, body) if whole else None
        if answered is None:
            await self.app(scope, _from(first, receive), send)
        else:
            code, text, kind = answered
            await answer(send, code, text, kind)

    def _way(self, scope: Any) -> Callable[[Any, bytes], Awaitable[Answer | None]] | None:
        """What answers a request here; None if the framework is to answer it."""
        if scope["type"] != "http" or scope["method"] != "POST":
            return None
        path: str = scope["path"]
        if _match_in(path, API):
            return self._for_program
        if _match_in(path, PAGE) and header(scope, b"x-part") and _is_form(scope):
            return self._for_page
        return None

    async def _for_program(self, scope: Any, body: bytes) -> Answer | None:
        match_id = _match_in(scope["path"], API)
        try:
            data = _read(body)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return None
        scope["path_template"] = "/api/matches/{match_id}/moves"
        try:
            guest = scope["guest"]
            match = await play(self.house, guest, match_id, data.move, data.version, data.id)
            return 201, _write(describe(match, guest)), b"application/json"
        except Refused as refusal:
            return status(refusal), _write(Refusal.of(refusal)), b"application/json"
        except Exception as error:
            return 500, _write(broken(error, match_id)), b"application/json"

    async def _for_page(self, scope: Any, body: bytes) -> Answer | None:
        match_id = _match_in(scope["path"], PAGE)
        try:
            form = read_form(body)
        except ValueError:
            return None
        scope["path_template"] = "/matches/{match_id}/moves"
        try:
            match = await play_by_form(self.house, scope["guest"], match_id, form)
            page = (header(scope, b"x-page") or b"").decode("latin-1")
            moment = read_number((header(scope, b"x-moment") or b"").decode("latin-1"))
            drawn = await self.house.table_for(page, match, scope["guest"], moment)
        except Exception as error:
            scope[MOVE_FAILURE] = error
            return None
        return 200, drawn.encode(), b"text/html; charset=utf-8"


def _match_in(path: str, before: str) -> str:
    """The match that a path of moves names; empty if it is another path."""
    if not (path.startswith(before) and path.endswith(MOVES)):
        return ""
    match_id = path[len(before) : -len(MOVES)]
    return "" if "/" in match_id else match_id


def _is_form(scope: Any) -> bool:
    return (header(scope, b"content-type") or b"").startswith(FORM)


def _from(first: Message, receive: Receive) -> Receive:
    """What has been received already, and then the rest."""
    unread = [first]

    async def receive_again() -> Any:
        return unread.pop() if unread else await receive()

    return receive_again
