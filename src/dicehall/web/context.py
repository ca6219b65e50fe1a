"""Helpers that all routes share: the server, the guest, their cookies, and whole pages."""

import asyncio
from collections.abc import Collection, Coroutine
from types import ModuleType
from typing import Any, TypeVar

from litestar import MediaType, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.exceptions import ClientException
from litestar.handlers import BaseRouteHandler, HTTPRouteHandler

from dicehall.game.records import write
from dicehall.match.match import Match
from dicehall.match.networks import Party
from dicehall.match.puzzles import PuzzleBook
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
Outcome = TypeVar("Outcome")

CLIENT_GONE = 408
"""The client has disconnected and never sees this status."""


def handlers(*modules: ModuleType) -> list[HTTPRouteHandler]:
    """The routes that these modules define, in their order."""
    named = (value for module in modules for value in vars(module).values())
    return [value for value in named if isinstance(value, HTTPRouteHandler)]


def server(request: WebRequest) -> WebServer:
    """The shared state of this server process."""
    found: WebServer = request.app.state.server
    return found


def guest(request: WebRequest) -> str:
    """The id of the guest who sent a request."""
    return str(request.scope["guest"])  # type: ignore[typeddict-item]


def address(request: WebRequest) -> str:
    """The IP address of the client; empty if it is unknown."""
    return request.client.host if request.client else ""


def public_base(request: WebRequest) -> str:
    """The URL at which others reach this server; links to its pages begin with it."""
    return server(request).public_address.base_url(request.base_url)


def party(request: WebRequest) -> Party:
    """The guest who sent a request, and their network."""
    return Party(network_of(address(request)), guest(request))


async def charge(connection: ASGIConnection[Any, Any, Any, Any], route: BaseRouteHandler) -> None:
    """Charge a slow route's extra cost to the rate limit. A route that takes several times as long
    as most declares a `cost`; every request has already been charged 1."""
    cost = route.opt.get("cost", 1)
    if cost > 1:
        network = network_of(connection.client.host if connection.client else "")
        connection.app.state.server.limits.requests.take(network, cost - 1)


async def while_connected(
    request: WebRequest, computation: Coroutine[Any, Any, Outcome]
) -> Outcome:
    """Await a slow computation, but cancel it if the client disconnects."""
    computing = asyncio.ensure_future(computation)
    disconnecting = asyncio.ensure_future(_disconnected(request))
    try:
        await asyncio.wait([computing, disconnecting], return_when=asyncio.FIRST_COMPLETED)
        if not computing.done():
            raise ClientException("the client has disconnected", status_code=CLIENT_GONE)
        return computing.result()
    finally:
        disconnecting.cancel()
        computing.cancel()


async def _disconnected(request: WebRequest) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def count_table(request: WebRequest) -> None:
    """Charge a new table to the rate limits of the guest and their network."""
    take_for(party(request), server(request).limits.tables)


def count_question(request: WebRequest) -> None:
    """Charge a question to the coach to the rate limits of the guest and their network."""
    take_for(party(request), server(request).limits.questions)


def puzzle_book(request: WebRequest) -> PuzzleBook:
    """The progress of all guests with puzzles."""
    matches = server(request).matches
    return PuzzleBook(matches.store, matches.now)


def preferences(request: WebRequest) -> Preferences:
    """The guest's preferences, from their cookie."""
    return Preferences.read(request.cookies.get(COOKIE, ""))


def face(request: WebRequest) -> str:
    """The guest's face: the one they chose, or the default for their id."""
    return preferences(request).face or default_face(guest(request))


def face_beside(request: WebRequest, others: Collection[str]) -> str:
    """The guest's face at a table with others. A default face changes if it is already taken."""
    own = face(request)
    while own in others and not preferences(request).face:
        own = another_face(own)
    return own


def preferences_cookie(chosen: Preferences) -> Cookie:
    """A cookie that keeps the guest's preferences for a year."""
    return Cookie(COOKIE, value=chosen.write(), max_age=YEAR_SECONDS, samesite="lax")


def last_tables(request: WebRequest) -> dict[str, TableChoice]:
    """The guest's most recent match settings, by game."""
    return read_tables(request.cookies.get(TABLES_COOKIE, ""))


def tables_cookie(tables: dict[str, TableChoice]) -> Cookie:
    """A cookie that keeps the guest's match settings for a year."""
    value = write_tables(tables)
    return Cookie(TABLES_COOKIE, value=value, max_age=YEAR_SECONDS, samesite="lax")


def record_response(match: Match) -> Response[str]:
    """A match's record as a file download."""
    name = f"{match.game.name}-{match.id}.dice"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(write(match.record()), media_type=MediaType.TEXT, headers=headers)


def _here(request: WebRequest) -> str:
    """Where the settings page should lead back to; empty if this page is a response to a form."""
    query = request.url.query
    path = request.scope["path"]
    return f"{path}?{query}".removesuffix("?") if request.method == "GET" else ""


def page(request: WebRequest, template: str, status: int = 200, **context: Any) -> Response[str]:
    """A whole page, rendered from a template."""
    content = render(
        template,
        preferences=preferences(request),
        language=current(),
        path=request.scope["path"],
        come_back=_here(request),
        face=face(request),
        single_guest=server(request).single_guest,
        **context,
    )
    return Response(content, media_type=MediaType.HTML, status_code=status)
