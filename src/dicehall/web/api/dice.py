"""The JSON interface to the dice of a match: seeds, rolls and their verification."""

from typing import Annotated

import msgspec
from litestar import get

from dicehall.game.turns import spell_face, spell_roll
from dicehall.match.dice.frequencies import FaceFrequencies
from dicehall.match.dice.verification import VerifiedRoll, throws
from dicehall.match.match import Match
from dicehall.web.actions import frequencies_of, verify_match
from dicehall.web.api.fields import HASH, MatchId, Name, doc
from dicehall.web.api.refusals import refusing
from dicehall.web.context import WebRequest, server


class ByteInfo(msgspec.Struct):
    """A byte that was used for a roll."""

    byte: Annotated[int, doc("From 0 to 255.", 130)]
    face: Annotated[str | None, doc("The face it gives; `null` if it was skipped.", "5")]


class RollInfo(msgspec.Struct):
    """A roll as it was played, and as it follows from the server seed."""

    number: Annotated[int, doc("The number of the roll, from 0: its nonce.", 0)]
    dice: Annotated[list[str], doc("The dice that were rolled.", ["d6"])]
    message: Annotated[str, doc("The first of the messages.", '["Zk3vQ0fH1yUu",["",""],0,0]')]
    messages: Annotated[
        list[str],
        doc(
            "The messages that were hashed: one for the roll or, for dice by slot, one for each"
            " die.",
            ['["Zk3vQ0fH1yUu",["",""],0,0]'],
        ),
    ]
    drawn: Annotated[
        list[ByteInfo], doc("The bytes that were used, in order.", [{"byte": 130, "face": "5"}])
    ]
    promised: Annotated[str, doc("The faces that follow from the seeds.", "5")]
    played: Annotated[str, doc("The faces that were played.", "5")]
    right: Annotated[bool, doc("Whether both are the same.", True)]


class FrequencyInfo(msgspec.Struct):
    """How often each face of a kind of die came up. 95 in 100 counts of fair dice are between `low`
    and `high`."""

    die: Annotated[str, doc("The kind of die.", "d6")]
    total: Annotated[int, doc("The number of dice rolled.", 600)]
    counts: Annotated[dict[str, int], doc("How often each face came up.", {"1": 98, "2": 103})]
    expected: Annotated[float, doc("The expected count of each face.", 100.0)]
    low: Annotated[int, doc("The lower end of the 95% range.", 82)]
    high: Annotated[int, doc("The upper end of the 95% range.", 118)]
    chi_square: Annotated[float, doc("The chi-square statistic.", 3.1)]
    p_value: Annotated[
        float | None, doc("The probability that fair dice are at least as uneven.", 0.68)
    ]


class DiceInfo(msgspec.Struct):
    """The dice of a match. Secret, rolls and verification are empty until the match is over, and
    always for an `imported` match and for `own_dice`, which this server did not roll."""

    match: MatchId
    promise: Annotated[str, doc("The server's commitment: the SHA-256 of the secret.", HASH)]
    commitments: Annotated[
        list[str], doc("Each seat's commitment to its words; empty if none.", [HASH, HASH])
    ]
    words: Annotated[list[str], doc("Each seat's client seed.", ["my own luck 5e1f", ""])]
    secret: Annotated[str, doc("The server seed, once the match is over.", HASH, "")]
    fingerprint: Annotated[str, doc("The SHA-256 of the revealed secret.", HASH, "")]
    verified: Annotated[
        bool | None, doc("Whether the promise and all rolls check out.", True, None)
    ]
    kept: Annotated[bool | None, doc("Whether the secret matches the promise.", True, None)]
    complete: Annotated[bool | None, doc("Whether no roll is missing.", True, None)]
    coin: Annotated[
        int | None, doc("The coin toss for who begins, if there was one: 0 is the opener.", 0, None)
    ]
    imported: Annotated[
        bool, doc("Whether the match was imported; this server did not roll its dice.", False)
    ]
    own_dice: Annotated[
        bool, doc("Whether the players rolled their own dice; nothing vouches for them.", False)
    ]
    rolls: Annotated[list[RollInfo], doc("Every roll, in order.", [])]
    falls: Annotated[list[FrequencyInfo], doc("How often each face came up.", [])]


@get("/matches/{match_id:str}/dice", responses=refusing(404))
async def see_dice(request: WebRequest, match_id: str) -> DiceInfo:
    """Get the commitments and seeds of a match and, once it is over, the verification of every
    roll."""
    matches = server(request).matches
    match = await matches.see(match_id)
    return await matches.offload(describe, match)  # recomputes every roll


@get("/dice", deprecated=True, sync_to_thread=False)
def see_house_dice(game: Name = "") -> list[FrequencyInfo]:
    """Deprecated: the server no longer counts faces over all matches, so the list is empty."""
    return []


def describe(match: Match) -> DiceInfo:
    """The JSON form of a match's dice."""
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
        own_dice=match.own_dice,
        rolls=[_roll(roll) for roll in verification.rolls] if verification else [],
        falls=[
            describe_frequencies(counts) for counts in frequencies_of(throws(match.game, match.log))
        ],
    )


def describe_frequencies(frequencies: FaceFrequencies) -> FrequencyInfo:
    """The JSON form of face frequencies."""
    return FrequencyInfo(
        die=frequencies.die.name,
        total=frequencies.total,
        counts={spell_face(face.face): face.count for face in frequencies.faces},
        expected=frequencies.expected,
        low=frequencies.faces[0].low,
        high=frequencies.faces[0].high,
        chi_square=frequencies.chi_square,
        p_value=frequencies.p_value,
    )


def _roll(checked: VerifiedRoll) -> RollInfo:
    return RollInfo(
        number=checked.number,
        dice=[die.name for die in checked.thrown.dice],
        message=checked.messages[0],
        messages=list(checked.messages),
        drawn=[
            ByteInfo(byte, None if face is None else spell_face(face))
            for byte, face in checked.drawn
        ],
        promised=spell_roll(checked.promised),
        played=spell_roll(checked.thrown.roll),
        right=checked.right,
    )
