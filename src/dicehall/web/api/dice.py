"""The JSON interface to the dice: what they come from, and how they fell."""

import asyncio

import msgspec
from litestar import Router, get

from dicehall.game import Roll
from dicehall.game.turns import spell_face
from dicehall.match.dice.frequencies import FaceFrequencies
from dicehall.match.dice.verification import VerifiedRoll, throws
from dicehall.match.match import Match
from dicehall.web.actions import house_frequencies
from dicehall.web.api.schemas import REFUSALS, Name
from dicehall.web.context import WebRequest, house
from dicehall.web.pages.dice import verification_of
from dicehall.web.views.charts import frequencies_of


class ByteInfo(msgspec.Struct):
    """A byte that was read for a roll, and the face it gives; none if it was passed over."""

    byte: int
    face: str | None


class RollInfo(msgspec.Struct):
    """A roll as it was played, and as it follows from the secret."""

    number: int
    dice: list[str]
    message: str
    drawn: list[ByteInfo]
    promised: str
    played: str
    right: bool


class FrequencyInfo(msgspec.Struct):
    """How often each face of a kind of die fell; fair dice lie within the band 95 times in 100."""

    die: str
    total: int
    counts: dict[str, int]
    expected: float
    low: int
    high: int
    chi_square: float
    p_value: float | None


class DiceInfo(msgspec.Struct):
    """The dice of a match. As long as it is played there is no secret, no roll and no verdict, and
    of one that was `imported` never: this house did not roll its dice.

    `commitments` are those that the seats were bound by before they told their words. `coin` says
    who begins where nobody chose: 0 is whoever set the table.
    """

    match: str
    promise: str
    commitments: list[str]
    words: list[str]
    secret: str
    fingerprint: str
    verified: bool | None
    kept: bool | None
    complete: bool | None
    coin: int | None
    imported: bool
    rolls: list[RollInfo]
    falls: list[FrequencyInfo]


@get("/matches/{match_id:str}/dice", responses=REFUSALS)
async def see_dice(request: WebRequest, match_id: str) -> DiceInfo:
    """What the dice of a match come from; when it is over, every roll checked."""
    match = await house(request).matches.see(match_id)
    return await asyncio.to_thread(describe, match)  # off the loop: every roll is computed anew


@get("/dice", responses=REFUSALS)
async def see_house_dice(request: WebRequest, game: Name = "") -> list[FrequencyInfo]:
    """How often each face fell in all finished matches, or in those of one game."""
    return [describe_frequencies(fell) for fell in await house_frequencies(house(request), game)]


def describe(match: Match) -> DiceInfo:
    """The dice of a match for a program."""
    verification = verification_of(match)
    return DiceInfo(
        match=match.id,
        promise=match.promise,
        commitments=[seat.commitment if seat else "" for seat in match.seats],
        words=list(match.words),
        secret=match.secret,
        fingerprint=verification.fingerprint if verification else "",
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
