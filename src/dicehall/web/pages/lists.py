"""Lists of matches: the guest's own history, and the highest scores of the house."""

import asyncio

from litestar import Response, get

from dicehall.game import games
from dicehall.match.match import Match
from dicehall.match.store.protocol import Line, best, finished
from dicehall.page.scene import Scene
from dicehall.web.context import WebRequest, guest, house, page
from dicehall.web.views.scenes import scene_of


@get("/history", include_in_schema=False)
async def show_history(request: WebRequest) -> Response[str]:
    """The guest's finished matches."""
    lines = await house(request).matches.store.list(finished(guest(request)))
    return page(request, "history.html", scenes=await scenes_of(request, lines))


@get("/scores", include_in_schema=False)
async def show_scores(request: WebRequest) -> Response[str]:
    """The highest scores of the house."""
    store = house(request).matches.store
    lists = await asyncio.gather(*(store.list(best(name)) for name in games()))
    return page(request, "scores.html", scores=dict(zip(games(), lists, strict=True)))


async def scenes_of(request: WebRequest, lines: list[Line]) -> list[tuple[Match, Scene]]:
    """The matches of a list, each once, as the guest sees them."""
    matches = house(request).matches
    ids = dict.fromkeys(line.match_id for line in lines)
    seen = [await matches.see(match_id) for match_id in ids]
    return [(match, scene_of(match, guest(request))) for match in seen]
