"""A guest's own page: their figures, their download, and deleting everything."""

import asyncio
from dataclasses import asdict
from typing import Any

from litestar import Response, get, post
from litestar.response import Redirect

from dicehall.game import find_game
from dicehall.match.administration import Administration
from dicehall.match.store.figures import MOST, PlayedSeat, played_seats
from dicehall.match.store.lists import count_finished, running
from dicehall.match.today.tries import spend_claims
from dicehall.web.context import WebRequest, guest, page, server
from dicehall.web.edge.identity import COOKIE
from dicehall.web.figures import GuestFigures, day_of
from dicehall.web.ladder import standings
from dicehall.web.last_tables import COOKIE as TABLES_COOKIE
from dicehall.web.lists import check_choice
from dicehall.web.preferences import COOKIE as PREFERENCES_COOKIE
from dicehall.web.views.ladder import ladder_rows
from dicehall.web.views.your_page import your_page

DAY_SECONDS = 86_400.0
PERIODS = {"": 0, "year": 365, "quarter": 91, "month": 30, "week": 7}
"""How many days back the page goes; 0 is for ever."""


@get("/you", include_in_schema=False, cost=4)
async def show_your_page(request: WebRequest, game: str = "", period: str = "") -> Response[str]:
    """The guest's figures, optionally of one game or of the last days."""
    found = await _figures(request, game, period)
    matches, who = server(request).matches, guest(request)
    if found.unread:
        matches.reader.wake(who)
    today = day_of(matches.now())
    view = await matches.offload(your_page, found, today) if found.seats else None
    return page(
        request,
        "your_page.html",
        view=view,
        game=game,
        period=period,
        most=MOST if len(found.seats) >= MOST else 0,
    )


@get("/you/ladder", include_in_schema=False, cost=4)
async def show_ladder(request: WebRequest) -> Response[str]:
    """The guest's strength at each game, and whom to play next."""
    found, offload = await _figures(request), server(request).matches.offload
    rows = await offload(lambda: list(ladder_rows(standings(found))))
    return page(request, "ladder.html", rows=rows)


@get("/you/figures.json", include_in_schema=False, cost=4)
async def download_figures(request: WebRequest) -> Response[dict[str, Any]]:
    """All figures of the guest, and the rows that they are made of."""
    found = await _figures(request)
    days = {str(day): count for day, count in sorted(found.days.items())}
    content = {
        "matches": [asdict(seat) for seat in found.seats],
        "games": [_without_seats(asdict(one)) for one in found.games],
        "milestones": [asdict(one) for one in found.milestones],
        "ladder": [asdict(one) for one in standings(found)],
        "days": days,
    }
    headers = {"content-disposition": 'attachment; filename="dicehall.json"'}
    return Response(content, headers=headers)


@get("/you/delete", include_in_schema=False, cost=2)
async def ask_to_delete(request: WebRequest) -> Response[str]:
    """Ask before everything is deleted."""
    store, who = server(request).matches.store, guest(request)
    [(count,)] = await store.ask(count_finished(who))
    going_on = {line.match_id for line in await store.list(running(who))}
    return page(request, "delete.html", count=count, running=len(going_on), done=False)


@post("/you/delete", status_code=200, include_in_schema=False, cost=20)
async def delete_everything(request: WebRequest) -> Response[Any]:
    """Delete everything about the guest, who is a new one from now on."""
    form = await request.form()
    if form.get("sure") != "yes":
        return Redirect("/you/delete", status_code=303)
    matches, who = server(request).matches, guest(request)
    await spend_claims(matches.store, who, matches.now())
    await asyncio.shield(Administration(matches.store, matches.now).erase_guest(who))
    response = page(request, "delete.html", count=0, running=0, done=True)
    for cookie in (COOKIE, PREFERENCES_COOKIE, TABLES_COOKIE):
        response.delete_cookie(cookie)
    return response


async def _figures(request: WebRequest, game: str = "", period: str = "") -> GuestFigures:
    if game:
        find_game(game)
    check_choice("period", period, tuple(PERIODS))
    matches, days = server(request).matches, PERIODS[period]
    since = matches.now() - days * DAY_SECONDS if days else 0.0
    rows = await matches.store.ask(played_seats(guest(request), game=game, since=since))
    return GuestFigures(tuple(PlayedSeat(*row) for row in reversed(rows)))


def _without_seats(game: dict[str, Any]) -> dict[str, Any]:
    """The figures of a game without the rows they are made of, which are listed before."""
    if game["alone"]:
        del game["alone"]["seats"]
    return game
