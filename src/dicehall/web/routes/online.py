"""The routes of matches between two guests: claims, nudges, clocks, rematches, reactions."""

from typing import Any

from litestar import Response, post
from litestar.response import Redirect

from dicehall.game.refused import Refused
from dicehall.match.commands import Command, DeclineRematch, TellWords
from dicehall.match.rematch import offer_rematch
from dicehall.match.time_limits import AnswerClaim, ClaimWin, Nudge, SetClock
from dicehall.web.actions import react
from dicehall.web.context import WebRequest, guest, server
from dicehall.web.routes.tables import (
    answer_form,
    form_response,
    refused_response,
    wants_fragment,
)


@post("/matches/{match_id:str}/claim", status_code=200, include_in_schema=False)
async def claim_win(request: WebRequest, match_id: str) -> Response[Any]:
    """Claim the win, because the opponent seems to have left."""
    return await _do(request, match_id, ClaimWin(guest(request)))


@post("/matches/{match_id:str}/here", status_code=200, include_in_schema=False)
async def answer_claim(request: WebRequest, match_id: str) -> Response[Any]:
    """Answer a claim: this guest is still here. An open page sends this by itself."""
    return await _do(request, match_id, AnswerClaim(guest(request)))


@post("/matches/{match_id:str}/words", status_code=200, include_in_schema=False)
async def tell_words(request: WebRequest, match_id: str) -> Response[Any]:
    """Reveal a seat's client seed. An open page sends this by itself."""
    form = await request.form()
    return await _do(request, match_id, TellWords(guest(request), str(form.get("words", ""))))


@post("/matches/{match_id:str}/nudge", status_code=200, include_in_schema=False)
async def nudge(request: WebRequest, match_id: str) -> Response[Any]:
    """Nudge the opponent to move."""
    return await _do(request, match_id, Nudge(guest(request)))


@post("/matches/{match_id:str}/clock", status_code=200, include_in_schema=False)
async def set_clock(request: WebRequest, match_id: str) -> Response[Any]:
    """Set a clock after a nudge had no effect."""
    return await _do(request, match_id, SetClock(guest(request)))


@post("/matches/{match_id:str}/rematch", status_code=200, include_in_schema=False)
async def rematch(request: WebRequest, match_id: str) -> Response[Any]:
    """Offer a rematch, or accept one."""
    form = await request.form()
    commitment = str(form.get("commitment", ""))
    try:
        match = await offer_rematch(server(request).matches, match_id, guest(request), commitment)
    except Refused as refusal:
        return await refused_response(request, match_id, refusal)
    return await form_response(request, match, f"/matches/{match.next or match_id}")


@post("/matches/{match_id:str}/rematch/decline", status_code=200, include_in_schema=False)
async def decline_rematch(request: WebRequest, match_id: str) -> Response[Any]:
    """Decline a rematch, or withdraw an offer. A page sends this by itself when it is left."""
    response = await _do(request, match_id, DeclineRematch(guest(request)))
    to_hall = (await request.form()).get("back") == "hall"
    return Redirect("/", status_code=303) if to_hall else response


@post("/matches/{match_id:str}/reactions", include_in_schema=False)
async def send_reaction(request: WebRequest, match_id: str) -> Response[Any]:
    """Send a reaction to everybody at the table."""
    form = await request.form()
    await react(server(request), guest(request), match_id, str(form.get("reaction", "")))
    if wants_fragment(request):
        return Response(None, status_code=204)
    return Redirect(f"/matches/{match_id}", status_code=303)


async def _do(request: WebRequest, match_id: str, command: Command) -> Response[Any]:
    return await answer_form(request, match_id, server(request).matches.do(match_id, command))
