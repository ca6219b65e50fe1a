"""The routes of the coach at a table: the switch, the worth of the choices, and a hint.

What the coach says is for the guest who asked, and never kept with what others are shown. A script
gets it alone, as numbers and a few words; without one it is drawn into the table.
"""

from dataclasses import asdict, replace
from typing import Any

from litestar import MediaType, Response, get, post
from litestar.response import Redirect

from dicehall.game.messages import translatable
from dicehall.game.refused import BadOption, CoachWaits, MatchOver, NotYourTurn, Refused, TooOften
from dicehall.game_page.coach_notes import CoachNote
from dicehall.game_page.scene import Scene
from dicehall.match.thinking.pool import Urgency
from dicehall.web.context import (
    WebRequest,
    count_question,
    guest,
    preferences,
    preferences_cookie,
    server,
    while_asked,
)
from dicehall.web.edge.statuses import status
from dicehall.web.preferences import CHOICES
from dicehall.web.routes.tables import draw, match_answer, wants_fragment
from dicehall.words.refusals import sentence


@post("/matches/{match_id:str}/coach", status_code=200, include_in_schema=False)
async def switch_coach(request: WebRequest, match_id: str) -> Response[str] | Redirect:
    """Switch the coach on or off, here and at other tables."""
    wanted = str((await request.form()).get("coach", ""))
    if wanted not in CHOICES["coach"]:
        message = translatable("the coach is on or off, not %(wanted)r", wanted=wanted[:40])
        raise BadOption(message, legal=CHOICES["coach"])
    match = await server(request).matches.see(match_id)
    cookie = preferences_cookie(replace(preferences(request), coach=wanted))
    if not wants_fragment(request):
        return Redirect(f"/matches/{match_id}", status_code=303, cookies=[cookie])
    answer = match_answer(request, match, await draw(request, match))
    answer.set_cookie(cookie)
    return answer


@get("/matches/{match_id:str}/coach", include_in_schema=False)
async def show_worth(request: WebRequest, match_id: str) -> Response[Any]:
    """The worth of each choice, in the table or alone; nothing if there is no choice now."""
    alone = request.headers.get("x-part") == "worth"
    count_question(request)
    matches = server(request).matches
    match = await matches.see(match_id)
    try:
        worth = await while_asked(request, matches.coach.weigh(match, guest(request)))
    except TooOften as refusal:
        if not alone:
            raise
        return Response(
            {"version": match.version, "busy": sentence(refusal)}, media_type=MediaType.JSON
        )
    except (NotYourTurn, MatchOver):
        if alone:
            return Response({"version": match.version}, media_type=MediaType.JSON)
        return match_answer(request, match, await draw(request, match))
    if alone:
        scene = await server(request).scene(match, guest(request), worth)
        return Response(_in_parts(scene), media_type=MediaType.JSON)
    drawn = await draw(request, match, worth=worth)
    return match_answer(request, match, drawn, advised=True)


@get("/matches/{match_id:str}/hint", include_in_schema=False)
async def show_hint(request: WebRequest, match_id: str) -> Response[str]:
    """The best move, for the seat that is to move."""
    count_question(request)
    matches = server(request).matches
    match = await matches.see(match_id)
    weighing = matches.coach.weigh(match, guest(request), Urgency.HINT)
    try:
        worth = await while_asked(request, weighing)
    except Refused as refusal:
        if status(refusal) >= 500:
            raise
        notice = sentence(refusal) if isinstance(refusal, CoachWaits | TooOften) else ""
        drawn = await draw(request, match, notice=notice)
        return match_answer(request, match, drawn, status(refusal))
    return match_answer(request, match, await draw(request, match, hint=worth.best))


def _in_parts(scene: Scene) -> dict[str, Any]:
    """What the coach says about a version of a table; what is empty is left out."""
    assert scene.advice
    assert scene.coach_notes
    notes = scene.coach_notes
    parts = {
        "summary": scene.advice.summary,
        "line": asdict(scene.advice.line),
        "worths": {place: [*map(_trimmed, said)] for place, said in notes.worths.items()},
        "names": notes.names,
        "choices": notes.choices,
        "hinted": notes.hinted,
        "picked": notes.picked,
    }
    return {"version": scene.version, **{name: part for name, part in parts.items() if part}}


def _trimmed(said: CoachNote) -> list[object]:
    """A note as a list, without the empty parts at its end."""
    parts: list[object] = list(said)
    while not parts[-1]:
        parts.pop()
    return parts
