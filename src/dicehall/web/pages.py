"""The routes around the tables: the hall, new matches, rules, history, scores and settings."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass, replace

from litestar import Response, get, post
from litestar.response import Redirect

from dicehall.match.match import Match
from dicehall.match.opening import COMPUTER_NAMES, OPEN, opponents, set_table
from dicehall.match.patience import CLOCKS
from dicehall.match.rooms import terms_for
from dicehall.match.sealing import Sealed
from dicehall.match.store import Line, best, finished, running
from dicehall.refused import PromiseSpent, Refused
from dicehall.rules import KINDS, find_kind, new_game
from dicehall.web.contest import clock_words
from dicehall.web.context import (
    WebRequest,
    guest,
    house,
    page,
    preferences,
    preferences_cookie,
    promised,
)
from dicehall.web.doors import DOORS, OPTIONS
from dicehall.web.games import PAGES
from dicehall.web.lobby import offers
from dicehall.web.preferences import CHOICES
from dicehall.web.refusals import status
from dicehall.web.scene import Scene


@dataclass(frozen=True, slots=True)
class Picture:
    """A board to draw, with its caption."""

    scene: Scene
    view: object
    board: str
    caption: str = ""

    @classmethod
    def of(cls, scene: Scene, caption: str = "") -> "Picture":
        game_page = PAGES[scene.game.name]
        return cls(scene, game_page.view(scene), game_page.BOARD, caption)


@get("/", include_in_schema=False)
async def show_hall(request: WebRequest) -> Response[str]:
    """The hall: five doors, and the matches that wait for the guest."""
    store, who = house(request).matches.store, guest(request)
    bests = await asyncio.gather(*(store.list(best(name, who, limit=1)) for name in KINDS))
    highest = {name: lines[0].score for name, lines in zip(KINDS, bests, strict=True) if lines}
    waiting = await _scenes(request, await store.list(running(who)))
    return page(
        request,
        "hall.html",
        pictures={name: Picture.of(PAGES[name].sample(new_game(name))) for name in KINDS},
        styles=dict.fromkeys(PAGES[name].STYLE for name in KINDS),
        doors=DOORS,
        highest=highest,
        waiting=waiting,
        offers=await offers(request),
    )


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


@get("/rules/{game:str}", include_in_schema=False)
async def show_rules(request: WebRequest, game: str) -> Response[str]:
    """The rules of a game, with pictures."""
    kind = find_kind(game)
    pictures = [
        Picture.of(scene, caption) for caption, scene in PAGES[game].examples(new_game(game))
    ]
    return page(
        request,
        "rules.html",
        kind=kind,
        styles=[PAGES[game].STYLE],
        door=DOORS[game],
        pictures=pictures,
    )


@get("/history", include_in_schema=False)
async def show_history(request: WebRequest) -> Response[str]:
    """The guest's finished matches."""
    lines = await house(request).matches.store.list(finished(guest(request)))
    return page(request, "history.html", scenes=await _scenes(request, lines))


@get("/scores", include_in_schema=False)
async def show_scores(request: WebRequest) -> Response[str]:
    """The highest scores of the house."""
    store = house(request).matches.store
    lists = await asyncio.gather(*(store.list(best(name)) for name in KINDS))
    return page(request, "scores.html", scores=dict(zip(KINDS, lists, strict=True)))


@get("/settings", include_in_schema=False)
async def show_settings(request: WebRequest) -> Response[str]:
    """How the guest likes it."""
    return page(request, "settings.html", choices=CHOICES)


@post("/settings", include_in_schema=False)
async def change_settings(request: WebRequest) -> Redirect:
    """Remember what the guest likes."""
    form = await request.form()
    chosen = {key: form[key] for key, values in CHOICES.items() if form.get(key) in values}
    liked = replace(preferences(request), **chosen)
    return Redirect("/settings", status_code=303, cookies=[preferences_cookie(liked)])


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
    kind = find_kind(game)
    table = set_table(
        game,
        {option: said[option] for option in kind.options if option in said},
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


async def _scenes(request: WebRequest, lines: list[Line]) -> list[tuple[Match, Scene]]:
    """The matches of a list, each once, as the guest sees them."""
    matches = house(request).matches
    ids = dict.fromkeys(line.match_id for line in lines)
    seen = [await matches.see(match_id) for match_id in ids]
    return [(match, Scene.of(match, guest(request))) for match in seen]


def _new_page(
    request: WebRequest, game: str, said: dict[str, str], refusal: Refused | None = None
) -> Response[str]:
    table, promise, said = _promise(request, said, refusal)
    return page(
        request,
        "new.html",
        status(refusal) if refusal else 200,
        kind=find_kind(game),
        styles=[PAGES[game].STYLE],
        door=DOORS[game],
        opponents=(*opponents(game), *([OPEN] if 2 in find_kind(game).seats else [])),
        clocks={seconds: clock_words(seconds) for seconds in CLOCKS},
        computer_names=COMPUTER_NAMES,
        option_titles=OPTIONS,
        said=said,
        table=table,
        promise=promise,
        refusal=refusal,
        picture=Picture.of(PAGES[game].sample(new_game(game))),
    )
