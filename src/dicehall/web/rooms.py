"""The routes of rooms: the lobby, the way in by a code, and the seat that a friend takes."""

import time
from dataclasses import dataclass, replace
from typing import Any

import segno
from litestar import Response, get, post
from litestar.response import Redirect
from markupsafe import Markup

from dicehall.match.commands import TakeSeat
from dicehall.match.match import Match
from dicehall.match.rooms import read_code
from dicehall.match.store import Line, in_room
from dicehall.refused import MatchOver, Refused, SeatNotFree, UnknownRoom
from dicehall.web.contest import clock_words
from dicehall.web.context import (
    WebRequest,
    guest,
    house,
    page,
    preferences,
    preferences_cookie,
)
from dicehall.web.games import PAGES
from dicehall.web.refusals import status
from dicehall.web.render import render
from dicehall.web.tries import Tries
from dicehall.words.language import _, ngettext

GUESSES = Tries(limit=20, seconds=60)
"""Wrong codes from one address. A code leads to a free seat, so it must not be found by trying."""

HERE_ONLY = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True, slots=True)
class Offer:
    """A free seat in the lobby."""

    match_id: str
    game: str
    name: str
    clock: str
    age: str


@get("/lobby", include_in_schema=False)
async def show_lobby(request: WebRequest) -> Response[str]:
    """The free seats that are open to anybody."""
    return page(request, "lobby.html", offers=await offers(request))


@get("/join", include_in_schema=False)
async def ask_code(request: WebRequest, code: str = "") -> Response[Any]:
    """Where a room code is typed, and the way in from there."""
    if not code.strip():
        return page(request, "join.html", code="", refusal=None)
    return await _lead_in(request, code)


@get("/r/{code:str}", include_in_schema=False)
async def follow_code(request: WebRequest, code: str) -> Response[Any]:
    """The short link of a room."""
    return await _lead_in(request, code)


@post("/matches/{match_id:str}/seats", status_code=200, include_in_schema=False)
async def take_seat(request: WebRequest, match_id: str) -> Response[Any]:
    """Sit down at a table as a guest with a name."""
    form = await request.form()
    matches = house(request).matches
    match = await matches.see(match_id)
    name = str(form.get("name", ""))
    there = f"/matches/{match_id}"
    if guest(request) in (seat.holder for seat in match.seats if seat):
        return Redirect(there, status_code=303)
    command = TakeSeat(_free(match), name, guest(request), words=str(form.get("words", "")))
    try:
        await matches.do(match_id, command)
    except (SeatNotFree, MatchOver):  # somebody was quicker: the table is there to be watched
        return Redirect(there, status_code=303)
    except Refused as refusal:
        drawn = draw_waiting(request, match, said={**form}, refusal=refusal)
        return waiting_page(request, match, drawn, status(refusal))
    liked = replace(preferences(request), name=" ".join(name.split()))
    return Redirect(there, status_code=303, cookies=[preferences_cookie(liked)])


def draw_waiting(
    request: WebRequest,
    match: Match,
    said: dict[str, Any] | None = None,
    refusal: Refused | None = None,
) -> str:
    """A table at which a seat is free: the invitation for its opener, a form for everybody else."""
    link = f"{request.base_url}matches/{match.id}"
    return render(
        "waiting.html",
        match=match,
        seated=match.held_by(guest(request)),
        opener=next((seat.name for seat in match.seats if seat), ""),
        begins=_free(match) == 0,
        clock=clock_words(match.clock),
        link=link,
        here_only=request.base_url.hostname in HERE_ONLY,
        picture=qr_code(link),
        said=said or {"name": preferences(request).name},
        refusal=refusal,
    )


def waiting_page(
    request: WebRequest, match: Match, drawn: str, status_code: int = 200
) -> Response[str]:
    """The page around a table at which a seat is free."""
    return page(
        request,
        "match.html",
        status_code,
        match=match,
        refresh=5 if match.held_by(guest(request)) else 0,
        styles=[PAGES[match.game.name].STYLE],
        table=drawn,
        now=time.time(),
    )


async def offers(request: WebRequest) -> list[Offer]:
    """The free seats of the lobby, without those of tables that the guest has opened."""
    matches = house(request).matches
    lines = await matches.lobby.list()
    seen = [(line, await matches.see(line.match_id)) for line in lines]
    who = guest(request)
    return [_offer(line, match) for line, match in seen if not match.held_by(who)]


def qr_code(link: str) -> Markup:
    """A picture of a link that phones can read, dark on light whatever the theme."""
    code = segno.make(link, error="m", micro=False)
    svg = code.svg_inline(border=3, dark="#111", light="#fff", omitsize=True, svgclass="qr")
    return Markup(svg)


async def _lead_in(request: WebRequest, typed: str) -> Response[Any]:
    try:
        match_id = await find_room(request, typed)
    except Refused as refusal:
        return page(request, "join.html", status(refusal), code=typed[:20], refusal=refusal)
    return Redirect(f"/matches/{match_id}", status_code=303)


async def find_room(request: WebRequest, typed: str) -> str:
    """The match that a room code leads to. Those who guess are slowed down."""
    address = request.client.host if request.client else ""
    GUESSES.check(address)
    code = read_code(typed)
    lines = await house(request).matches.store.list(in_room(code))
    if not lines:
        GUESSES.count(address)
        raise UnknownRoom("no table with a free seat has this code")
    return lines[0].match_id


def _free(match: Match) -> int:
    """The first free seat; 0 if there is none."""
    return match.seats.index(None) if match.waiting else 0


def _offer(line: Line, match: Match) -> Offer:
    minutes = int(max(time.time() - line.opened_at, 0) // 60)
    waited = ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}
    age = waited if minutes else _("just now")
    return Offer(line.match_id, line.game, line.name, clock_words(match.clock), age)
