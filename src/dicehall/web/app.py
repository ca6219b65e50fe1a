"""Assembles the ASGI application: routes, error handlers and middleware."""

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Response, get
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig
from litestar.types import Receive, Send

from dicehall.game.refused import Refused
from dicehall.match.background import cancel_all, start_supervised
from dicehall.match.dice.commitments import new_epoch
from dicehall.match.service import Matches
from dicehall.web import api, installable, routes
from dicehall.web.api.description import VERSION, DescribedJson, complete, operation_id
from dicehall.web.context import WebRequest, charge, page
from dicehall.web.edge.asgi import App
from dicehall.web.edge.builds import BuildMiddleware
from dicehall.web.edge.compression import CompressionMiddleware
from dicehall.web.edge.guard import GuardMiddleware
from dicehall.web.edge.hosts import TrustedHosts
from dicehall.web.edge.identity import IdentityMiddleware, Signer
from dicehall.web.edge.languages import LanguageMiddleware
from dicehall.web.edge.limits import Limits
from dicehall.web.edge.reading import MOST_FIELDS, BoundedRequest
from dicehall.web.failures import show_failure
from dicehall.web.moves import MoveMiddleware
from dicehall.web.public_address import UNKNOWN, PublicAddress
from dicehall.web.server import WebServer
from dicehall.web.views.interface import object_views, operation_views
from dicehall.web.views.render import build, render
from dicehall.words.language import current


def create_app(
    matches: Matches,
    signer: Signer,
    closing: asyncio.Event,
    limits: Limits,
    trusted_hosts: Collection[str] = (),
    public_address: PublicAddress = UNKNOWN,
    epoch: str = "",
    *,
    single_guest: bool = False,
) -> App:
    """The server as an ASGI application. Setting `closing` ends open streams. With `trusted_hosts`
    it answers only to these names. The workers of one server share an `epoch`. With a
    `single_guest`, whatever needs other people is absent, today's dice follow from the date alone,
    and the guest can export and import all matches."""

    server = WebServer(matches, signer, closing, limits, public_address, single_guest)

    @asynccontextmanager
    async def run_matches(app: Litestar) -> AsyncIterator[None]:
        app.state.server = server
        await server.issuer.start(epoch or new_epoch())
        await matches.start()
        committing = start_supervised("committing to tomorrow's dice", server.days.keep_committing)
        yield
        await cancel_all([committing])
        server.models.close()
        await matches.close()

    failing: Any = {Refused: show_failure, HTTPException: show_failure, 500: show_failure}
    app = Litestar(
        [
            *routes.EVERYWHERE,
            *(routes.FOR_A_SINGLE_GUEST if single_guest else routes.AMONG_GUESTS),
            *installable.ROUTES,
            api.ROUTER,
            show_api,
        ],
        lifespan=[run_matches],
        guards=[charge],
        exception_handlers=failing,
        request_class=BoundedRequest,
        multipart_form_part_limit=MOST_FIELDS,
        logging_config=None,  # already configured
        openapi_config=OpenAPIConfig(
            "Dicehall",
            VERSION,
            path="/api/openapi.json",  # the framework handles the paths below it
            render_plugins=[DescribedJson(path="/")],
            use_handler_docstrings=True,
            operation_id_creator=operation_id,
        ),
    )
    return _with_middleware(app, server, trusted_hosts)


def _with_middleware(litestar: Litestar, server: WebServer, trusted_hosts: Collection[str]) -> App:
    """Wrap the application in its middleware. The last one applied sees a request first."""
    app: App = BuildMiddleware(_with_heads(litestar), build())
    app = MoveMiddleware(app, litestar)
    app = CompressionMiddleware(app)
    app = IdentityMiddleware(app, server.signer, server.matches.networks)
    app = GuardMiddleware(app, TrustedHosts(trusted_hosts))
    app = LanguageMiddleware(app)

    async def for_http(scope: Any, receive: Receive, send: Send) -> None:
        """Pass the start and end of the server straight to the framework."""
        await (app if scope["type"] == "http" else litestar)(scope, receive, send)

    return for_http


def _with_heads(app: App) -> App:
    """Answer HEAD, which link previews and monitors send, like GET; the HTTP server drops the body.
    Not for streams, which would never end."""

    async def as_get(scope: Any, receive: Receive, send: Send) -> None:
        if scope["method"] == "HEAD" and not scope["path"].endswith("/stream"):
            scope = {**scope, "method": "GET"}
        await app(scope, receive, send)

    return as_get


@get("/api/docs", include_in_schema=False)
async def show_api(request: WebRequest) -> Response[str]:
    """The documentation of the JSON interface."""
    drawn = request.app.state.server.api_descriptions
    if current() not in drawn:
        drawn[current()] = _describe_api(request.app)
    return page(request, "api.html", description=drawn[current()])


def _describe_api(app: Litestar) -> str:
    """The documentation in the current language; slow to render, so the caller caches it."""
    document = complete(app.openapi_schema.to_schema())
    objects = object_views(document)
    return render(
        "api_description.html",
        language=current(),
        about=document["info"]["description"],
        operations=operation_views(document),
        objects=objects,
        names={one.name for one in objects},
        refusals=list(document["x-codes"].items()),
    )
