"""The JSON interface of matches between two guests: rooms, claims, rematches and reactions."""

from typing import Annotated, Literal

import msgspec
from litestar import Router, get, post

from dicehall.match.commands import AnswerClaim, ClaimWin
from dicehall.match.live import rematch
from dicehall.web.actions import find_room, react
from dicehall.web.api.schemas import REFUSALS, MatchInfo, describe
from dicehall.web.context import WebRequest, address, guest, house


class RoomInfo(msgspec.Struct):
    """The match that a room code leads to."""

    match: str


class OfferInfo(msgspec.Struct):
    """A free seat that is open to anybody."""

    match: str
    game: str
    name: str
    opened_at: float


class Say(msgspec.Struct, forbid_unknown_fields=True):
    """One of the few things that can be said at a table."""

    reaction: Literal["luck", "played", "ouch", "lucky", "thinking", "thanks"]


Code = Annotated[str, msgspec.Meta(max_length=100)]


@get("/rooms/{code:str}", responses=REFUSALS)
async def find_match(request: WebRequest, code: Code) -> RoomInfo:
    """The match with a free seat that has this room code."""
    return RoomInfo(await find_room(house(request), address(request), code))


@get("/lobby", responses=REFUSALS)
async def list_offers(request: WebRequest) -> list[OfferInfo]:
    """The free seats that are open to anybody, newest first."""
    lines = await house(request).matches.lobby.list()
    return [OfferInfo(line.match_id, line.game, line.name, line.opened_at) for line in lines]


@post("/matches/{match_id:str}/claim", responses=REFUSALS)
async def claim_win(request: WebRequest, match_id: str) -> MatchInfo:
    """Ask for the win, because the seat to move has been quiet for long; it has time to answer."""
    match = await house(request).matches.do(match_id, ClaimWin(guest(request)))
    return describe(match, guest(request))


@post("/matches/{match_id:str}/answer", responses=REFUSALS)
async def answer_claim(request: WebRequest, match_id: str) -> MatchInfo:
    """Say that you are still there; so does a move."""
    match = await house(request).matches.do(match_id, AnswerClaim(guest(request)))
    return describe(match, guest(request))


@post("/matches/{match_id:str}/rematch", responses=REFUSALS)
async def offer_rematch(request: WebRequest, match_id: str) -> MatchInfo:
    """Offer to play again; when both sides have, `next` is the match in which it goes on."""
    match = await rematch.offer_rematch(house(request).matches, match_id, guest(request))
    return describe(match, guest(request))


@post("/matches/{match_id:str}/reactions", status_code=202, responses=REFUSALS)
async def send_reaction(request: WebRequest, match_id: str, data: Say) -> Say:
    """Show a reaction to everybody at the table; it is not kept."""
    await react(house(request), guest(request), match_id, data.reaction)
    return data


router = Router(
    "/api",
    route_handlers=[
        find_match,
        list_offers,
        claim_win,
        answer_claim,
        offer_rematch,
        send_reaction,
    ],
    include_in_schema=True,
)
