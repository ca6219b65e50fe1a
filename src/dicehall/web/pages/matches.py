"""The routes of a match: its page, its moves, its stream, and what comes after it."""

import secrets
import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from litestar import MediaType, Response, get, post
from litestar.response import Redirect, Stream

from dicehall.game.records import Played
from dicehall.game.refused import Refused
from dicehall.match.bus.protocol import Reaction, StoringFailed
from dicehall.match.commands import Resign
from dicehall.match.live.presence import Presence
from dicehall.match.live.rematch import offer_rematch
from dicehall.match.live.watching import check_version, follow_match
from dicehall.match.match import Match
from dicehall.match.names import default_name, shown_name
from dicehall.match.opening import opponent_of
from dicehall.page.protocol import find_page
from dicehall.players.characters import nickname
from dicehall.players.worth import Worth
from dicehall.web.actions import open_again, play_by_form, read_number
from dicehall.web.context import (
    WebRequest,
    address,
    count_table,
    face_beside,
    guest,
    house,
    last_tables,
    move_failure,
    page,
    preferences,
    record_response,
    tables_cookie,
)
from dicehall.web.edge.last_tables import remember_table
from dicehall.web.edge.statuses import status
from dicehall.web.link_cards import match_card
from dicehall.web.stream import event, named, stream
from dicehall.web.views.histories import MOST_FRAMES
from dicehall.web.views.online import REACTIONS, presence_words, said_at
from dicehall.web.views.scenes import scene_of
from dicehall.web.views.waiting import TAKEN, Arrival, draw_not_begun
from dicehall.words.language import _
from dicehall.words.refusals import sentence


@get("/matches/{match_id:str}", include_in_schema=False)
async def show_match(request: WebRequest, match_id: str) -> Response[str]:
    """The page of a match."""
    matches = house(request).matches
    match = await matches.see(match_id)
    if match.waiting:  # without a script this is how its opener is seen to be there
        await matches.lobby.attend(match, match.held_by(guest(request)))
    await matches.audiences.visit(match, guest(request))
    opening = await _opening(request, match)
    late = request.query_params.get("seat") == "taken" and not match.held_by(guest(request))
    if late and match.full and not match.result:
        return _match_page(request, match, await _draw_refused(request, match, TAKEN))
    wanted = preferences(request).coach == "on"
    if wanted and (worth := matches.coach.weighed(match, guest(request))):
        drawn = await draw(request, match, worth=worth)
        return _match_page(request, match, drawn, advised=True, opening=opening)
    return _match_page(request, match, await _drawn(request, match), opening=opening)


@post("/matches/{match_id:str}/moves", status_code=200, include_in_schema=False)
async def play_move(request: WebRequest, match_id: str) -> Response[Any]:
    """A move, sent as a plain form; the script asks only for the part that changes."""
    form = await request.form()
    try:
        if failure := move_failure(request):
            raise failure
        match = await play_by_form(house(request), guest(request), match_id, form.dict())
    except Refused as refusal:
        return await refuse(request, match_id, refusal)
    return await answer(request, match, f"/matches/{match_id}")


@get("/matches/{match_id:str}/stream", include_in_schema=False)
async def watch_match(
    request: WebRequest, match_id: str, version: int = 0, page: str = "", moment: int = -1
) -> Stream:
    """Every new state of the table, as the caller sees it, and what is said beside it."""
    version = max(version, read_number(request.headers.get("last-event-id", "")))
    match = await house(request).matches.see(match_id)
    check_version(match, version)
    told = _told(request, match, version, page, moment)
    return stream(told, house(request), address(request))


@post("/matches/{match_id:str}/resign", include_in_schema=False)
async def resign(request: WebRequest, match_id: str) -> Redirect:
    """Give up."""
    command = Resign(guest(request), id=secrets.token_hex(8))
    await house(request).matches.do(match_id, command)
    return Redirect(f"/matches/{match_id}", status_code=303)


@post("/matches/{match_id:str}/again", include_in_schema=False)
async def play_again(request: WebRequest, match_id: str) -> Redirect:
    """A new match at the same table; an opponent may be chosen anew. A `reset` keeps who began, and
    ends the match that is left."""
    form = await request.form()
    matches = house(request).matches
    match = await matches.see(match_id)
    if match.online:  # nobody is made to play: the other side is asked
        bound = str(form.get("commitment", ""))
        match = await offer_rematch(matches, match_id, guest(request), bound)
        return Redirect(f"/matches/{match.next or match_id}", status_code=303)
    count_table(request)
    opponent, reset = form.get("opponent"), form.get("reset") == "yes"
    opened = await open_again(
        house(request),
        guest(request),
        match,
        opponent,
        reset=reset,
        token=str(form.get("table", "")),
        random=str(form.get("random", "")),
    )
    chosen = remember_table(
        last_tables(request), match.game.name, {"opponent": opponent_of(opened)}
    )
    there = f"/matches/{opened.id}"
    return Redirect(there, status_code=303, cookies=[tables_cookie(chosen)])


@get("/matches/{match_id:str}/record", media_type=MediaType.TEXT, include_in_schema=False)
async def export_record(request: WebRequest, match_id: str) -> Response[str]:
    """A match as a record, to keep or to check."""
    return record_response(await house(request).matches.see(match_id))


async def answer(request: WebRequest, match: Match, there: str) -> Response[Any]:
    """The answer to a form: the table for the script, the way `there` for those without."""
    if not wants_fragment(request):
        return Redirect(there, status_code=303)
    asking = request.headers.get("x-page", "")
    if match.begun:
        moment = read_number(request.headers.get("x-moment", ""))
        drawn = await house(request).table_for(asking, match, guest(request), moment)
    else:
        house(request).mark_shown(asking, match.version)
        drawn = draw_waiting(request, match)
    return match_answer(request, match, drawn)


async def refuse(request: WebRequest, match_id: str, refusal: Refused) -> Response[str]:
    """The answer to a form that changed nothing: the table as it is, and why. If the server is at
    fault, the page's script gets the error instead and offers to send the form again."""
    if wants_fragment(request) and status(refusal) >= 500:
        raise refusal
    match = await house(request).matches.see(match_id)
    drawn = await _draw_refused(request, match, refusal)
    return match_answer(request, match, drawn, status(refusal))


async def _draw_refused(request: WebRequest, match: Match, refusal: Refused) -> str:
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
    public = house(request).public_address
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


async def _drawn(request: WebRequest, match: Match) -> str:
    """The table as the caller sees it."""
    if not match.begun:
        return draw_waiting(request, match)
    return await house(request).fragment(match, guest(request))


async def _frames(request: WebRequest, match: Match, moment: int) -> str:
    """What the caller, who has seen the first `moment` events, is to be shown before the table."""
    if not match.begun or moment < 0:
        return ""
    return await house(request).frames(match, guest(request), moment)


async def _opening(request: WebRequest, match: Match) -> str:
    """How a match began, for a guest who has just sat down and has not moved yet."""
    mine = match.held_by(guest(request))
    moved = any(isinstance(event, Played) and event.seat in mine for event in match.log)
    if not mine or moved or match.result or len(match.log) > MOST_FRAMES or not match.begun:
        return ""
    return await house(request).frames(match, guest(request), -1)


async def _told(
    request: WebRequest, match: Match, version: int, page: str, moment: int
) -> AsyncGenerator[str, None]:
    """What a page hears of a match, as server-sent events."""
    viewer = guest(request)
    async with aclosing(
        follow_match(house(request).matches, match.id, version, viewer)
    ) as everything:
        async for news in everything:
            match news:
                case Match():
                    match = news
                    if not house(request).has_shown(page, news.version):
                        frames = await _frames(request, news, moment)
                        yield event(news.version, frames + await _drawn(request, news))
                    moment = len(news.log)
                case Reaction() if news.reaction in REACTIONS:  # a newer node may send others
                    yield named("reaction", said_at(match, news))
                case StoringFailed():
                    words = _("This match cannot be stored now. It goes on as soon as it can be.")
                    yield named("refusal", words)
                case Presence():
                    yield named("presence", presence_words(match, news, viewer))


async def draw(request: WebRequest, match: Match, worth: Worth | None = None, **more: str) -> str:
    """The table with something that is said only now, to this guest."""
    if not match.begun:
        return draw_waiting(request, match)
    return await house(request).draw(match, guest(request), worth, **more)


def wants_fragment(request: WebRequest) -> bool:
    """Whether the script asks, which needs only the part that changes."""
    return request.headers.get("x-part") == "table"


def match_answer(
    request: WebRequest, match: Match, drawn: str, status_code: int = 200, *, advised: bool = False
) -> Response[str]:
    """A drawn table, with a page around it unless the script asks."""
    if wants_fragment(request):
        return Response(drawn, media_type=MediaType.HTML, status_code=status_code)
    return _match_page(request, match, drawn, status_code, advised=advised)


def _match_page(
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
