"""The application: routes, refusals and limits, put together."""

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, MediaType, Response, Router, get
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig
from litestar.static_files import create_static_files_router

from dicehall.game.messages import said
from dicehall.game.refused import Refused, TooOften
from dicehall.match.dice.commitments import new_epoch
from dicehall.match.service import Matches
from dicehall.web import api, installable, pages
from dicehall.web.api.description import VERSION, DescribedJson, complete, operation_id
from dicehall.web.api.refusals import Refusal, broken, code_of_status
from dicehall.web.context import WebRequest, charge, page
from dicehall.web.edge.allowances import Allowances
from dicehall.web.edge.compression import CompressionMiddleware
from dicehall.web.edge.editions import EditionMiddleware
from dicehall.web.edge.guard import MOST_BODY_BYTES, App, GuardMiddleware
from dicehall.web.edge.heads import HeadMiddleware
from dicehall.web.edge.hosts import TrustedHosts
from dicehall.web.edge.identity import YEAR_SECONDS, IdentityMiddleware, Signer
from dicehall.web.edge.languages import LanguageMiddleware
from dicehall.web.edge.reading import MOST_FIELDS, BoundedRequest
from dicehall.web.edge.statuses import status
from dicehall.web.house import House
from dicehall.web.public_address import UNKNOWN, PublicAddress
from dicehall.web.shortcut import MoveShortcutMiddleware
from dicehall.web.views.interface import object_views, operation_views
from dicehall.web.views.render import STATIC, edition, game_pages, render
from dicehall.words.language import current
from dicehall.words.refusals import explain, sentence


def create_app(
    matches: Matches,
    signer: Signer,
    closing: asyncio.Event,
    allowances: Allowances,
    trusted_hosts: Collection[str] = (),
    public_address: PublicAddress = UNKNOWN,
    epoch: str = "",
) -> App:
    """The house as an ASGI application; `closing` ends the streams that would stay open. With
    `trusted_hosts` it answers to these names only. Workers of one server share an `epoch`."""

    house = House(matches, signer, closing, allowances, public_address)

    @asynccontextmanager
    async def open_house(app: Litestar) -> AsyncIterator[None]:
        app.state.house = house
        await house.issuer.start(epoch or new_epoch())
        await matches.start()
        yield
        await matches.close()

    refusing: Any = {Refused: _show_refusal, HTTPException: _show_http, 500: _show_broken}
    app = Litestar(
        [
            *pages.ROUTES,
            *installable.ROUTES,
            *api.ROUTERS,
            show_api,
            *_static_files(),
        ],
        lifespan=[open_house],
        guards=[charge],
        exception_handlers=refusing,
        request_class=BoundedRequest,
        request_max_body_size=MOST_BODY_BYTES,
        multipart_form_part_limit=MOST_FIELDS,
        logging_config=None,  # the log is set up before
        openapi_config=OpenAPIConfig(
            "Dicehall",
            VERSION,
            path="/api/openapi.json",  # below it the framework answers in its own way
            render_plugins=[DescribedJson(path="/")],
            use_handler_docstrings=True,
            operation_id_creator=operation_id,
        ),
    )
    return _with_middleware(app, house, trusted_hosts)


def _with_middleware(app: App, house: House, trusted_hosts: Collection[str]) -> App:
    """The application inside its middleware; the one that is put around it last sees a request
    first."""
    app = HeadMiddleware(app)
    app = EditionMiddleware(app, edition())
    app = MoveShortcutMiddleware(app, house)
    app = CompressionMiddleware(app)
    app = IdentityMiddleware(app, house.signer, house.matches.networks)
    app = GuardMiddleware(app, TrustedHosts(trusted_hosts))
    return LanguageMiddleware(app)


def _static_files() -> list[Router]:
    """The files of the house, and of the pages of the games under their keys."""
    of_games = {f"/{key}": page.folder / "static" for key, page in game_pages().items()}
    return [
        create_static_files_router(
            path=f"/static{under}",
            name=f"static{under}",
            directories=[folder],
            cache_control=CacheControlHeader(max_age=YEAR_SECONDS, immutable=True),
        )
        for under, folder in {"": STATIC, **of_games}.items()
        if folder.is_dir()
    ]


def _show_refusal(request: WebRequest, refusal: Refused) -> Response[Any]:
    shown = _show_error(request, status(refusal), Refusal.of(refusal))
    if isinstance(refusal, TooOften) and refusal.retry_seconds:
        shown.headers["retry-after"] = str(refusal.retry_seconds)
    return shown


def _show_http(request: WebRequest, error: HTTPException) -> Response[Any]:
    code = code_of_status(error.status_code)
    details: Any = error.extra if isinstance(error.extra, list) else []
    wrong = [f"{one['key']}: {one['message']}" for one in details if "key" in one]
    refusal = Refusal(code, "; ".join(wrong) or error.detail)
    if not _is_program(request):
        refusal = Refusal(code, explain(FOR_PEOPLE.get(error.status_code, UNREADABLE)))
    shown = _show_error(request, error.status_code, refusal)
    shown.headers.update(error.headers or {})
    return shown


FOR_PEOPLE = {
    404: said("there is no such page"),
    405: said("this page cannot do that"),
    413: said("that is too much at once"),
}
"""What pages say about what the framework refuses; programs are told exactly."""
UNREADABLE = said("this request cannot be understood")


def _is_program(request: WebRequest) -> bool:
    return request.url.path.startswith("/api/")


def _show_broken(request: WebRequest, error: Exception) -> Response[Any]:
    return _show_error(request, 500, broken(error, request.path_params.get("match_id", "")))


def _show_error(request: WebRequest, status_code: int, refusal: Refusal) -> Response[Any]:
    if _is_program(request):
        return Response(refusal, status_code=status_code)
    reason = sentence(refusal.reason)
    if "x-part" in request.headers:  # the script of a page
        shown = Refusal(refusal.code, reason)
        return Response(shown, status_code=status_code, media_type=MediaType.JSON)
    told = {"code": refusal.code, "reason": reason, "failure": status_code}
    return page(request, "error.html", status_code, **told)


@get("/api/docs", include_in_schema=False)
async def show_api(request: WebRequest) -> Response[str]:
    """The interface for programs, described for people."""
    drawn = request.app.state.house.api_descriptions
    if current() not in drawn:
        drawn[current()] = _describe_api(request.app)
    return page(request, "api.html", description=drawn[current()])


def _describe_api(app: Litestar) -> str:
    """The description in the reader's language: it takes long to draw, and never changes."""
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
