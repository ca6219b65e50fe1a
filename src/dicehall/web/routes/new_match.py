"""Opens matches: at once with Play or Invite, or with the form that has all options."""

from contextlib import suppress
from dataclasses import dataclass, replace

from litestar import MediaType, Response, get, post
from litestar.response import Redirect

from dicehall.game import find_game
from dicehall.game.refused import BadName, PromiseSpent, Refused
from dicehall.game_page.protocol import find_page
from dicehall.match.match import Match
from dicehall.match.names import check_guest_name
from dicehall.match.store.lists import best_alone, results_against
from dicehall.match.time_limits import CLOCKS
from dicehall.players.characters import Character, character, face_titles, missing_line, strength
from dicehall.players.levels import levels
from dicehall.players.opponents import OPEN, opponents
from dicehall.web.actions import (
    MatchSettings,
    dice_and_client_seed,
    next_dice,
    redeem_promise,
    resume_or_open,
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
from dicehall.web.root import root
from dicehall.web.views.entries import (
    WinsAndLosses,
    form_defaults,
    has_emblem,
    option_titles,
    options_offered,
    results_by_level,
)
from dicehall.web.views.online import clock_words
from dicehall.web.views.pictures import Picture


@dataclass(frozen=True, slots=True)
class Opponent:
    """A computer player in the form."""

    level: str
    character: Character
    strength: str
    results: WinsAndLosses
    missing: str
    """Why it is not offered here; usually empty."""


@post("/play/{game:str}", include_in_schema=False)
async def play_at_once(request: WebRequest, game: str) -> Redirect:
    """Open a match with the guest's last settings, or with the defaults for newcomers. A button may
    choose the opponent and options."""
    form, choices = await request.form(), ("opponent", "own_dice", *find_game(game).choices)
    return await open_at_once(
        request, game, **{name: str(form[name]) for name in choices if name in form}
    )


async def open_at_once(request: WebRequest, game: str, **chosen: str) -> Redirect:
    """Open a match with the guest's last settings, except for those that are `chosen` here."""
    form = await request.form()
    token, random, commitment = (
        str(form.get(key, "")) for key in ("table", "random", "commitment")
    )
    count_table(request)
    dice, client_seed = await dice_and_client_seed(
        server(request), guest(request), game, token, random
    )
    fields = {
        **form_defaults(find_game(game)),
        **last_tables(request).get(game, {}),
        **chosen,
        "name": preferences(request).name,
        "random": client_seed,
        "commitment": commitment,
    }
    settings = _settings(request, game, fields)
    match = await resume_or_open(server(request), guest(request), settings, dice)
    return Redirect(f"/matches/{match.id}", status_code=303)


@get("/new/{game:str}", include_in_schema=False, cost=2)
async def ask_table(
    request: WebRequest, game: str, opponent: str = "", public: str = ""
) -> Response[str]:
    """The form for a new match. The lobby links to it with an open seat preselected."""
    usual = {**form_defaults(find_game(game)), **last_tables(request).get(game, {})}
    preselected = {"opponent": opponent, "public": public} if opponent else {}
    fields = {**usual, **preselected, "name": preferences(request).name}
    return await _new_page(request, game, fields)


@post("/new/{game:str}", status_code=200, include_in_schema=False)
async def open_table(request: WebRequest, game: str) -> Response[str]:
    """Open a match with the form's settings and redirect to it. The page's script gets its address;
    if the form is refused, it gets the form again, as everybody does."""
    form = await request.form()
    fields = {key: str(form.get(key, "")) for key in form}
    settings = _settings(request, game, fields)
    try:
        match = await _open(request, settings)
    except Refused as refusal:
        return await _new_page(request, game, fields, refusal)
    name = " ".join(settings.name.split())
    chosen = replace(preferences(request), name=name, face=fields.get("face", settings.face))
    tables = remember_table(last_tables(request), game, fields)
    cookies = [preferences_cookie(chosen), tables_cookie(tables)]
    there = f"/matches/{match.id}"
    if "x-part" in request.headers:
        return Response(root() + there, media_type=MediaType.TEXT, cookies=cookies)
    return Redirect(there, status_code=303, cookies=cookies)


async def _open(request: WebRequest, settings: MatchSettings) -> Match:
    """Open the match that a form describes."""
    who = guest(request)
    count_table(request)
    try:
        dice = await redeem_promise(server(request), who, settings.token, settings.words)
    except PromiseSpent:
        if settings.words:
            raise
        # The form is old. The guest typed no client seed, so other dice are just as good.
        dice = await next_dice(server(request), who, settings.game)
        settings = replace(settings, random="")
    return await resume_or_open(server(request), who, settings, dice)


def _settings(request: WebRequest, game: str, fields: dict[str, str]) -> MatchSettings:
    opponent = fields.get("opponent", opponents(game)[0])
    own_dice = fields.get("own_dice") == "yes" and opponent != OPEN
    return MatchSettings(
        game,
        fields.get("name", ""),
        opponent,
        fields.get("other", ""),
        fields.get("begins", "coin"),
        "public" in fields,
        fields.get("clock", "0"),
        {option: fields[option] for option in find_game(game).options if option in fields},
        fields.get("table", ""),
        "" if own_dice else fields.get("words", ""),
        fields.get("face") or face(request),
        fields.get("commitment", "") if opponent == OPEN else "",
        "" if own_dice else fields.get("random", ""),
        own_dice,
    )


async def _promise(
    request: WebRequest, fields: dict[str, str], refusal: Refused | None
) -> tuple[str, str, dict[str, str]]:
    """The token and the promise that a form shows, and its fields.

    A refused form keeps its promise, because the server has now seen its client seed. If that
    promise is no longer valid, the client seed is cleared: one that the server has seen must not be
    combined with a new promise.
    """
    issuer, who = server(request).issuer, guest(request)
    if refusal and not isinstance(refusal, PromiseSpent):
        with suppress(PromiseSpent):
            table = fields.get("table", "")
            return table, (await issuer.redeem(table, who)).commitment, fields
    table, dice = await issuer.issue(who)
    return table, dice.commitment, {**fields, "words": ""}


async def _new_page(
    request: WebRequest, game: str, fields: dict[str, str], refusal: Refused | None = None
) -> Response[str]:
    entry, store = find_game(game), server(request).matches.store
    table, promise, fields = await _promise(request, fields, refusal)
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
        best=highest.get((game, entry.variant(fields))),
        clocks={seconds: clock_words(seconds) for seconds in CLOCKS},
        options=options_offered(entry),
        option_titles=option_titles(entry),
        faces=face_titles(),
        entered={**form_defaults(entry), **fields},
        table=table,
        promise=promise,
        refusal=refusal,
        bad_field=_bad_field(fields, refusal),
    )


def _bad_field(fields: dict[str, str], refusal: Refused | None) -> str:
    """The field of the form that a refusal is about; empty if it is about none."""
    if not isinstance(refusal, BadName):
        return ""
    name = fields.get("name", "")
    with suppress(BadName):
        return "other" if not name.strip() or check_guest_name(name, []) else "name"
    return "name"


async def _opponents(request: WebRequest, game: str) -> list[Opponent]:
    """The computer players of a game, with the guest's results against each."""
    rows = await server(request).matches.store.ask(results_against(guest(request)))
    results = results_by_level(rows, game)
    # Offloaded, because this may import a game's levels.
    strengths = await server(request).matches.offload(
        lambda: {level: strength(game, level) for level in levels(game)}
    )
    return [
        Opponent(
            level,
            character(level),
            strengths[level],
            results.get(level, WinsAndLosses()),
            missing_line(game, level),
        )
        for level in levels(game)
    ]
