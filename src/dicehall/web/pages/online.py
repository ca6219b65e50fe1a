"""The routes of matches between two guests: claims, their answers, rematches and reactions."""

from typing import Any

from litestar import Response, post
from litestar.response import Redirect

from dicehall.game.refused import Refused
from dicehall.match.commands import AnswerClaim, ClaimWin
from dicehall.match.live.rematch import offer_rematch
from dicehall.web.actions import react
from dicehall.web.context import WebRequest, guest, house
from dicehall.web.pages.matches import answer, refuse, wants_fragment


@post("/matches/{match_id:str}/claim", status_code=200, include_in_schema=False)
async def claim_win(request: WebRequest, match_id: str) -> Response[Any]:
    """Ask for the win, because the other side seems to have left."""
    return await _do(request, match_id, ClaimWin(guest(request)))


@post("/matches/{match_id:str}/here", status_code=200, include_in_schema=False)
async def answer_claim(request: WebRequest, match_id: str) -> Response[Any]:
    """Say that one is still there; an open page does so by itself."""
    return await _do(request, match_id, AnswerClaim(guest(request)))


@post("/matches/{match_id:str}/rematch", status_code=200, include_in_schema=False)
async def rematch(request: WebRequest, match_id: str) -> Response[Any]:
    """Offer to play again, or accept."""
    try:
        match = await offer_rematch(house(request).matches, match_id, guest(request))
    except Refused as refusal:
        return await refuse(request, match_id, refusal)
    return await answer(request, match, f"/matches/{match.next or match_id}")


@post("/matches/{match_id:str}/reactions", include_in_schema=False)
async def send_reaction(request: WebRequest, match_id: str) -> Response[Any]:
    """Say one of the few things that can be said at a table."""
    form = await request.form()
    await react(house(request), guest(request), match_id, str(form.get("reaction", "")))
    if wants_fragment(request):
        return Response(None, status_code=204)
    return Redirect(f"/matches/{match_id}", status_code=303)


async def _do(request: WebRequest, match_id: str, command: ClaimWin | AnswerClaim) -> Response[Any]:
    try:
        match = await house(request).matches.do(match_id, command)
    except Refused as refusal:
        return await refuse(request, match_id, refusal)
    return await answer(request, match, f"/matches/{match_id}")
