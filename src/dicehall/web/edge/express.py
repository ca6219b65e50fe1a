"""Moves of programs, the most frequent request by far, answered without the framework's help."""

from typing import Any

import msgspec
from litestar.types import Message, Receive, Send

from dicehall.game.refused import Refused
from dicehall.match.commands import PlayMove
from dicehall.match.service import Matches
from dicehall.web.api.schemas import MatchInfo, MoveIn, Refusal, broken, describe
from dicehall.web.edge.answering import answer
from dicehall.web.edge.guard import MOST_BODY_BYTES, App
from dicehall.web.edge.request_limit import RequestLimit
from dicehall.web.edge.statuses import status

BEFORE, AFTER = "/api/matches/", "/moves"
ROUTE = "/api/matches/{match_id}/moves"

_read = msgspec.json.Decoder(MoveIn).decode
_write = msgspec.json.Encoder().encode


async def move(matches: Matches, match_id: str, guest: str, data: MoveIn) -> MatchInfo:
    """Carry out a move of a program; the match after it."""
    command_id = data.id or f"{data.version} {data.move}"
    command = PlayMove(guest, data.move, data.version, command_id)
    return describe(await matches.do(match_id, command), guest)


class Express:
    """Middleware: answers moves as the route for them does, at a fraction of the cost.

    What is not a move as it should be goes on to the framework as it came: it finds out what is
    wrong with it, and says so.
    """

    def __init__(self, app: App, matches: Matches, limit: RequestLimit) -> None:
        self.app = app
        self.matches = matches
        self.limit = limit

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        match_id = _match_moved_in(scope)
        if not match_id:
            await self.app(scope, receive, send)
            return
        first: Any = await receive()
        data = _move_in(first)
        if data is None or not self.limit.admits(scope):
            await self.app(scope, _from(first, receive), send)
            return
        scope["path_template"] = ROUTE
        try:
            code, body = 201, _write(await move(self.matches, match_id, scope["guest"], data))
        except Refused as refusal:
            code, body = status(refusal), _write(Refusal.of(refusal))
        except Exception as error:
            code, body = 500, _write(broken(error, match_id))
        await answer(send, code, body, b"application/json")


def _match_moved_in(scope: Any) -> str:
    """The match that a request is a move in; empty if it is anything else."""
    if scope["type"] != "http" or scope["method"] != "POST":
        return ""
    path: str = scope["path"]
    if not (path.startswith(BEFORE) and path.endswith(AFTER)):
        return ""
    match_id = path[len(BEFORE) : -len(AFTER)]
    return "" if "/" in match_id else match_id


def _move_in(message: Any) -> MoveIn | None:
    """The move in a request whose body has come as a whole, and is as it should be."""
    body = message.get("body", b"")
    if message.get("more_body") or len(body) > MOST_BODY_BYTES:
        return None
    try:
        return _read(body)
    except msgspec.DecodeError:
        return None


def _from(first: Message, receive: Receive) -> Receive:
    """What has been received already, and then the rest."""
    unread = [first]

    async def receive_again() -> Any:
        return unread.pop() if unread else await receive()

    return receive_again
