"""The routes of a match: its page, moves and stream, resigning, playing again, its record."""

import re
import secrets
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from litestar import MediaType, Response, get, post
from litestar.response import Redirect, Stream

from dicehall.game.records import Played
from dicehall.match.bus.protocol import Reaction, StoringFailed
from dicehall.match.commands import Resign
from dicehall.match.live.audience import check_version, follow_match
from dicehall.match.live.presence import Presence
from dicehall.match.match import Match
from dicehall.match.opening import opponent_of
from dicehall.match.practice import decision_at
from dicehall.match.rematch import offer_rematch
from dicehall.web.actions import (
    enter_roll,
    open_again,
    play_by_form,
    read_number,
    take_back,
    try_again,
)
from dicehall.web.context import (
    WebRequest,
    address,
    count_table,
    guest,
    last_tables,
    preferences,
    record_response,
    server,
    tables_cookie,
)
from dicehall.web.last_tables import remember_table
from dicehall.web.reactions import REACTIONS
from dicehall.web.routes.tables import (
    answer_form,
    draw,
    draw_now,
    draw_refused,
    match_page,
)
from dicehall.web.stream import event, named, stream
from dicehall.web.views.histories import MOST_FRAMES
from dicehall.web.views.online import presence_text, reaction_text
from dicehall.web.views.waiting import TAKEN
from dicehall.words.language import _

ROLLED = re.compile(r"die-[0-9]{1,2}")
"""The fields of the form for own dice: each die by its place in the roll."""


@get("/matches/{match_id:str}", include_in_schema=False)
async def show_match(request: WebRequest, match_id: str) -> Response[str]:
    """The page of a match."""
    matches = server(request).matches
    match = await matches.see(match_id)
    if match.waiting:  # without a script, reloading shows that the opener is still there
        await matches.lobby.attend(match, match.held_by(guest(request)))
    await matches.audiences.visit(match, guest(request))
    opening = await _opening(request, match)
    too_late = request.query_params.get("seat") == "taken" and not match.held_by(guest(request))
    if too_late and match.full and not match.result:
        return match_page(request, match, await draw_refused(request, match, TAKEN))
    coach_on = preferences(request).coach == "on"
    if coach_on and (worth := matches.coach.weighed(match, guest(request))):
        drawn = await draw(request, match, worth=worth)
        return match_page(request, match, drawn, advised=True, opening=opening)
    return match_page(request, match, await draw_now(request, match), opening=opening)


@post("/matches/{match_id:str}/moves", status_code=200, include_in_schema=False)
async def play_move(request: WebRequest, match_id: str) -> Response[Any]:
    """Play a move, sent as a plain form. The page's script gets only the table in return."""
    form = (await request.form()).dict()
    playing = play_by_form(server(request), guest(request), match_id, form)
    return await answer_form(request, match_id, playing)


@post("/matches/{match_id:str}/roll", status_code=200, include_in_schema=False)
async def enter_own_roll(request: WebRequest, match_id: str) -> Response[Any]:
    """Enter how the guest's own dice fell. The page's script gets only the table in return."""
    form = await request.form()
    dice = sorted(int(name[4:]) for name in form if ROLLED.fullmatch(name))
    faces = " ".join(str(form[f"die-{number}"]) for number in dice)
    version = read_number(str(form.get("version", "")))
    entering = enter_roll(server(request), guest(request), match_id, faces, version)
    return await answer_form(request, match_id, entering)


@post("/matches/{match_id:str}/take-back", status_code=200, include_in_schema=False)
async def take_move_back(request: WebRequest, match_id: str) -> Response[Any]:
    """Take the own last move back. The page's script gets only the table in return."""
    version = read_number(str((await request.form()).get("version", "")))
    taking_back = take_back(server(request), guest(request), match_id, version)
    return await answer_form(request, match_id, taking_back)


@post("/matches/{match_id:str}/try", include_in_schema=False)
async def practise(request: WebRequest, match_id: str) -> Redirect:
    """Open a practice match at the guest's decision that belongs to a position of this one."""
    at = read_number(str((await request.form()).get("at", "")))
    count_table(request)
    match = await server(request).matches.see(match_id)
    moment = decision_at(match, guest(request), at)
    opened = await try_again(server(request), guest(request), match, moment)
    return Redirect(f"/matches/{opened.id}", status_code=303)


@get("/matches/{match_id:str}/stream", include_in_schema=False)
async def watch_match(
    request: WebRequest, match_id: str, version: int = 0, page: str = "", moment: int = -1
) -> Stream:
    """A stream of every new state of the table for this guest, with reactions and presence."""
    version = max(version, read_number(request.headers.get("last-event-id", "")))
    match = await server(request).matches.see(match_id)
    check_version(match, version)
    events = _events(request, match, version, page, moment)
    return stream(events, server(request), address(request))


@post("/matches/{match_id:str}/resign", include_in_schema=False)
async def resign(request: WebRequest, match_id: str) -> Redirect:
    """Resign a match."""
    command = Resign(guest(request), id=secrets.token_hex(8))
    await server(request).matches.do(match_id, command)
    return Redirect(f"/matches/{match_id}", status_code=303)


@post("/matches/{match_id:str}/again", include_in_schema=False)
async def play_again(request: WebRequest, match_id: str) -> Redirect:
    """Open a new match with the same settings, perhaps against another opponent. With `reset` the
    same seat begins, and the match that is left ends."""
    form = await request.form()
    matches = server(request).matches
    match = await matches.see(match_id)
    if match.online:  # the opponent has to agree to a rematch
        commitment = str(form.get("commitment", ""))
        match = await offer_rematch(matches, match_id, guest(request), commitment)
        return Redirect(f"/matches/{match.next or match_id}", status_code=303)
    count_table(request)
    opponent, reset = form.get("opponent"), form.get("reset") == "yes"
    opened = await open_again(
        server(request),
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
    """Download the record of a match."""
    return record_response(await server(request).matches.see(match_id))


async def _frames(request: WebRequest, match: Match, moment: int) -> str:
    """The boards to animate before the table, for a page that shows the position at `moment`."""
    if not match.begun or moment < 0:
        return ""
    return await server(request).frames(match, guest(request), moment)


async def _opening(request: WebRequest, match: Match) -> str:
    """The first boards of a match, for a seated guest who has not moved yet."""
    mine = match.held_by(guest(request))
    moved = any(isinstance(event, Played) and event.seat in mine for event in match.log)
    if not mine or moved or match.result or len(match.log) > MOST_FRAMES or not match.begun:
        return ""
    return await server(request).frames(match, guest(request), -1)


async def _events(
    request: WebRequest, match: Match, version: int, page: str, moment: int
) -> AsyncGenerator[str, None]:
    """The server-sent events of a match for a page."""
    viewer = guest(request)
    async with aclosing(
        follow_match(server(request).matches, match.id, version, viewer)
    ) as updates:
        async for update in updates:
            match update:
                case Match():
                    if update.line != match.line:  # what the page shows was taken back
                        moment = -1
                    match = update
                    if not server(request).has_shown(page, update.version):
                        frames = await _frames(request, update, moment)
                        yield event(update.version, frames + await draw_now(request, update))
                    moment = len(update.log)
                case Reaction() if update.reaction in REACTIONS:  # a newer node may send others
                    yield named("reaction", reaction_text(match, update))
                case StoringFailed():
                    notice = _(
                        "We can't save this match right now. It continues as soon as we can."
                    )
                    yield named("refusal", notice)
                case Presence():
                    yield named("presence", presence_text(match, update, viewer))
