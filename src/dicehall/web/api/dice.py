"""The JSON interface to the dice: what they come from, and how they fell."""

import asyncio
from typing import Annotated

import msgspec
from litestar import Router, get

from dicehall.game import Roll
from dicehall.game.turns import spell_face
from dicehall.match.dice.frequencies import FaceFrequencies
from dicehall.match.dice.verification import VerifiedRoll, throws
from dicehall.match.match import Match
from dicehall.web.actions import frequencies_of, verify_match
from dicehall.web.api.fields import HASH, MatchId, Name, says
from dicehall.web.api.refusals import refusing
from dicehall.web.context import WebRequest, server


class ByteInfo(msgspec.Struct):
    """A byte that was read for a roll."""

    byte: Annotated[int, says("From 0 to 255.", 130)]
    face: Annotated[str | None, says("The face it gives; `null` if it was passed over.", "5")]


class RollInfo(msgspec.Struct):
    """A roll as it was played, and as it follows from the secret."""

    number: Annotated[int, says("From 0, as it stands in the message.", 0)]
    dice: Annotated[list[str], says("What was rolled.", ["d6"])]
    message: Annotated[str, says("What was hashed.", '["Zk3vQ0fH1yUu",["",""],0,0]')]
    drawn: Annotated[list[ByteInfo], says("The bytes, in order.", [{"byte": 130, "face": "5"}])]
    promised: Annotated[str, says("How the dice had to fall.", "5")]
    played: Annotated[str, says("How they fell.", "5")]
    right: Annotated[bool, says("Whether these are the same.", True)]


class FrequencyInfo(msgspec.Struct):
    """How often each face of a kind of die fell; fair dice lie within the band 95 times in 100."""

    die: Annotated[str, says("The kind of die.", "d6")]
    total: Annotated[int, says("How many fell.", 600)]
    counts: Annotated[dict[str, int], says("How often each face did.", {"1": 98, "2": 103})]
    expected: Annotated[float, says("How often each face should, on the average.", 100.0)]
    low: Annotated[int, says("Where the band begins.", 82)]
    high: Annotated[int, says("Where it ends.", 118)]
    chi_square: Annotated[float, says("How unevenly they fell.", 3.1)]
    p_value: Annotated[
        float | None, says("The share of fair dice that fall at least as unevenly.", 0.68)
    ]


class DiceInfo(msgspec.Struct):
    """The dice of a match. As long as it is played there is no secret, no roll and no verdict, and
    of one that was `imported` never: this house did not roll its dice."""

    match: MatchId
    promise: Annotated[str, says("What was promised: the SHA-256 of the secret.", HASH)]
    commitments: Annotated[
        list[str], says("What bound the seats before they told their words.", [HASH, HASH])
    ]
    words: Annotated[list[str], says("What the seats added.", ["my own luck 5e1f", ""])]
    secret: Annotated[str, says("The secret, once the match is over.", HASH, "")]
    fingerprint: Annotated[str, says("The SHA-256 of that secret.", HASH, "")]
    verified: Annotated[bool | None, says("Whether all is as promised.", True, None)]
    kept: Annotated[bool | None, says("Whether the promise was kept.", True, None)]
    complete: Annotated[bool | None, says("Whether no roll is missing.", True, None)]
    coin: Annotated[
        int | None,
        says("Who begins where nobody chose: 0 is whoever set the table.", 0, None),
    ]
    imported: Annotated[
        bool, says("Whether the match was played elsewhere, with dice of others.", False)
    ]
    rolls: Annotated[list[RollInfo], says("Every roll, in order.", [])]
    falls: Annotated[list[FrequencyInfo], says("How often each face fell.", [])]


@get("/matches/{match_id:str}/dice", responses=refusing(404))
async def see_dice(request: WebRequest, match_id: str) -> DiceInfo:
    """What the dice of a match come from; when it is over, every roll checked."""
    match = await server(request).matches.see(match_id)
    return await asyncio.to_thread(describe, match)  # off the loop: every roll is computed anew


@get("/dice", deprecated=True, sync_to_thread=False)
def see_house_dice(game: Name = "") -> list[FrequencyInfo]:
    """Deprecated: the server no longer counts faces over all matches, so the list is empty."""
    return []


def describe(match: Match) -> DiceInfo:
    """The dice of a match for a program."""
    verification = verify_match(match)
    return DiceInfo(
        match=match.id,
        promise=match.commitment,
        commitments=[seat.commitment if seat else "" for seat in match.seats],
        words=list(match.words),
        secret=match.secret,
        fingerprint=verification.recomputed if verification else "",
        verified=verification.verified if verification else None,
        kept=verification.kept if verification else None,
        complete=verification.complete if verification else None,
        coin=match.coin,
        imported=match.imported,
        rolls=[_roll(roll) for roll in verification.rolls] if verification else [],
        falls=[
            describe_frequencies(fell) for fell in frequencies_of(throws(match.game, match.log))
        ],
    )


def describe_frequencies(fell: FaceFrequencies) -> FrequencyInfo:
    """How a die fell, for a program."""
    return FrequencyInfo(
        die=fell.die.name,
        total=fell.total,
        counts={spell_face(face.face): face.count for face in fell.faces},
        expected=fell.expected,
        low=fell.faces[0].low,
        high=fell.faces[0].high,
        chi_square=fell.chi_square,
        p_value=fell.p_value,
    )


def _roll(checked: VerifiedRoll) -> RollInfo:
    return RollInfo(
        number=checked.number,
        dice=[die.name for die in checked.thrown.dice],
        message=checked.message,
        drawn=[
            ByteInfo(byte, None if face is None else spell_face(face))
            for byte, face in checked.drawn
        ],
        promised=_spelled(checked.promised),
        played=_spelled(checked.thrown.roll),
        right=checked.right,
    )


def _spelled(roll: Roll) -> str:
    return " ".join(map(spell_face, roll))


router = Router("/api", route_handlers=[see_dice, see_house_dice])
