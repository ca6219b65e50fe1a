"""Renders the table of a match: as a whole page, or only the table for the page's script."""

import time
from collections.abc import Awaitable
from typing import Any

from litestar import MediaType, Response
from litestar.response import Redirect

from dicehall.game.refused import Refused
from dicehall.game_page.protocol import find_page
from dicehall.match.match import Match
from dicehall.match.names import default_name, shown_name
from dicehall.players.characters import nickname
from dicehall.players.worth import Worth
from dicehall.web.actions import read_number
from dicehall.web.context import WebRequest, face_beside, guest, page, preferences, server
from dicehall.web.edge.statuses import status
from dicehall.web.link_cards import match_card
from dicehall.web.views.scenes import scene_of
from dicehall.web.views.waiting import Visitor, draw_not_begun
from dicehall.words.refusals import sentence


async def answer_form(
    request: WebRequest, match_id: str, change: Awaitable[Match]
) -> Response[Any]:
    """Await a change of a match and respond with its table, or with the reason for a refusal."""
    try:
        match = await change
    except Refused as refusal:
        return await refused_response(request, match_id, refusal)
    return await form_response(request, match, f"/matches/{match_id}")


async def form_response(request: WebRequest, match: Match, there: str) -> Response[Any]:
    """The response to a form: the table for the page's script, otherwise a redirect `there`."""
    if not wants_fragment(request):
        return Redirect(there, status_code=303)
    page_id = request.headers.get("x-page", "")
    if match.begun:
        moment = read_number(request.headers.get("x-moment", ""))
        drawn = await server(request).table_for(page_id, match, guest(request), moment)
    else:
        server(request).mark_shown(page_id, match.version)
        drawn = draw_waiting(request, match)
    return match_response(request, match, drawn)


async def refused_response(request: WebRequest, match_id: str, refusal: Refused) -> Response[str]:
    """The response to a refused form: the unchanged table with the reason. If the server is at
    fault, the page's script gets the error instead and offers to send the form again."""
    if wants_fragment(request) and status(refusal) >= 500:
        raise refusal
    match = await server(request).matches.see(match_id)
    drawn = await draw_refused(request, match, refusal)
    return match_response(request, match, drawn, status(refusal))


async def draw_refused(request: WebRequest, match: Match, refusal: Refused) -> str:
    """The table with the reason for a refusal."""
    if match.begun:
        return await draw(request, match, notice=sentence(refusal))
    return draw_waiting(request, match, refusal=refusal)


def draw_waiting(
    request: WebRequest,
    match: Match,
    typed: dict[str, str] | None = None,
    refusal: Refused | None = None,
) -> str:
    """The table of a match that has not begun, for this guest."""
    public = server(request).public_address
    seated = [seat for seat in match.seats if seat]
    own_face = face_beside(request, [seat.face for seat in seated])
    visitor = Visitor(
        guest=guest(request),
        name=preferences(request).name
        or default_name(nickname(own_face), [shown_name(seat.name) for seat in seated]),
        link=f"{public.base_url(request.base_url)}matches/{match.id}",
        here_only=public.is_loopback(request.base_url),
        watches="watch" in request.query_params,
    )
    return draw_not_begun(match, visitor, typed, refusal)


async def draw_now(request: WebRequest, match: Match) -> str:
    """The table for this guest."""
    if not match.begun:
        return draw_waiting(request, match)
    return await server(request).fragment(match, guest(request))


async def draw(request: WebRequest, match: Match, worth: Worth | None = None, **more: Any) -> str:
    """The table with worths, a notice or a hint for this guest only; never cached."""
    if not match.begun:
        return draw_waiting(request, match)
    return await server(request).draw(match, guest(request), worth, **more)


def wants_fragment(request: WebRequest) -> bool:
    """Whether the request comes from the page's script, which needs only the table."""
    return request.headers.get("x-part") == "table"


def match_response(
    request: WebRequest, match: Match, drawn: str, status_code: int = 200, *, advised: bool = False
) -> Response[str]:
    """A rendered table, inside a page unless the page's script asked for it."""
    if wants_fragment(request):
        return Response(drawn, media_type=MediaType.HTML, status_code=status_code)
    return match_page(request, match, drawn, status_code, advised=advised)


def match_page(
    request: WebRequest,
    match: Match,
    drawn: str,
    status_code: int = 200,
    *,
    advised: bool = False,
    opening: str = "",
) -> Response[str]:
    """The page of a match. `advised` means that the table already contains the coach's notes;
    `opening` holds boards to animate first."""
    scene = scene_of(match, guest(request))
    game_page = find_page(match.game.name)
    waits = scene.mine if not match.begun else match.online and not scene.acting
    return page(
        request,
        "match.html",
        status_code,
        match=match,
        scene=scene,
        refresh=1 if scene.thinking else 5 if waits else 0,
        now=time.time(),
        styles=[game_page.style, "coach.css"],
        scripts=(*(("online.js",) if match.online or match.waiting else ()), *game_page.scripts),
        table=drawn,
        advised=advised,
        opening=opening,
        card=match_card(request, match),
    )
