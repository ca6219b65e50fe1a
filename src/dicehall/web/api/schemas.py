"""What the JSON interface takes and gives, and a match as a program sees it."""

import logging
from typing import Annotated, Any, Literal

import msgspec
from litestar.openapi.datastructures import ResponseSpec

from dicehall.game import Chance, Decide, Over
from dicehall.game.refused import Refused
from dicehall.match.dice.words import LONGEST_WORDS
from dicehall.match.match import Match
from dicehall.match.time_limits import clock_ends_at
from dicehall.words.language import _
from dicehall.words.refusals import explain

log = logging.getLogger(__name__)

Name = Annotated[str, msgspec.Meta(max_length=100)]
Words = Annotated[str, msgspec.Meta(max_length=LONGEST_WORDS)]
CommitmentText = Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{64})?$")]
VersionNumber = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]


class Refusal(msgspec.Struct):
    """Why a request changed nothing, and what would be legal instead."""

    code: str
    reason: str
    legal: tuple[str, ...] = ()

    @classmethod
    def of(cls, refused: Refused) -> "Refusal":
        return cls(refused.code, explain(refused), refused.legal)


def broken(error: Exception, match_id: str) -> Refusal:
    """What is told of a fault of ours; what it was stands in the log."""
    log.error("a request broke", exc_info=error, extra={"match": match_id})
    return Refusal("broken", _("something broke on our side"))


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
    """How to set a table; `opponent` is one of the game's opponents, or `open`: then the other seat
    is free, for whoever has the match's id or its `code`, or for anybody if it is `public`. Such a
    match may have a `clock`: so many seconds for each move.

    `words` go into the dice. They are taken only with the `table` of a promise, so that the house
    cannot have known them when it chose its secret. Against another guest, give a `commitment`
    instead: the SHA-256 of words that nobody can guess, which you tell when both sit; then nobody
    can choose the dice, not even the house together with the other side. `face` is one of those the
    house has drawn.
    """

    game: Name
    name: Name
    opponent: Name = "open"
    other: Name = ""
    begins: Literal["coin", "first", "second"] = "coin"
    public: bool = False
    clock: Literal[0, 30, 60, 120, 300, 86400] = 0
    options: dict[Name, Name] = {}
    table: Annotated[str, msgspec.Meta(max_length=200)] = ""
    words: Words = ""
    commitment: CommitmentText = ""
    face: Name = ""


class SitDown(msgspec.Struct, forbid_unknown_fields=True):
    """A free seat to take; `words` go into the dice, or a `commitment` to words that you tell when
    you are asked for them."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=1)]
    name: Name
    words: Words = ""
    commitment: CommitmentText = ""
    face: Name = ""


class WordsIn(msgspec.Struct, forbid_unknown_fields=True):
    """The words that a seat owes the dice."""

    words: Words


class Rematch(msgspec.Struct, forbid_unknown_fields=True):
    """An offer to play again, with a `commitment` to words for the dice of that match."""

    commitment: CommitmentText = ""


class MoveIn(msgspec.Struct, forbid_unknown_fields=True):
    """A move, at the version it was chosen for; the same id again is harmless."""

    move: Annotated[str, msgspec.Meta(max_length=100)]
    version: VersionNumber
    id: Annotated[str, msgspec.Meta(max_length=64)] = ""


class SeatInfo(msgspec.Struct):
    """A place at the table; `commitment` binds it to `words`, which are told before the first
    roll."""

    name: str
    level: str
    yours: bool
    face: str
    commitment: str
    words: str


class TurnInfo(msgspec.Struct, omit_defaults=True):
    """What is asked now."""

    kind: Literal["decide", "chance", "over", "waiting", "words"]
    """`waiting` for somebody to sit down, or for the `words` of the seats that are `owing` them."""
    seat: int | None = None
    moves: tuple[str, ...] = ()
    dice: tuple[str, ...] = ()
    owing: tuple[int, ...] = ()


class ClaimInfo(msgspec.Struct):
    """A seat claims the win: unless the other moves or answers until then, it has won."""

    seat: int
    until: float


class MatchInfo(msgspec.Struct):
    """A match as the caller sees it; moments are seconds since 1970."""

    id: str
    game: str
    options: dict[str, str]
    version: int
    seats: list[SeatInfo | None]
    turn: TurnInfo
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    over: bool
    state: Any
    log: tuple[str, ...]
    promise: str
    secret: str
    code: str
    """The room code, told to those who sit at the table while a seat is free."""
    clock: int
    deadline: float | None
    """Until when the seat to move has time, if there is a clock."""
    claim: ClaimInfo | None
    nudged: float | None
    """When the seat to move was asked to go on, if it was."""
    ending: Literal["", "resigned", "time", "absence", "words"]
    """Why a match ended that was not played out."""
    offers: tuple[int, ...]
    """After the end: the seats that would play again."""
    next: str
    """After the end: the match in which it goes on."""


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


def describe(match: Match, viewer: str) -> MatchInfo:
    """A match for a program."""
    mine = match.held_by(viewer)
    return MatchInfo(
        id=match.id,
        game=match.game.name,
        options=match.game.options,
        version=match.version,
        seats=[
            SeatInfo(seat.name, seat.level, number in mine, seat.face, seat.commitment, words)
            if seat
            else None
            for number, (seat, words) in enumerate(zip(match.seats, match.words, strict=True))
        ],
        turn=_turn(match),
        scores=match.game.scores(match.state),
        winners=match.result.winners if match.result else (),
        over=match.result is not None,
        state=match.state,
        log=match.lines,
        promise=match.promise,
        secret=match.secret,
        code=match.code if mine and match.waiting else "",
        clock=match.clock,
        deadline=clock_ends_at(match),
        claim=ClaimInfo(match.claim.seat, match.claim.until) if match.claim else None,
        nudged=match.nudged_at or None,
        ending=match.loss.why if match.loss else "",
        offers=tuple(match.offers),
        next=match.next,
    )


def _turn(match: Match) -> TurnInfo:
    if match.result:
        return TurnInfo("over")
    if not match.full:
        return TurnInfo("waiting")
    if match.owing:
        return TurnInfo("words", owing=match.owing)
    turn = match.turn
    match turn:
        case Decide(seat=seat, moves=moves):
            return TurnInfo("decide", seat, moves)
        case Chance(dice=dice):
            return TurnInfo("chance", dice=tuple(die.name for die in dice))
        case Over():
            return TurnInfo("over")
