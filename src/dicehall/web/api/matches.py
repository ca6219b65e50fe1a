"""The JSON interface to guests, games and matches."""

import secrets
from collections.abc import AsyncGenerator
from contextlib import aclosing

import msgspec
from litestar import MediaType, Response, get, post
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
from dicehall.web.api.match_info import MatchInfo, carry_out, describe
from dicehall.web.api.refusals import COMMAND_REFUSALS, refusing
from dicehall.web.api.schemas import (
    GameInfo,
    Guest,
    MoveIn,
    OpenMatch,
    PracticeIn,
    Promise,
    RollIn,
    SitDown,
    TakeBackIn,
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
    """List the games."""
    return [
        GameInfo(
            entry.name,
            entry.title,
            list(entry.seats),
            {option: list(values) for option, values in entry.options.items()},
            [*opponents(entry.name), *([OPEN] if 2 in entry.seats else [])],
            list(levels(entry.name)),
        )
        for entry in games().values()
    ]


@post("/promises", responses=refusing(403))
async def promise_dice(request: WebRequest) -> Promise:
    """Get a promise for the dice of a match before you open it. It is valid for you only, for a day
    or until the server restarts."""
    table, dice = await server(request).issuer.issue(guest(request))
    return Promise(table, dice.match_id, dice.commitment)


@post("/matches", responses=COMMAND_REFUSALS)
async def open_match(request: WebRequest, data: OpenMatch) -> MatchInfo:
    """Open a match and take a seat. A second request with the `table` of the same promise is
    refused as `promise-spent`; the match already exists, under the promised id."""
    dice = await redeem_promise(server(request), guest(request), data.table, data.words)
    settings = MatchSettings(
        data.game,
        data.name,
        data.opponent or _default_opponent(data.game),
        data.other,
        data.begins,
        data.public,
        str(data.clock),
        data.options,
        data.table,
        data.words,
        data.face,
        commitment=data.commitment,
        own_dice=data.own_dice,
    )
    count_table(request)
    match = await actions.open_match(server(request), guest(request), settings, dice)
    return describe(match, guest(request))


@get("/matches/{match_id:str}", responses=refusing(404))
async def see_match(request: WebRequest, match_id: str) -> MatchInfo:
    """Get the current state of a match."""
    return describe(await server(request).matches.see(match_id), guest(request))


@post("/matches/{match_id:str}/seats", responses=COMMAND_REFUSALS)
async def take_seat(request: WebRequest, match_id: str, data: SitDown) -> MatchInfo:
    """Take a free seat. A second request is refused as `seat-taken`; get the match instead."""
    command = TakeSeat(
        data.seat,
        data.name,
        guest(request),
        words=data.words,
        face=data.face,
        commitment=data.commitment,
    )
    return await carry_out(request, match_id, command)


@post("/matches/{match_id:str}/words", responses=COMMAND_REFUSALS)
async def tell_words(request: WebRequest, match_id: str, data: WordsIn) -> MatchInfo:
    """Reveal the words that your seat committed to, when `turn.owing` lists it. Sending them again
    is harmless."""
    command = TellWords(guest(request), data.words)
    return await carry_out(request, match_id, command)


@post("/matches/{match_id:str}/moves", responses=COMMAND_REFUSALS)
async def play_move(scope: Scope, match_id: str, data: MoveIn) -> MatchInfo:
    """Play a move, if it is your turn. The server rolls any dice that follow before it responds.
    Repeating the request with the same `id` is safe: the move is played once."""
    server, guest = scope["litestar_app"].state.server, str(scope["guest"])  # type: ignore[typeddict-item]
    match = await actions.play(server, guest, match_id, data.move, data.version, data.id)
    return describe(match, guest)


@post("/matches/{match_id:str}/roll", responses=COMMAND_REFUSALS)
async def enter_roll(request: WebRequest, match_id: str, data: RollIn) -> MatchInfo:
    """Enter the roll of your own dice, in a match with `own_dice`, when `turn.kind` is `chance`. A
    roll that these dice cannot show is refused. Repeating the request with the same `id` is
    safe."""
    match = await actions.enter_roll(
        server(request), guest(request), match_id, data.roll, data.version, data.id
    )
    return describe(match, guest(request))


@post("/matches/{match_id:str}/take-back", responses=COMMAND_REFUSALS)
async def take_back(request: WebRequest, match_id: str, data: TakeBackIn) -> MatchInfo:
    """Take your last move back, with everything that followed it; not in a match between guests.
    The same dice come again. If dice were rolled or a computer player moved since, the match no
    longer counts for high scores. With `own_dice`, a roll that you entered counts as a move and
    changes nothing about that. Repeating the request with the same `id` is safe."""
    match = await actions.take_back(
        server(request), guest(request), match_id, data.version, data.id
    )
    return describe(match, guest(request))


@post("/matches/{match_id:str}/practice", responses=COMMAND_REFUSALS)
async def practise(request: WebRequest, match_id: str, data: PracticeIn) -> MatchInfo:
    """Open a practice match that begins at one of your decisions in a finished match, with the same
    dice to come. It does not count for high scores."""
    count_table(request)
    match = await server(request).matches.see(match_id)
    opened = await actions.try_again(server(request), guest(request), match, data.moment)
    return describe(opened, guest(request))


@post("/matches/{match_id:str}/resignation", responses=COMMAND_REFUSALS)
async def resign(request: WebRequest, match_id: str) -> MatchInfo:
    """Resign. If a seat is still free, this closes the table."""
    command = Resign(guest(request), id=secrets.token_hex(8))
    return await carry_out(request, match_id, command)


@get("/matches/{match_id:str}/record", responses=refusing(404), media_type=MediaType.TEXT)
async def export_record(request: WebRequest, match_id: str) -> Response[str]:
    """Get the record of a match, running or finished, for `dicehall replay` and `verify`."""
    return record_response(await server(request).matches.see(match_id))


@get("/matches/{match_id:str}/stream", responses=refusing(404, 409), media_type="text/event-stream")
async def watch_match(request: WebRequest, match_id: str, version: VersionNumber = 0) -> Stream:
    """Follow a match as server-sent events: new states, reactions and presence. The stream ends
    with the match, except between two guests, who may still agree on a rematch."""
    match = await server(request).matches.see(match_id)
    check_version(match, version)
    return stream(_events(request, match, version), server(request), address(request))


def _default_opponent(game: str) -> str:
    """The opponent of a match that names none: an open seat if the game has two seats."""
    return OPEN if 2 in find_game(game).seats else ALONE


async def _events(request: WebRequest, match: Match, version: int) -> AsyncGenerator[str, None]:
    viewer = guest(request)
    async with aclosing(
        follow_match(server(request).matches, match.id, version, viewer)
    ) as updates:
        async for update in updates:
            if isinstance(update, Match):
                yield event(update.version, msgspec.json.encode(describe(update, viewer)).decode())
            elif not isinstance(update, StoringFailed):
                name = "reaction" if isinstance(update, Reaction) else "presence"
                yield named(name, msgspec.json.encode(update).decode())
