"""The JSON interface to matches between guests: rooms, claims, nudges, rematches, reactions."""

from typing import Annotated, Literal

import msgspec
from litestar import get, post

from dicehall.match import rematch
from dicehall.match.commands import DeclineRematch
from dicehall.match.time_limits import AnswerClaim, ClaimWin, Nudge, SetClock
from dicehall.web.actions import find_room, react
from dicehall.web.api.fields import MatchId, Seconds, doc
from dicehall.web.api.match_info import MatchInfo, carry_out, describe
from dicehall.web.api.refusals import COMMAND_REFUSALS, refusing
from dicehall.web.api.schemas import Rematch
from dicehall.web.context import WebRequest, address, guest, server


class RoomInfo(msgspec.Struct):
    """The match that a room code leads to."""

    match: MatchId


class OfferInfo(msgspec.Struct):
    """A free seat that anyone may take."""

    match: MatchId
    game: Annotated[str, doc("The name of the game.", "knucklebones")]
    name: Annotated[str, doc("The name of the player who waits there.", "Ada")]
    opened_at: Seconds


class Say(msgspec.Struct, forbid_unknown_fields=True):
    """A reaction to send to the table."""

    reaction: Annotated[
        Literal["luck", "played", "ouch", "lucky", "thinking", "thanks"],
        doc("The reaction.", "luck"),
    ]


Code = Annotated[str, msgspec.Meta(max_length=100)]


@get("/rooms/{code:str}", responses=refusing(404, 422))
async def find_match(request: WebRequest, code: Code) -> RoomInfo:
    """Find the match with a free seat that has this room code."""
    return RoomInfo(await find_room(server(request), address(request), code))


@get("/lobby", responses=refusing())
async def list_offers(request: WebRequest) -> list[OfferInfo]:
    """List the free seats that anyone may take: newest first, taking turns between networks."""
    lines = await server(request).matches.lobby.list()
    return [OfferInfo(line.match_id, line.game, line.name, line.opened_at) for line in lines]


@post("/matches/{match_id:str}/claim", responses=COMMAND_REFUSALS)
async def claim_win(request: WebRequest, match_id: str) -> MatchInfo:
    """Claim the win because the seat to move has been inactive for a long time. It has some time to
    answer."""
    return await carry_out(request, match_id, ClaimWin(guest(request)))


@post("/matches/{match_id:str}/answer", responses=COMMAND_REFUSALS)
async def answer_claim(request: WebRequest, match_id: str) -> MatchInfo:
    """Answer a claim: you are still there. A move answers it, too."""
    return await carry_out(request, match_id, AnswerClaim(guest(request)))


@post("/matches/{match_id:str}/nudge", responses=COMMAND_REFUSALS)
async def nudge(request: WebRequest, match_id: str) -> MatchInfo:
    """Nudge the seat to move, which has been inactive for a while."""
    return await carry_out(request, match_id, Nudge(guest(request)))


@post("/matches/{match_id:str}/clock", responses=COMMAND_REFUSALS)
async def set_clock(request: WebRequest, match_id: str) -> MatchInfo:
    """Set a clock for the rest of the match, after a nudge had no effect."""
    return await carry_out(request, match_id, SetClock(guest(request)))


@post("/matches/{match_id:str}/rematch/decline", responses=COMMAND_REFUSALS)
async def decline_rematch(request: WebRequest, match_id: str) -> MatchInfo:
    """Decline a rematch, or withdraw your offer."""
    return await carry_out(request, match_id, DeclineRematch(guest(request)))


@post("/matches/{match_id:str}/rematch", responses=COMMAND_REFUSALS)
async def offer_rematch(
    request: WebRequest, match_id: str, data: Rematch | None = None
) -> MatchInfo:
    """Offer a rematch. Once both sides have offered one, `next` is the id of the new match."""
    commitment = data.commitment if data else ""
    match = await rematch.offer_rematch(
        server(request).matches, match_id, guest(request), commitment
    )
    return describe(match, guest(request))


@post("/matches/{match_id:str}/reactions", status_code=202, responses=COMMAND_REFUSALS)
async def send_reaction(request: WebRequest, match_id: str, data: Say) -> Say:
    """Send a reaction to everybody at the table. It is not stored."""
    await react(server(request), guest(request), match_id, data.reaction)
    return data
