"""How a table is set: the form, and the match that it opens."""

from contextlib import suppress
from dataclasses import replace

from litestar import Response, get, post
from litestar.response import Redirect

from dicehall.game import find_game
from dicehall.game.refused import CommitmentSpent, Refused
from dicehall.match.dice.commitment import Commitment
from dicehall.match.match import Match
from dicehall.match.time_limits import CLOCKS
from dicehall.page.protocol import find_page
from dicehall.players.opponents import OPEN, computer_name, opponents
from dicehall.web.actions import Wishes, commitment_for, open_match
from dicehall.web.context import (
    WebRequest,
    guest,
    house,
    page,
    preferences,
    preferences_cookie,
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
    who, wishes = guest(request), _wishes(game, said)
    try:
        commitment = commitment_for(house(request), who, wishes.token, wishes.words)
        return await open_match(house(request), who, wishes, commitment)
    except CommitmentSpent:
        if wishes.words:
            raise
        # The form is old, or was used before: to those who add nothing other dice are as good.
        return await open_match(house(request), who, wishes, Commitment.fresh())


def _wishes(game: str, said: dict[str, str]) -> Wishes:
    return Wishes(
        game,
        said.get("name", ""),
        said.get("opponent", opponents(game)[0]),
        said.get("other", ""),
        said.get("begins", "coin"),
        "public" in said,
        said.get("clock", "0"),
        {option: said[option] for option in find_game(game).options if option in said},
        said.get("table", ""),
        said.get("words", ""),
    )


def _promise(
    request: WebRequest, said: dict[str, str], refusal: Refused | None
) -> tuple[str, str, dict[str, str]]:
    """The token and the promise that a form shows, and what stays filled in.

    A form that was refused keeps its promise: the house has seen the words. If the promise cannot
    be kept the words are taken out, so that nothing known goes with a new one.
    """
    issuer, who = house(request).issuer, guest(request)
    if refusal and not isinstance(refusal, CommitmentSpent):
        with suppress(CommitmentSpent):
            return said.get("table", ""), issuer.redeem(said.get("table", ""), who).promise, said
    table, commitment = issuer.issue(who)
    return table, commitment.promise, {**said, "words": ""}


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
        computer_name=computer_name,
        option_titles=option_titles(find_game(game)),
        said=said,
        table=table,
        promise=promise,
        refusal=refusal,
        picture=Picture.at_door(game),
    )
