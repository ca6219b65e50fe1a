"""Moves of programs, the most frequent request by far, answered without the framework's help."""

from typing import Any

import msgspec
from litestar.types import ASGIApp, Message, Receive, Send

from dicehall.match.commands import PlayMove
from dicehall.match.service import Matches
from dicehall.web.guard import MOST_BODY_BYTES
from dicehall.web.shapes import MatchInfo, MoveIn, describe

_read = msgspec.json.Decoder(MoveIn).decode
_write = msgspec.json.Encoder().encode


async def move(matches: Matches, match_id: str, guest: str, data: MoveIn) -> MatchInfo:
    """Carry out a move of a program; the match after it."""
    command_id = data.id or f"{data.version} {data.move}"
    command = PlayMove(guest, data.move, data.version, command_id)
    return describe(await matches.do(match_id, command), guest)


class Express:
    """Middleware of the route for moves: does what its handler does, at a third of the cost.

    The route has been found by then, and refusals go the usual way. A body that is not a move as
    it should be goes to the handler as it came, and the framework says what is wrong with it.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        first: Any = await receive()
        data = _move_in(first)
        if data is None:
            await self.app(scope, _from(first, receive), send)
            return
        matches = scope["litestar_app"].state.house.matches
        match_id = scope["path_params"]["match_id"]
        body = _write(await move(matches, match_id, scope["guest"], data))
        headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
        await send({"type": "http.response.start", "status": 201, "headers": headers})
        await send({"type": "http.response.body", "body": body, "more_body": False})


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
