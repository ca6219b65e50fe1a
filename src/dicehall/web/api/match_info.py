"""The JSON form of a match."""

import time
from typing import Annotated, Any, Literal

import msgspec

from dicehall.game import Chance, Decide, Over
from dicehall.match.commands import Command
from dicehall.match.match import Match
from dicehall.match.time_limits import ServerTime, claim_ends_at, clock_ends_at
from dicehall.web.api.fields import HASH, MatchId, SeatNumber, Seconds, doc
from dicehall.web.context import WebRequest, guest, server

_EMPTY = {"level": "", "yours": False, "face": "", "commitment": "", "words": ""}
SEATED = [_EMPTY | {"name": "Ember", "level": "hard"}, _EMPTY | {"name": "Dot", "yours": True}]
DECIDING = {"kind": "decide", "seat": 1, "moves": ["column 1", "column 2", "column 3"]}
"""Parts of the example of a match."""


class SeatInfo(msgspec.Struct):
    """A seat at the table."""

    name: Annotated[str, doc("The player's name.", "Dot")]
    level: Annotated[str, doc("The level of a computer player; empty for guests.", "", "hard")]
    yours: Annotated[bool, doc("Whether it is your seat.", True)]
    face: Annotated[str, doc("The guest's face.", "hare")]
    commitment: Annotated[
        str, doc("The SHA-256 of the seat's words, if it committed to them.", HASH, "")
    ]
    words: Annotated[
        str,
        doc("The seat's client seed; empty until all seats have theirs.", "my own luck 5e1f", ""),
    ]


class TurnInfo(msgspec.Struct, omit_defaults=True):
    """What happens next."""

    kind: Annotated[
        Literal["decide", "chance", "over", "waiting", "words"],
        doc(
            "`decide`: `seat` chooses one of `moves`. `waiting`: a seat is free. `words`: the seats"
            " in `owing` have to reveal their words. `over`: the match has ended. `chance`: `dice`"
            " are due. With `own_dice`, roll and enter them; otherwise the server rolls at once.",
            "decide",
        ),
    ]
    seat: Annotated[int | None, doc("The seat that decides.", 0)] = None
    moves: Annotated[
        tuple[str, ...], doc("All legal moves.", ["column 1", "column 2", "column 3"])
    ] = ()
    dice: Annotated[tuple[str, ...], doc("The dice to roll.", ["d6"])] = ()
    owing: Annotated[
        tuple[int, ...], doc("The seats that have not revealed their words.", [0, 1])
    ] = ()


class ClaimInfo(msgspec.Struct):
    """A seat claims the win. It wins unless the other seat moves or answers before `until`."""

    seat: SeatNumber
    until: Seconds


class MatchInfo(msgspec.Struct):
    """A match as you see it."""

    id: MatchId
    game: Annotated[str, doc("The name of the game.", "knucklebones")]
    options: Annotated[dict[str, str], doc("The options of the game.", {}, {"curve": "gentle"})]
    version: Annotated[
        int, doc("The number of events so far. A move names the version it was made for.", 7)
    ]
    seats: Annotated[
        list[SeatInfo | None], doc("The seats, seat 0 first; `null` is a free seat.", SEATED)
    ]
    turn: Annotated[TurnInfo, doc("What happens next.", DECIDING)]
    scores: Annotated[tuple[int, ...], doc("The points of each seat.", [5, 0])]
    winners: Annotated[
        tuple[int, ...], doc("The winning seats, after the end; both in a draw.", [], [0])
    ]
    over: Annotated[bool, doc("Whether the match has ended.", False)]
    state: Annotated[
        Any,
        doc(
            "The position in the game's own format, which may change with its rules. For a stable"
            " format, replay the `log`.",
            {"grids": [[[], [5], []], [[], [], []]], "seat": 1, "die": 3},
        ),
    ]
    log: Annotated[
        tuple[str, ...],
        doc(
            "All rolls and moves, as in a record, without what was taken back.",
            ["roll 5", "0 column 2", "roll 3"],
        ),
    ]
    promise: Annotated[
        str, doc("The SHA-256 of the secret that determines the dice; empty with own dice.", HASH)
    ]
    secret: Annotated[str, doc("The server seed, once the match is over.", "", HASH)]
    code: Annotated[
        str, doc("The room code, for seated players while a seat is free.", "", "7AK9XY")
    ]
    clock: Annotated[int, doc("Seconds for each move; 0 means no clock.", 0, 300)]
    deadline: Annotated[
        float | None,
        doc(
            "When the clock of the seat to move runs out, if there is one.", None, 1_792_000_000.25
        ),
    ]
    claim: Annotated[ClaimInfo | None, doc("The current claim, if there is one.", None)]
    nudged: Annotated[
        float | None, doc("When the seat to move was nudged, if it was.", None, 1_792_000_000.25)
    ]
    ending: Annotated[
        Literal["", "resigned", "time", "absence", "words", "closed"],
        doc(
            "Why the match ended early; empty if it was played out. `closed`: it was called off and"
            " has no winner.",
            "",
            "resigned",
        ),
    ]
    offers: Annotated[
        tuple[int, ...], doc("After the end: the seats that offer a rematch.", [], [1])
    ]
    next: Annotated[str, doc("After the end: the id of the rematch.", "")]
    take_backs: Annotated[
        int,
        doc(
            "How many moves were taken back after a roll. If any, the match does not count for high"
            " scores.",
            0,
        ),
    ]
    own_dice: Annotated[
        bool,
        doc(
            "Whether the players roll their own dice. Then it does not count for high scores.",
            False,
        ),
    ]
    practice: Annotated[
        str,
        doc(
            "In a practice match, which does not count for high scores: the match whose dice come"
            " again.",
            "",
        ),
    ]
    day: Annotated[
        str, doc("At today's dice: the day. Without `practice`, it is the try that counts.", "")
    ]
    challenge: Annotated[str, doc("In a challenge: the match to beat with the same dice.", "")]


async def carry_out(request: WebRequest, match_id: str, command: Command) -> MatchInfo:
    """Carry out a guest's command; the match after it."""
    return describe(await server(request).matches.do(match_id, command), guest(request))


def describe(match: Match, viewer: str) -> MatchInfo:
    """The JSON form of a match for one viewer."""
    mine, now = match.held_by(viewer), time.time()
    server_time = ServerTime(now, now)
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
        promise=match.commitment,
        secret=match.secret,
        code=match.code if mine and match.waiting else "",
        clock=match.clock,
        deadline=clock_ends_at(match, server_time),
        claim=(
            ClaimInfo(match.claim.seat, claim_ends_at(match, server_time) or 0.0)
            if match.claim
            else None
        ),
        nudged=match.nudged_at or None,
        ending="closed" if match.called_off else match.loss.why if match.loss else "",
        offers=tuple(match.offers),
        next=match.next,
        take_backs=match.take_backs,
        own_dice=match.own_dice,
        practice=match.practice,
        day=match.day,
        challenge=match.challenge,
    )


def _turn(match: Match) -> TurnInfo:
    if match.result:
        return TurnInfo("over")
    if not match.full:
        return TurnInfo("waiting")
    if match.to_reveal:
        return TurnInfo("words", owing=match.to_reveal)
    turn = match.turn
    match turn:
        case Decide(seat=seat, moves=moves):
            return TurnInfo("decide", seat, moves)
        case Chance(dice=dice):
            return TurnInfo("chance", dice=tuple(die.name for die in dice))
        case Over():
            return TurnInfo("over")
