"""The table of a match as a page or, for its script, as the part that changes; for all routes."""

import time
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
from dicehall.web.context import (
    WebRequest,
    face_beside,
    guest,
    page,
    preferences,
    server,
)
from dicehall.web.edge.statuses import status
from dicehall.web.link_cards import match_card
from dicehall.web.views.scenes import scene_of
from dicehall.web.views.waiting import Arrival, draw_not_begun
from dicehall.words.refusals import sentence


async def answer(request: WebRequest, match: Match, there: str) -> Response[Any]:
    """The answer to a form: the table for the script, the way `there` for those without."""
    if not wants_fragment(request):
        return Redirect(there, status_code=303)
    asking = request.headers.get("x-page", "")
    if match.begun:
        moment = read_number(request.headers.get("x-moment", ""))
        drawn = await server(request).table_for(asking, match, guest(request), moment)
    else:
        server(request).mark_shown(asking, match.version)
        drawn = draw_waiting(request, match)
    return match_answer(request, match, drawn)


async def refuse(request: WebRequest, match_id: str, refusal: Refused) -> Response[str]:
    """The answer to a form that changed nothing: the table as it is, and why. If the server is at
    fault, the page's script gets the error instead and offers to send the form again."""
    if wants_fragment(request) and status(refusal) >= 500:
        raise refusal
    match = await server(request).matches.see(match_id)
    drawn = await draw_refused(request, match, refusal)
    return match_answer(request, match, drawn, status(refusal))


async def draw_refused(request: WebRequest, match: Match, refusal: Refused) -> str:
    """The table as it is, with the reason for a refusal."""
    if match.begun:
        return await draw(request, match, notice=sentence(refusal))
    return draw_waiting(request, match, refusal=refusal)


def draw_waiting(
    request: WebRequest,
    match: Match,
    said: dict[str, str] | None = None,
    refusal: Refused | None = None,
) -> str:
    """The table of a match that has not begun, as the caller sees it."""
    public = server(request).public_address
    seated = [seat for seat in match.seats if seat]
    own_face = face_beside(request, [seat.face for seat in seated])
    arrival = Arrival(
        guest=guest(request),
        name=preferences(request).name
        or default_name(nickname(own_face), [shown_name(seat.name) for seat in seated]),
        link=f"{public.base_url(request.base_url)}matches/{match.id}",
        here_only=public.is_loopback(request.base_url),
        watches="watch" in request.query_params,
    )
    return draw_not_begun(match, arrival, said, refusal)


async def draw_now(request: WebRequest, match: Match) -> str:
    """The table as the caller sees it."""
    if not match.begun:
        return draw_waiting(request, match)
    return await server(request).fragment(match, guest(request))


async def draw(request: WebRequest, match: Match, worth: Worth | None = None, **more: str) -> str:
    """The table with something that is said only now, to this guest."""
    if not match.begun:
        return draw_waiting(request, match)
    return await server(request).draw(match, guest(request), worth, **more)


def wants_fragment(request: WebRequest) -> bool:
    """Whether the script asks, which needs only the part that changes."""
    return request.headers.get("x-part") == "table"


def match_answer(
    request: WebRequest, match: Match, drawn: str, status_code: int = 200, *, advised: bool = False
) -> Response[str]:
    """A drawn table, with a page around it unless the script asks."""
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
    """The page of a match; `advised` if the coach's words are drawn already, and with what there
    is to be seen of its `opening`."""
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
