"""How a table is set: at once by Play, or by the form with all its options."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass, replace

from litestar import Response, get, post
from litestar.response import Redirect

from dicehall.game import find_game
from dicehall.game.refused import PromiseSpent, Refused
from dicehall.game_page.protocol import find_page
from dicehall.match.match import Match
from dicehall.match.store.lists import best_alone, results_against
from dicehall.match.time_limits import CLOCKS
from dicehall.players.characters import Character, character, face_titles, strength
from dicehall.players.levels import levels
from dicehall.players.opponents import OPEN, opponents
from dicehall.web.actions import (
    Wishes,
    come_back_or_open,
    dice_and_words,
    next_dice,
    redeem_promise,
)
from dicehall.web.context import (
    WebRequest,
    count_table,
    face,
    guest,
    last_tables,
    page,
    preferences,
    preferences_cookie,
    server,
    tables_cookie,
)
from dicehall.web.edge.statuses import status
from dicehall.web.last_tables import remember_table
from dicehall.web.views.entries import has_emblem, option_titles, options_offered, usual_table
from dicehall.web.views.online import clock_words
from dicehall.web.views.pictures import Picture
from dicehall.web.views.wins_and_losses import WinsAndLosses, results_by_level


@dataclass(frozen=True, slots=True)
class Opponent:
    """A computer player as the form shows it."""

    level: str
    character: Character
    strength: str
    results: WinsAndLosses


@post("/play/{game:str}", include_in_schema=False)
async def play_at_once(request: WebRequest, game: str) -> Redirect:
    """Begin with what the guest has chosen last, or with what suits newcomers."""
    return await _open_at_once(request, game)


@post("/invite/{game:str}", include_in_schema=False)
async def invite_at_once(request: WebRequest, game: str) -> Redirect:
    """The same for a friend, who is invited there."""
    return await _open_at_once(request, game, opponent=OPEN)


async def _open_at_once(request: WebRequest, game: str, **chosen: str) -> Redirect:
    form = await request.form()
    token, random, bound = (str(form.get(key, "")) for key in ("table", "random", "commitment"))
    count_table(request)
    dice, words = await dice_and_words(server(request), guest(request), game, token, random)
    said = {
        **usual_table(find_game(game)),
        **last_tables(request).get(game, {}),
        **chosen,
        "name": preferences(request).name,
        "random": words,
        "commitment": bound,
    }
    wishes = _wishes(request, game, said)
    match = await come_back_or_open(server(request), guest(request), wishes, dice)
    return Redirect(f"/matches/{match.id}", status_code=303)


@get("/new/{game:str}", include_in_schema=False, cost=2)
async def ask_table(
    request: WebRequest, game: str, opponent: str = "", public: str = ""
) -> Response[str]:
    """How to set a table; the lobby asks for one with a free seat."""
    usual = {**usual_table(find_game(game)), **last_tables(request).get(game, {})}
    asked = {"opponent": opponent, "public": public} if opponent else {}
    said = {**usual, **asked, "name": preferences(request).name}
    return await _new_page(request, game, said)


@post("/new/{game:str}", status_code=200, include_in_schema=False)
async def open_table(request: WebRequest, game: str) -> Response[str]:
    """Set a table and go there."""
    form = await request.form()
    said = {key: str(form.get(key, "")) for key in form}
    wishes = _wishes(request, game, said)
    try:
        match = await _open(request, wishes)
    except Refused as refusal:
        return await _new_page(request, game, said, refusal)
    name = " ".join(wishes.name.split())
    liked = replace(preferences(request), name=name, face=said.get("face", wishes.face))
    tables = remember_table(last_tables(request), game, said)
    cookies = [preferences_cookie(liked), tables_cookie(tables)]
    return Redirect(f"/matches/{match.id}", status_code=303, cookies=cookies)


async def _open(request: WebRequest, wishes: Wishes) -> Match:
    """The match that a form asks for."""
    who = guest(request)
    count_table(request)
    try:
        dice = await redeem_promise(server(request), who, wishes.token, wishes.words)
    except PromiseSpent:
        if wishes.words:
            raise
        # The form is old: to those who typed nothing other dice are as good.
        dice, wishes = (
            await next_dice(server(request), who, wishes.game),
            replace(wishes, random=""),
        )
    return await come_back_or_open(server(request), who, wishes, dice)


def _wishes(request: WebRequest, game: str, said: dict[str, str]) -> Wishes:
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
        said.get("face") or face(request),
        said.get("commitment", "") if said.get("opponent") == OPEN else "",
        said.get("random", ""),
    )


async def _promise(
    request: WebRequest, said: dict[str, str], refusal: Refused | None
) -> tuple[str, str, dict[str, str]]:
    """The token and the promise that a form shows, and what stays filled in.

    A form that was refused keeps its promise, since the house has seen its words by now. If the
    promise cannot be kept any more the words are cleared: none that the house has seen may go with
    a new promise.
    """
    issuer, who = server(request).issuer, guest(request)
    if refusal and not isinstance(refusal, PromiseSpent):
        with suppress(PromiseSpent):
            table = said.get("table", "")
            return table, (await issuer.redeem(table, who)).commitment, said
    table, dice = await issuer.issue(who)
    return table, dice.commitment, {**said, "words": ""}


async def _new_page(
    request: WebRequest, game: str, said: dict[str, str], refusal: Refused | None = None
) -> Response[str]:
    entry, store = find_game(game), server(request).matches.store
    table, promise, said = await _promise(request, said, refusal)
    bests = await store.ask(best_alone(guest(request)))
    highest = {(name, variant): score for name, variant, score in bests}
    return page(
        request,
        "new.html",
        status(refusal) if refusal else 200,
        entry=entry,
        picture=None if has_emblem(entry) else Picture.at_door(game),
        styles=[] if has_emblem(entry) else [find_page(game).style],
        opponents=await _opponents(request, game) if 2 in entry.seats else [],
        best=highest.get((game, entry.variant(said))),
        clocks={seconds: clock_words(seconds) for seconds in CLOCKS},
        options=options_offered(entry),
        option_titles=option_titles(entry),
        faces=face_titles(),
        said={**usual_table(entry), **said},
        table=table,
        promise=promise,
        refusal=refusal,
    )


async def _opponents(request: WebRequest, game: str) -> list[Opponent]:
    """The computer players of a game, and how the guest did against each."""
    rows = await server(request).matches.store.ask(results_against(guest(request)))
    results = results_by_level(rows, game)
    # In a thread: what proves a level may have to be imported first.
    strengths = await asyncio.to_thread(
        lambda: {level: strength(game, level) for level in levels(game)}
    )
    return [
        Opponent(level, character(level), strengths[level], results.get(level, WinsAndLosses()))
        for level in levels(game)
    ]
