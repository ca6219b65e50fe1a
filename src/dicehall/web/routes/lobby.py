"""The ways to a free seat: the lobby, a room code, and the Join form of a table."""

import time
from dataclasses import dataclass, replace
from typing import Any

from litestar import Response, get, post
from litestar.response import Redirect

from dicehall.game.refused import MatchOver, Refused, SeatNotFree
from dicehall.match.commands import TakeSeat
from dicehall.match.match import Match
from dicehall.match.names import default_name, shown_name
from dicehall.match.store.lists import opponents_since
from dicehall.match.store.protocol import ListedSeat
from dicehall.players.characters import nickname
from dicehall.players.opponents import OPEN
from dicehall.web.actions import find_room
from dicehall.web.context import (
    WebRequest,
    address,
    face_beside,
    guest,
    page,
    preferences,
    preferences_cookie,
    server,
)
from dicehall.web.edge.statuses import status
from dicehall.web.routes.new_match import open_at_once
from dicehall.web.routes.tables import draw_waiting, match_response
from dicehall.web.views.online import clock_words
from dicehall.words.language import _, ngettext


@dataclass(frozen=True, slots=True)
class Offer:
    """A free seat in the lobby."""

    match_id: str
    game: str
    name: str
    clock: str
    age: str


OFFER_SECONDS = 600
"""How long a rematch offer is shown to a guest who has left the table."""
LATEST_OFFER_SECONDS = 3600
"""How long after the end of a match a rematch can be offered and still be shown there."""


@post("/invite/{game:str}", include_in_schema=False)
async def invite_at_once(request: WebRequest, game: str) -> Redirect:
    """Open a match with a free seat, to invite a friend."""
    return await open_at_once(request, game, opponent=OPEN)


@get("/lobby", include_in_schema=False)
async def show_lobby(request: WebRequest) -> Response[str]:
    """The free seats that anyone may take."""
    return page(
        request, "lobby.html", offers=await offers(request), rematches=await rematches(request)
    )


@get("/join", include_in_schema=False)
async def ask_code(request: WebRequest, code: str = "") -> Response[Any]:
    """The form for a room code, and the redirect to the match with that code."""
    if not code.strip():
        return page(request, "join.html", code="", refusal=None)
    return await _redirect_to_room(request, code)


@get("/r/{code:str}", include_in_schema=False)
async def follow_code(request: WebRequest, code: str) -> Response[Any]:
    """The short link to a room."""
    return await _redirect_to_room(request, code)


@post("/matches/{match_id:str}/seats", status_code=200, include_in_schema=False)
async def take_seat(request: WebRequest, match_id: str) -> Response[Any]:
    """Take the free seat at a table."""
    form = await request.form()
    matches = server(request).matches
    match = await matches.see(match_id)
    typed = str(form.get("name", ""))
    others = [shown_name(seat.name) for seat in match.seats if seat]
    own_face = face_beside(request, [seat.face for seat in match.seats if seat])
    usual = default_name(nickname(own_face), others)
    name = typed if typed.strip() else usual
    there = f"/matches/{match_id}"
    if guest(request) in (seat.holder for seat in match.seats if seat):
        return Redirect(there, status_code=303)
    words, commitment = str(form.get("words", "")), str(form.get("commitment", ""))
    command = TakeSeat(
        match.free or 0,
        name,
        guest(request),
        words="" if commitment else words,
        face=own_face,
        commitment=commitment,
    )
    try:
        await matches.do(match_id, command)
    except SeatNotFree:  # somebody was quicker: this guest becomes a spectator
        return Redirect(f"{there}?seat=taken", status_code=303)
    except MatchOver:
        return Redirect(there, status_code=303)
    except Refused as refusal:
        entered = {key: str(form.get(key, "")) for key in ("name", "words")}
        drawn = draw_waiting(request, match, typed=entered, refusal=refusal)
        return match_response(request, match, drawn, status(refusal))
    chosen = " ".join(typed.split())
    updated = replace(preferences(request), name="" if chosen == usual else chosen)
    return Redirect(there, status_code=303, cookies=[preferences_cookie(updated)])


async def offers(request: WebRequest) -> list[Offer]:
    """The free seats in the lobby, except at the guest's own tables."""
    matches = server(request).matches
    lines = await matches.lobby.list()
    seen, who = await matches.see_all({line.match_id: None for line in lines}), guest(request)
    return [
        _offer(line, seen[line.match_id])
        for line in lines
        if line.match_id in seen and not seen[line.match_id].held_by(who)
    ]


async def rematches(request: WebRequest) -> list[ListedSeat]:
    """Opponents who offer a rematch to the guest after they have left the table."""
    matches, who = server(request).matches, guest(request)
    since = time.time() - OFFER_SECONDS
    met = await matches.store.list(opponents_since(who, since - LATEST_OFFER_SECONDS))
    seen = await matches.see_all({line.match_id: None for line in met})
    return [
        line
        for line in met
        if (match := seen.get(line.match_id))
        and (line.seat in match.offers and not match.next and match.offered_at > since)
    ]


async def _redirect_to_room(request: WebRequest, typed: str) -> Response[Any]:
    try:
        match_id = await find_room(server(request), address(request), typed)
    except Refused as refusal:
        return page(request, "join.html", status(refusal), code=typed[:20], refusal=refusal)
    return Redirect(f"/matches/{match_id}", status_code=303)


def _offer(line: ListedSeat, match: Match) -> Offer:
    minutes = int(max(time.time() - line.opened_at, 0) // 60)
    waited = ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}
    age = waited if minutes else _("just now")
    return Offer(line.match_id, line.game, shown_name(line.name), clock_words(match.clock), age)
