"""The routes of the coach at a table: the switch, the worth of the choices, and a hint.

What the coach says is drawn for the guest who asked, and never kept with what others are shown.
"""

from dataclasses import replace

from litestar import Response, get, post
from litestar.response import Redirect

from dicehall.game.messages import said
from dicehall.game.refused import BadOption, CoachWaits, MatchOver, NotYourTurn, Refused
from dicehall.web.context import WebRequest, guest, house, preferences, preferences_cookie
from dicehall.web.edge.preferences import CHOICES
from dicehall.web.edge.statuses import status
from dicehall.web.pages.matches import draw, match_answer, wants_fragment
from dicehall.words.refusals import explain


@post("/matches/{match_id:str}/coach", status_code=200, include_in_schema=False)
async def switch_coach(request: WebRequest, match_id: str) -> Response[str] | Redirect:
    """Switch the coach on or off, here and at other tables."""
    wanted = str((await request.form()).get("coach", ""))
    if wanted not in CHOICES["coach"]:
        message = said("the coach is on or off, not %(wanted)r", wanted=wanted[:40])
        raise BadOption(message, legal=CHOICES["coach"])
    match = await house(request).matches.see(match_id)
    cookie = preferences_cookie(replace(preferences(request), coach=wanted))
    if not wants_fragment(request):
        return Redirect(f"/matches/{match_id}", status_code=303, cookies=[cookie])
    answer = match_answer(request, match, await draw(request, match))
    answer.set_cookie(cookie)
    return answer


@get("/matches/{match_id:str}/coach", include_in_schema=False)
async def show_worth(request: WebRequest, match_id: str) -> Response[str]:
    """The table with the worth of each choice; as it is if there is nothing to choose now."""
    matches = house(request).matches
    match = await matches.see(match_id)
    try:
        worth = await matches.coach.weigh(match, guest(request))
    except (NotYourTurn, MatchOver):
        return match_answer(request, match, await draw(request, match))
    drawn = await draw(request, match, worth=worth)
    return match_answer(request, match, drawn, advised=True)


@get("/matches/{match_id:str}/hint", include_in_schema=False)
async def show_hint(request: WebRequest, match_id: str) -> Response[str]:
    """The best move, for the seat that is to move."""
    matches = house(request).matches
    match = await matches.see(match_id)
    try:
        worth = await matches.coach.weigh(match, guest(request))
    except Refused as refusal:
        notice = explain(refusal) if isinstance(refusal, CoachWaits) else ""
        drawn = await draw(request, match, notice=notice)
        return match_answer(request, match, drawn, status(refusal))
    return match_answer(request, match, await draw(request, match, hint=worth.best))
