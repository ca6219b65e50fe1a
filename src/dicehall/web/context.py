"""What the routes share: the house, who is asking, and how answers are made."""

import asyncio
from collections.abc import Collection, Coroutine
from typing import Any, TypeVar

from litestar import MediaType, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.exceptions import ClientException
from litestar.handlers import BaseRouteHandler

from dicehall.game.records import write
from dicehall.match.match import Match
from dicehall.match.networks import Party
from dicehall.players.characters import another_face, default_face
from dicehall.web.edge.identity import YEAR_SECONDS
from dicehall.web.edge.limits import take_for
from dicehall.web.edge.rate_limit import network_of
from dicehall.web.edge.reading import BoundedRequest
from dicehall.web.last_tables import COOKIE as TABLES_COOKIE
from dicehall.web.last_tables import TableChoice, read_tables, write_tables
from dicehall.web.preferences import COOKIE, Preferences
from dicehall.web.server import WebServer
from dicehall.web.views.render import render
from dicehall.words.language import current

WebRequest = BoundedRequest
Answer = TypeVar("Answer")

CLIENT_GONE = 408
"""Nobody reads this status."""


def server(request: WebRequest) -> WebServer:
    """The house that a request came to."""
    found: WebServer = request.app.state.server
    return found


def guest(request: WebRequest) -> str:
    """Who is asking."""
    return str(request.scope["guest"])  # type: ignore[typeddict-item]


def address(request: WebRequest) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else ""


def party(request: WebRequest) -> Party:
    """Who is asking, and from which network."""
    return Party(network_of(address(request)), guest(request))


async def charge(connection: ASGIConnection[Any, Any, Any, Any], route: BaseRouteHandler) -> None:
    """Count what a route costs beyond one request, or refuse it. A route that takes several times
    as long as most says so with `cost` where it is declared."""
    cost = route.opt.get("cost", 1)
    if cost > 1:
        network = network_of(connection.client.host if connection.client else "")
        connection.app.state.server.limits.requests.take(network, cost - 1)


async def while_asked(request: WebRequest, answer: Coroutine[Any, Any, Answer]) -> Answer:
    """Wait for an answer that takes a while; if the caller disconnects meanwhile, it is
    cancelled."""
    finding = asyncio.ensure_future(answer)
    gone = asyncio.ensure_future(_disconnected(request))
    try:
        await asyncio.wait([finding, gone], return_when=asyncio.FIRST_COMPLETED)
        if not finding.done():
            raise ClientException("the caller has gone away", status_code=CLIENT_GONE)
        return finding.result()
    finally:
        gone.cancel()
        finding.cancel()


async def _disconnected(request: WebRequest) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def count_table(request: WebRequest) -> None:
    """Count a table that is about to be opened, or refuse it."""
    take_for(party(request), server(request).limits.tables)


def count_question(request: WebRequest) -> None:
    """Count a question for the coach, or refuse it."""
    take_for(party(request), server(request).limits.questions)


def preferences(request: WebRequest) -> Preferences:
    """How the guest likes it."""
    return Preferences.read(request.cookies.get(COOKIE, ""))


def face(request: WebRequest) -> str:
    """The guest's face: the chosen one, or the one that follows from their id."""
    return preferences(request).face or default_face(guest(request))


def face_beside(request: WebRequest, others: Collection[str]) -> str:
    """The guest's face at a table where others sit: one that was not chosen gives way to theirs."""
    own = face(request)
    while own in others and not preferences(request).face:
        own = another_face(own)
    return own


def preferences_cookie(chosen: Preferences) -> Cookie:
    """Remembers the guest's preferences for a year."""
    return Cookie(COOKIE, value=chosen.write(), max_age=YEAR_SECONDS, samesite="lax")


def last_tables(request: WebRequest) -> dict[str, TableChoice]:
    """How the guest has set tables before, by game."""
    return read_tables(request.cookies.get(TABLES_COOKIE, ""))


def tables_cookie(tables: dict[str, TableChoice]) -> Cookie:
    """Remembers how the guest sets tables for a year."""
    value = write_tables(tables)
    return Cookie(TABLES_COOKIE, value=value, max_age=YEAR_SECONDS, samesite="lax")


def record_response(match: Match) -> Response[str]:
    """A match as a record, to be saved as a file."""
    name = f"{match.game.name}-{match.id}.dice"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(write(match.record()), media_type=MediaType.TEXT, headers=headers)


def _here(request: WebRequest) -> str:
    """The address that a guest comes back to after changing the settings; empty if this page was
    the answer to a form."""
    asked = request.url
    return f"{asked.path}?{asked.query}".removesuffix("?") if request.method == "GET" else ""


def page(request: WebRequest, template: str, status: int = 200, **context: Any) -> Response[str]:
    """A whole page."""
    content = render(
        template,
        preferences=preferences(request),
        language=current(),
        path=request.url.path,
        come_back=_here(request),
        face=face(request),
        **context,
    )
    return Response(content, media_type=MediaType.HTML, status_code=status)
