"""The JSON interface to guests, games and matches: opening, sitting down, moving, following."""

import secrets
from collections.abc import AsyncGenerator
from contextlib import aclosing

import msgspec
from litestar import MediaType, Response, Router, get, post
from litestar.response import Stream
from litestar.types import Scope

from dicehall.game import find_game, games
from dicehall.match.bus.protocol import Reaction, StoringFailed
from dicehall.match.commands import Resign, TakeSeat, TellWords
from dicehall.match.live.audience import check_version, follow_match
from dicehall.match.match import Match
from dicehall.match.seats import new_guest_id
from dicehall.players.levels import levels
from dicehall.players.opponents import ALONE, OPEN, opponents
from dicehall.web import actions
from dicehall.web.actions import MatchSettings, redeem_promise
from dicehall.web.api.fields import VersionNumber
from dicehall.web.api.lists import list_matches, list_scores
from dicehall.web.api.match_info import MatchInfo, describe
from dicehall.web.api.refusals import COMMANDED, refusing
from dicehall.web.api.schemas import (
    GameInfo,
    Guest,
    MoveIn,
    OpenMatch,
    Promise,
    SitDown,
    WordsIn,
)
from dicehall.web.context import WebRequest, address, count_table, guest, record_response, server
from dicehall.web.stream import event, named, stream


@post("/guests", responses=refusing(403))
async def new_guest(request: WebRequest) -> Guest:
    """Become a new guest. Send the token with every other request."""
    return Guest(server(request).signer.sign(new_guest_id()))


@get("/games", responses=refusing())
async def list_games() -> list[GameInfo]:
    """The games of the house."""
    return [
        GameInfo(
            kind.name,
            kind.title,
            list(kind.seats),
            {option: list(values) for option, values in kind.options.items()},
            [*opponents(kind.name), *([OPEN] if 2 in kind.seats else [])],
            list(levels(kind.name)),
        )
        for kind in games().values()
    ]


@post("/promises", responses=refusing(403))
async def promise_dice(request: WebRequest) -> Promise:
    """Have the dice of a match promised before you open it; good for a day or until the
    server restarts, and for you alone."""
    table, dice = await server(request).issuer.issue(guest(request))
    return Promise(table, dice.match_id, dice.commitment)


@post("/matches", responses=COMMANDED)
async def open_match(request: WebRequest, data: OpenMatch) -> MatchInfo:
    """Set a table and sit down at it. Sent again with the `table` of the same promise it is refused
    as `promise-spent`: the match is there, under the id that was promised."""
    dice = await redeem_promise(server(request), guest(request), data.table, data.words)
    wishes = MatchSettings(
        data.game,
        data.name,
        data.opponent or _usual_opponent(data.game),
        data.other,
        data.begins,
        data.public,
        str(data.clock),
        data.options,
        data.table,
        data.words,
        data.face,
        commitment=data.commitment,
    )
    count_table(request)
    match = await actions.open_match(server(request), guest(request), wishes, dice)
    return describe(match, guest(request))


@get("/matches/{match_id:str}", responses=refusing(404))
async def see_match(request: WebRequest, match_id: str) -> MatchInfo:
    """A match as it is now."""
    return describe(await server(request).matches.see(match_id), guest(request))


@post("/matches/{match_id:str}/seats", responses=COMMANDED)
async def take_seat(request: WebRequest, match_id: str, data: SitDown) -> MatchInfo:
    """Take a free seat. Sent again it is refused as `seat-taken`: then look at the match."""
    command = TakeSeat(
        data.seat,
        data.name,
        guest(request),
        words=data.words,
        face=data.face,
        commitment=data.commitment,
    )
    return describe(await server(request).matches.do(match_id, command), guest(request))


@post("/matches/{match_id:str}/words", responses=COMMANDED)
async def tell_words(request: WebRequest, match_id: str, data: WordsIn) -> MatchInfo:
    """Tell the words that your seat committed to, when it is `owing` them; the same again is
    harmless."""
    command = TellWords(guest(request), data.words)
    return describe(await server(request).matches.do(match_id, command), guest(request))


@post("/matches/{match_id:str}/moves", responses=COMMANDED)
async def play_move(scope: Scope, match_id: str, data: MoveIn) -> MatchInfo:
    """Move, if it is your turn. The dice that are due are rolled at once; the answer shows them.
    Send the same again, with the same `id`, as often as you like: it is done once."""
    server, guest = scope["litestar_app"].state.server, str(scope["guest"])  # type: ignore[typeddict-item]
    match = await actions.play(server, guest, match_id, data.move, data.version, data.id)
    return describe(match, guest)


@post("/matches/{match_id:str}/resignation", responses=COMMANDED)
async def resign(request: WebRequest, match_id: str) -> MatchInfo:
    """Give up; a table at which a seat is free is closed."""
    command = Resign(guest(request), id=secrets.token_hex(8))
    return describe(await server(request).matches.do(match_id, command), guest(request))


@get("/matches/{match_id:str}/record", responses=refusing(404), media_type=MediaType.TEXT)
async def export_record(request: WebRequest, match_id: str) -> Response[str]:
    """A match as a record, whether it is over or not: what `dicehall replay` and `verify` read."""
    return record_response(await server(request).matches.see(match_id))


@get(
    "/matches/{match_id:str}/stream",
    responses=refusing(404, 409),
    media_type="text/event-stream",
)
async def watch_match(request: WebRequest, match_id: str, version: VersionNumber = 0) -> Stream:
    """Every newer state of a match as server-sent events, and what is said beside it, until the
    match ends; also after that if two guests play, who may go on."""
    match = await server(request).matches.see(match_id)
    check_version(match, version)
    return stream(_told(request, match, version), server(request), address(request))


def _usual_opponent(game: str) -> str:
    """Whom a match is for that names no opponent: somebody who will come, if two can play."""
    return OPEN if 2 in find_game(game).seats else ALONE


async def _told(request: WebRequest, match: Match, version: int) -> AsyncGenerator[str, None]:
    viewer = guest(request)
    async with aclosing(
        follow_match(server(request).matches, match.id, version, viewer)
    ) as everything:
        async for news in everything:
            if isinstance(news, Match):
                yield event(news.version, msgspec.json.encode(describe(news, viewer)).decode())
            elif not isinstance(news, StoringFailed):
                name = "reaction" if isinstance(news, Reaction) else "presence"
                yield named(name, msgspec.json.encode(news).decode())


router = Router(
    "/api",
    route_handlers=[
        new_guest,
        list_games,
        promise_dice,
        list_matches,
        list_scores,
        open_match,
        see_match,
        take_seat,
        tell_words,
        play_move,
        resign,
        export_record,
        watch_match,
    ],
    include_in_schema=True,
)
