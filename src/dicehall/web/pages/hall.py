"""The hall: the doors of all games, and the matches that wait for the guest."""

import asyncio

from litestar import Response, get

from dicehall.game import games
from dicehall.match.store.lists import best, running
from dicehall.page.protocol import find_page
from dicehall.page.scene import Scene
from dicehall.web.context import WebRequest, guest, house, page
from dicehall.web.pages.lobby import offers
from dicehall.web.views.entries import players_of
from dicehall.web.views.match_lists import match_rows
from dicehall.web.views.pictures import Picture
from dicehall.web.views.scenes import scene_of


@get("/", include_in_schema=False)
async def show_hall(request: WebRequest) -> Response[str]:
    """The hall: five doors, and the matches that wait for the guest."""
    store, who = house(request).matches.store, guest(request)
    bests = await asyncio.gather(*(store.list(best(name, who, limit=1)) for name in games()))
    highest = {name: lines[0].score for name, lines in zip(games(), bests, strict=True) if lines}
    rows = match_rows(await store.list(running(who)), who)
    return page(
        request,
        "hall.html",
        pictures={name: Picture.at_door(name) for name in games()},
        styles=dict.fromkeys(find_page(name).style for name in games()),
        players={name: players_of(entry) for name, entry in games().items()},
        highest=highest,
        waiting=[(row, _asked(request, row.match_id)) for row in rows],
        offers=await offers(request),
    )


def _asked(request: WebRequest, match_id: str) -> Scene | None:
    """What is asked in a match, if this process has it in memory: no list loads a match."""
    match = house(request).matches.peek(match_id)
    return scene_of(match, guest(request)) if match else None
