"""The JSON interface for programs: the same house, the same service, the same refusals."""

import secrets
from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal

import msgspec
from litestar import Router, get, post
from litestar.datastructures import ResponseHeader
from litestar.openapi.datastructures import ResponseSpec
from litestar.response import Stream

from dicehall.bots.levels import LEVELS
from dicehall.match.commands import LONGEST_WORDS, PlayMove, Resign, TakeSeat
from dicehall.match.match import Match
from dicehall.match.opening import opponents, set_table
from dicehall.rules import KINDS, Chance, Decide, Over, Turn
from dicehall.rules.records import spell
from dicehall.web.context import WebRequest, guest, house, promised
from dicehall.web.stream import event, named, stream

Name = Annotated[str, msgspec.Meta(max_length=100)]
Words = Annotated[str, msgspec.Meta(max_length=LONGEST_WORDS)]
Version = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]


class Refusal(msgspec.Struct):
    """Why a request changed nothing, and what would be legal instead."""

    code: str
    reason: str
    legal: list[str] = []


class Guest(msgspec.Struct):
    """A new identity; send the token as `Authorization: Bearer …`."""

    token: str


class GameInfo(msgspec.Struct):
    """A game of the house."""

    name: str
    title: str
    seats: list[int]
    options: dict[str, list[str]]
    opponents: list[str]
    levels: list[str]


class Promise(msgspec.Struct):
    """The dice of a match that you may open: its id, and the SHA-256 of its secret."""

    table: str
    match: str
    promise: str


class OpenMatch(msgspec.Struct, forbid_unknown_fields=True):
    """How to set a table; `opponent` is one of the game's opponents, or `open`.

    `words` go into the dice. They are taken only with the `table` of a promise, so that the house
    cannot have known them when it chose its secret.
    """

    game: Name
    name: Name
    opponent: Name = "open"
    other: Name = ""
    begins: Literal["coin", "first", "second"] = "coin"
    options: dict[Name, Name] = {}
    table: Annotated[str, msgspec.Meta(max_length=200)] = ""
    words: Words = ""


class SitDown(msgspec.Struct, forbid_unknown_fields=True):
    """A free seat to take; `words` go into the dice."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=1)]
    name: Name
    words: Words = ""


class MoveIn(msgspec.Struct, forbid_unknown_fields=True):
    """A move, at the version it was chosen for; the same id again is harmless."""

    move: Annotated[str, msgspec.Meta(max_length=100)]
    version: Version
    id: Annotated[str, msgspec.Meta(max_length=64)] = ""


class SeatInfo(msgspec.Struct):
    """A place at the table."""

    name: str
    level: str
    yours: bool


class TurnInfo(msgspec.Struct, omit_defaults=True):
    """What is asked now."""

    kind: Literal["decide", "chance", "over", "waiting"]
    seat: int | None = None
    moves: list[str] = []
    dice: list[str] = []


class MatchInfo(msgspec.Struct):
    """A match as the caller sees it."""

    id: str
    game: str
    options: dict[str, str]
    version: int
    seats: list[SeatInfo | None]
    turn: TurnInfo
    scores: list[int]
    winners: list[int]
    over: bool
    state: Any
    log: list[str]
    promise: str
    secret: str


REFUSALS = {
    status: ResponseSpec(Refusal, description=words, generate_examples=False)
    for status, words in {
        400: "The request cannot be read",
        403: "Not your seat",
        404: "No such game or match",
        409: "Not now: the match has moved on, it is not your turn, or the coach waits",
        422: "Not allowed by the rules",
        429: "Too many requests",
    }.items()
}


@post("/guests", responses=REFUSALS)
async def new_guest(request: WebRequest) -> Guest:
    """A new identity."""
    signer = house(request).signer
    return Guest(signer.sign(signer.new_guest()))


@get("/games")
async def list_games() -> list[GameInfo]:
    """The games of the house."""
    return [
        GameInfo(
            kind.name,
            kind.title,
            list(kind.seats),
            {option: list(values) for option, values in kind.options.items()},
            [*opponents(kind.name), *(["open"] if 2 in kind.seats else [])],
            list(LEVELS[kind.name]),
        )
        for kind in KINDS.values()
    ]


@post("/promises", responses=REFUSALS)
async def promise_dice(request: WebRequest) -> Promise:
    """Have the dice of a match promised before you open it; good for a day, and for you alone."""
    table, sealed = house(request).sealer.seal(guest(request))
    return Promise(table, sealed.match_id, sealed.promise)


@post("/matches", responses=REFUSALS)
async def open_match(request: WebRequest, data: OpenMatch) -> MatchInfo:
    """Set a table and sit down at it."""
    sealed = promised(request, data.table, data.words)
    table = set_table(
        data.game,
        data.options,
        data.opponent,
        guest(request),
        (data.name, data.other),
        data.begins,
        data.words,
        sealed.coin,
    )
    match = await house(request).matches.open(*table, sealed)
    return describe(match, guest(request))


@get("/matches/{match_id:str}", responses=REFUSALS)
async def see_match(request: WebRequest, match_id: str) -> MatchInfo:
    """A match as it is now."""
    return describe(await house(request).matches.see(match_id), guest(request))


@post("/matches/{match_id:str}/seats", responses=REFUSALS)
async def take_seat(request: WebRequest, match_id: str, data: SitDown) -> MatchInfo:
    """Take a free seat."""
    command = TakeSeat(data.seat, data.name, guest(request), words=data.words)
    return describe(await house(request).matches.do(match_id, command), guest(request))


@post("/matches/{match_id:str}/moves", responses=REFUSALS)
async def play_move(request: WebRequest, match_id: str, data: MoveIn) -> MatchInfo:
    """Move."""
    command_id = data.id or f"{data.version} {data.move}"
    command = PlayMove(guest(request), data.move, data.version, command_id)
    return describe(await house(request).matches.do(match_id, command), guest(request))


@post("/matches/{match_id:str}/resignation", responses=REFUSALS)
async def resign(request: WebRequest, match_id: str) -> MatchInfo:
    """Give up."""
    command = Resign(guest(request), id=secrets.token_hex(8))
    return describe(await house(request).matches.do(match_id, command), guest(request))


@get(
    "/matches/{match_id:str}/stream",
    responses=REFUSALS,
    media_type="text/event-stream",
    response_headers=[ResponseHeader("cache-control", value="no-store")],
)
async def watch_match(request: WebRequest, match_id: str, version: Version = 0) -> Stream:
    """Every newer state of a match as server-sent events, and what is said beside it (events
    `reaction`, `company`, `ping`), until it ends; after it if two guests play, who may go on."""
    match = await house(request).matches.see(match_id)
    return stream(_told(request, match, version), house(request).closing)


async def _told(request: WebRequest, match: Match, version: int) -> AsyncIterator[str]:
    viewer = guest(request)
    async for news in house(request).matches.attend(match.id, version, viewer):
        if isinstance(news, Match):
            yield event(news.version, msgspec.json.encode(describe(news, viewer)).decode())
        else:
            yield named(type(news).__name__.lower(), msgspec.json.encode(news).decode())


def describe(match: Match, viewer: str) -> MatchInfo:
    """A match for a program."""
    mine = match.held_by(viewer)
    return MatchInfo(
        id=match.id,
        game=match.game.name,
        options=match.game.options,
        version=match.version,
        seats=[
            SeatInfo(seat.name, seat.level, number in mine) if seat else None
            for number, seat in enumerate(match.seats)
        ],
        turn=_turn(match),
        scores=list(match.game.scores(match.state)),
        winners=list(match.result.winners) if match.result else [],
        over=match.result is not None,
        state=msgspec.to_builtins(match.state),
        log=[spell(event) for event in match.log],
        promise=match.promise,
        secret=match.secret,
    )


def _turn(match: Match) -> TurnInfo:
    if match.result:
        return TurnInfo("over")
    if not match.full:
        return TurnInfo("waiting")
    turn: Turn = match.game.turn(match.state)
    match turn:
        case Decide(seat=seat, moves=moves):
            return TurnInfo("decide", seat, list(moves))
        case Chance(dice=dice):
            return TurnInfo("chance", dice=[die.name for die in dice])
        case Over():
            return TurnInfo("over")


router = Router(
    "/api",
    route_handlers=[
        new_guest,
        list_games,
        promise_dice,
        open_match,
        see_match,
        take_seat,
        play_move,
        resign,
        watch_match,
    ],
    include_in_schema=True,
)
