"""How a table is set: the form, and the match that it opens."""

from contextlib import suppress
from dataclasses import replace

from litestar import Response, get, post
from litestar.response import Redirect

from dicehall.game import find_game
from dicehall.game.refused import PromiseSpent, Refused
from dicehall.match.dice.commitment import Sealed
from dicehall.match.match import Match
from dicehall.match.opening import set_table
from dicehall.match.rooms import terms_for
from dicehall.match.time_limits import CLOCKS
from dicehall.page.protocol import find_page
from dicehall.players.opponents import COMPUTER_NAMES, OPEN, opponents
from dicehall.web.context import (
    WebRequest,
    guest,
    house,
    page,
    preferences,
    preferences_cookie,
    promised,
)
from dicehall.web.edge.statuses import status
from dicehall.web.views.entries import option_titles
from dicehall.web.views.online import clock_words
from dicehall.web.views.pictures import Picture


@get("/new/{game:str}", include_in_schema=False)
async def ask_table(
    request: WebRequest, game: str, opponent: str = "", public: str = ""
) -> Response[str]:
    """How to set a table; the lobby asks for one with a free seat."""
    asked = {"opponent": opponent, "public": public} if opponent else {}
    return _new_page(request, game, {**asked, "name": preferences(request).name})


@post("/new/{game:str}", status_code=200, include_in_schema=False)
async def open_table(request: WebRequest, game: str) -> Response[str]:
    """Set a table and go there."""
    form = await request.form()
    said = {key: str(form.get(key, "")) for key in form}
    try:
        match = await _open(request, game, said)
    except Refused as refusal:
        return _new_page(request, game, said, refusal)
    liked = replace(preferences(request), name=" ".join(said["name"].split()))
    cookies = [preferences_cookie(liked)]
    return Redirect(f"/matches/{match.id}", status_code=303, cookies=cookies)


async def _open(request: WebRequest, game: str, said: dict[str, str]) -> Match:
    """The match that a form asks for."""
    words = said.get("words", "")
    try:
        sealed = promised(request, said.get("table", ""), words)
        return await _open_with(request, game, said, sealed)
    except PromiseSpent:
        if words:
            raise
        # The form is old, or was used before: to those who add nothing other dice are as good.
        return await _open_with(request, game, said, Sealed.fresh())


async def _open_with(request: WebRequest, game: str, said: dict[str, str], sealed: Sealed) -> Match:
    entry = find_game(game)
    table = set_table(
        game,
        {option: said[option] for option in entry.options if option in said},
        said.get("opponent", opponents(game)[0]),
        guest(request),
        (said.get("name", ""), said.get("other", "")),
        said.get("begins", "coin"),
        said.get("words", ""),
        sealed.coin,
    )
    terms = terms_for(
        said.get("opponent", ""), public="public" in said, clock=said.get("clock", "0")
    )
    return await house(request).matches.open(*table, sealed, terms=terms)


def _promise(
    request: WebRequest, said: dict[str, str], refusal: Refused | None
) -> tuple[str, str, dict[str, str]]:
    """The token and the promise that a form shows, and what stays filled in.

    A form that was refused keeps its promise: the house has seen the words. If the promise cannot
    be kept the words are taken out, so that nothing known goes with a new one.
    """
    sealer, who = house(request).sealer, guest(request)
    if refusal and not isinstance(refusal, PromiseSpent):
        with suppress(PromiseSpent):
            return said.get("table", ""), sealer.open(said.get("table", ""), who).promise, said
    table, sealed = sealer.seal(who)
    return table, sealed.promise, {**said, "words": ""}


def _new_page(
    request: WebRequest, game: str, said: dict[str, str], refusal: Refused | None = None
) -> Response[str]:
    table, promise, said = _promise(request, said, refusal)
    return page(
        request,
        "new.html",
        status(refusal) if refusal else 200,
        entry=find_game(game),
        styles=[find_page(game).style],
        opponents=(*opponents(game), *([OPEN] if 2 in find_game(game).seats else [])),
        clocks={seconds: clock_words(seconds) for seconds in CLOCKS},
        computer_names=COMPUTER_NAMES,
        option_titles=option_titles(find_game(game)),
        said=said,
        table=table,
        promise=promise,
        refusal=refusal,
        picture=Picture.at_door(game),
    )
