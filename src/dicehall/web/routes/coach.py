"""The routes of the coach at a table: its switch, the worth of each move, and a hint.

The coach's notes are only for the guest who asked and are never cached with the shared table. The
page's script gets them as JSON; without the script they are rendered into the table.
"""

from dataclasses import asdict, replace
from typing import Any

from litestar import MediaType, Response, get, post
from litestar.response import Redirect

from dicehall.game.messages import translatable
from dicehall.game.refused import (
    BadOption,
    CoachWaits,
    MatchOver,
    NeedsFullVersion,
    NotYourTurn,
    Refused,
    TooOften,
)
from dicehall.game_page.advice import CoachNote
from dicehall.game_page.scene import Scene
from dicehall.match.thinking.protocol import Urgency
from dicehall.players.reasons import reason
from dicehall.web.context import (
    WebRequest,
    count_question,
    guest,
    preferences,
    preferences_cookie,
    server,
    while_connected,
)
from dicehall.web.edge.statuses import status
from dicehall.web.preferences import CHOICES
from dicehall.web.routes.tables import draw, match_response, wants_fragment
from dicehall.words.refusals import sentence


@post("/matches/{match_id:str}/coach", status_code=200, include_in_schema=False)
async def switch_coach(request: WebRequest, match_id: str) -> Response[str] | Redirect:
    """Switch the coach on or off, here and at other tables."""
    setting = str((await request.form()).get("coach", ""))
    if setting not in CHOICES["coach"]:
        message = translatable("the coach can be on or off, not %(wanted)r", wanted=setting[:40])
        raise BadOption(message, legal=CHOICES["coach"])
    match = await server(request).matches.see(match_id)
    cookie = preferences_cookie(replace(preferences(request), coach=setting))
    if not wants_fragment(request):
        return Redirect(f"/matches/{match_id}", status_code=303, cookies=[cookie])
    response = match_response(request, match, await draw(request, match))
    response.set_cookie(cookie)
    return response


@get("/matches/{match_id:str}/coach", include_in_schema=False)
async def show_worth(request: WebRequest, match_id: str) -> Response[Any]:
    """The worth of each move: as JSON for the script, else in the table. Without the numbers if the
    guest has no move to make."""
    as_json = request.headers.get("x-part") == "worth"
    count_question(request)
    matches = server(request).matches
    match = await matches.see(match_id)
    try:
        worth = await while_connected(request, matches.coach.weigh(match, guest(request)))
    except TooOften as refusal:
        if not as_json:
            raise
        return Response(
            {"version": match.version, "busy": sentence(refusal)}, media_type=MediaType.JSON
        )
    except (NotYourTurn, MatchOver):
        if as_json:
            return Response({"version": match.version}, media_type=MediaType.JSON)
        return match_response(request, match, await draw(request, match))
    if as_json:
        scene = await server(request).scene(match, guest(request), worth)
        return Response(_coach_json(scene), media_type=MediaType.JSON)
    drawn = await draw(request, match, worth=worth)
    return match_response(request, match, drawn, advised=True)


@get("/matches/{match_id:str}/hint", include_in_schema=False)
async def show_hint(request: WebRequest, match_id: str) -> Response[str]:
    """The table with the best move highlighted, for the seat to move."""
    count_question(request)
    matches = server(request).matches
    match = await matches.see(match_id)
    weighing = matches.coach.weigh(match, guest(request), Urgency.HINT)
    try:
        worth = await while_connected(request, weighing)
    except Refused as refusal:
        if status(refusal) >= 500:
            raise
        expected = isinstance(refusal, CoachWaits | NeedsFullVersion | TooOften)
        notice = sentence(refusal) if expected else ""
        drawn = await draw(request, match, notice=notice)
        return match_response(request, match, drawn, status(refusal))
    why = reason(match.game, match.state, worth)
    drawn = await draw(request, match, hint=worth.best, hint_why=why)
    return match_response(request, match, drawn)


def _coach_json(scene: Scene) -> dict[str, Any]:
    """The coach's notes on a version of a table, without empty parts."""
    assert scene.advice
    assert scene.coach_notes
    notes = scene.coach_notes
    parts = {
        "summary": scene.advice.summary,
        "line": asdict(scene.advice.line),
        "worths": {place: [*map(_trimmed, some)] for place, some in notes.worths.items()},
        "names": notes.names,
        "choices": notes.choices,
        "hinted": notes.hinted,
        "picked": notes.picked,
    }
    return {"version": scene.version, **{name: part for name, part in parts.items() if part}}


def _trimmed(note: CoachNote) -> list[object]:
    """A note as a list, without the empty parts at its end."""
    parts: list[object] = list(note)
    while not parts[-1]:
        parts.pop()
    return parts
