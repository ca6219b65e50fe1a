"""Lists of matches: the guest's own history, and the highest scores of the house."""

import asyncio

from litestar import Response, get

from dicehall.game import games
from dicehall.match.store.lists import best, finished
from dicehall.web.context import WebRequest, guest, house, page
from dicehall.web.views.match_lists import match_rows


@get("/history", include_in_schema=False)
async def show_history(request: WebRequest) -> Response[str]:
    """The guest's finished matches."""
    listed = await house(request).matches.store.list(finished(guest(request)))
    return page(request, "history.html", rows=list(match_rows(listed, guest(request))))


@get("/scores", include_in_schema=False)
async def show_scores(request: WebRequest) -> Response[str]:
    """The highest scores of the house."""
    store = house(request).matches.store
    lists = await asyncio.gather(*(store.list(best(name)) for name in games()))
    return page(request, "scores.html", scores=dict(zip(games(), lists, strict=True)))
