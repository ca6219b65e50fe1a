"""The pages with lists: the guest's finished matches, and the high scores."""

from datetime import UTC
from math import ceil

from litestar import Response, get

from dicehall.game import find_game
from dicehall.game.messages import translatable
from dicehall.game.refused import BadOption
from dicehall.match.store.lists import RESULTS, count_finished, finished
from dicehall.web.context import WebRequest, guest, page, server
from dicehall.web.lists import check_choice, score_lists
from dicehall.web.views.match_lists import match_rows, variant_title
from dicehall.words.cldr import conventions
from dicehall.words.dates import machine_time, say_day, say_time

PAGE_MATCHES = 25
"""Matches on one page of the history."""

WHOSE = ("house", "mine")


@get("/history", include_in_schema=False, cost=2)
async def show_history(request: WebRequest, game: str = "", result: str = "") -> Response[str]:
    """The guest's finished matches, optionally only those of one game or result."""
    if game:
        find_game(game)
    check_choice("result", result, RESULTS)
    store, who = server(request).matches.store, guest(request)
    [(count,)] = await store.ask(count_finished(who, game=game, result=result))
    last = max(1, ceil(count / PAGE_MATCHES))
    here = _page_number(request.query_params.get("page", ""), last)
    offset = (here - 1) * PAGE_MATCHES
    now = server(request).matches.now()
    listed = await store.list(finished(who, PAGE_MATCHES, offset=offset, game=game, result=result))
    return page(
        request,
        "history.html",
        rows=list(match_rows(listed, who)),
        count=count,
        here=here,
        last=last,
        game=game,
        result=result,
        when=lambda at: (machine_time(at), say_time(at, now, UTC)),
        pattern=conventions().date_and_time,
    )


@get("/scores", include_in_schema=False, cost=4)
async def show_scores(request: WebRequest, whose: str = "") -> Response[str]:
    """The high scores: everybody's, or only the guest's, as they are if nobody else is here."""
    check_choice("whose", whose, WHOSE)
    store, who = server(request).matches.store, guest(request)
    mine = whose == "mine" or server(request).single_guest
    scores = await score_lists(store, who, mine=mine)
    now = server(request).matches.now()
    return page(
        request,
        "scores.html",
        scores=[(found, variant_title(found.entry, found.variant)) for found in scores],
        mine=mine,
        day=lambda at: (machine_time(at), say_day(at, now, UTC)),
        pattern="{1}",
    )


def _page_number(text: str, last: int) -> int:
    """The page number in a query; 1 if there is none."""
    if not text:
        return 1
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
    if not 1 <= number <= last:
        message = translatable(
            "there is no page %(page)r: the last page is %(last)d", page=text[:40], last=last
        )
        raise BadOption(message)
    return number
