"""A match as a program sees it."""

import time
from typing import Annotated, Any, Literal

import msgspec

from dicehall.game import Chance, Decide, Over
from dicehall.match.match import Match
from dicehall.match.time_limits import ServerTime, claim_ends_at, clock_ends_at
from dicehall.web.api.fields import HASH, MatchId, SeatNumber, Seconds, says

_EMPTY = {"level": "", "yours": False, "face": "", "commitment": "", "words": ""}
SEATED = [_EMPTY | {"name": "Ember", "level": "hard"}, _EMPTY | {"name": "Dot", "yours": True}]
ASKED = {"kind": "decide", "seat": 1, "moves": ["column 1", "column 2", "column 3"]}
"""Parts of the example of a match."""


class SeatInfo(msgspec.Struct):
    """A place at the table."""

    name: Annotated[str, says("Who sits there.", "Dot")]
    level: Annotated[str, says("Of a computer player; empty for a guest.", "", "hard")]
    yours: Annotated[bool, says("Whether it is the caller's.", True)]
    face: Annotated[str, says("The face that a guest has chosen.", "hare")]
    commitment: Annotated[str, says("What binds the seat to its words, if it is bound.", HASH, "")]
    words: Annotated[
        str, says("What it adds to the dice; empty until all are told.", "my own luck 5e1f", "")
    ]


class TurnInfo(msgspec.Struct, omit_defaults=True):
    """What is asked now."""

    kind: Annotated[
        Literal["decide", "chance", "over", "waiting", "words"],
        says(
            "`decide`: `seat` chooses one of `moves`. `waiting`: for somebody to sit down."
            " `words`: for the words of the seats that are `owing` them. `over`: for nothing any"
            " more. `chance`: for `dice`, which the house rolls at once.",
            "decide",
        ),
    ]
    seat: Annotated[int | None, says("Who decides.", 0)] = None
    moves: Annotated[
        tuple[str, ...], says("All legal moves.", ["column 1", "column 2", "column 3"])
    ] = ()
    dice: Annotated[tuple[str, ...], says("The dice to be rolled.", ["d6"])] = ()
    owing: Annotated[tuple[int, ...], says("The seats whose words are awaited.", [0, 1])] = ()


class ClaimInfo(msgspec.Struct):
    """A seat claims the win: unless the other moves or answers until then, it has won."""

    seat: SeatNumber
    until: Seconds


class MatchInfo(msgspec.Struct):
    """A match as the caller sees it."""

    id: MatchId
    game: Annotated[str, says("Which game it is.", "knucklebones")]
    options: Annotated[dict[str, str], says("Its options.", {}, {"curve": "gentle"})]
    version: Annotated[
        int, says("Grows with everything that happens. A move names the one it saw.", 7)
    ]
    seats: Annotated[
        list[SeatInfo | None],
        says("Who sits where, seat 0 first; `null` is a free seat.", SEATED),
    ]
    turn: Annotated[TurnInfo, says("What is asked now.", ASKED)]
    scores: Annotated[tuple[int, ...], says("The points of each seat.", [5, 0])]
    winners: Annotated[
        tuple[int, ...], says("After the end, who has won: both in a draw.", [], [0])
    ]
    over: Annotated[bool, says("Whether it has ended.", False)]
    state: Annotated[
        Any,
        says(
            "The state of the game, as its rules keep it; each game has its own form. It may change"
            " with the rules: whoever wants something stable folds the `log`.",
            {"grids": [[[], [5], []], [[], [], []]], "seat": 1, "die": 3},
        ),
    ]
    log: Annotated[
        tuple[str, ...],
        says("All rolls and moves, as in a record.", ["roll 5", "0 column 2", "roll 3"]),
    ]
    promise: Annotated[str, says("The SHA-256 of the secret that the dice come from.", HASH)]
    secret: Annotated[str, says("The secret, once the match is over.", "", HASH)]
    code: Annotated[
        str, says("The room code, told to those who sit here while a seat is free.", "", "7AK9XY")
    ]
    clock: Annotated[int, says("Seconds for each move; 0 is no clock.", 0, 300)]
    deadline: Annotated[
        float | None,
        says("Until when the seat to move has time, if there is a clock.", None, 1_792_000_000.25),
    ]
    claim: Annotated[ClaimInfo | None, says("Who claims the win, if somebody does.", None)]
    nudged: Annotated[
        float | None,
        says("When the seat to move was asked to go on, if it was.", None, 1_792_000_000.25),
    ]
    ending: Annotated[
        Literal["", "resigned", "time", "absence", "words", "closed"],
        says(
            "Why a match ended that was not played out. `closed`: it was called off, and nobody"
            " has won.",
            "",
            "resigned",
        ),
    ]
    offers: Annotated[
        tuple[int, ...], says("After the end: the seats that would play again.", [], [1])
    ]
    next: Annotated[str, says("After the end: the match in which it goes on.", "")]


def describe(match: Match, viewer: str) -> MatchInfo:
    """A match for a program."""
    mine, now = match.held_by(viewer), time.time()
    moment = ServerTime(now, now)
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
        deadline=clock_ends_at(match, moment),
        claim=(
            ClaimInfo(match.claim.seat, claim_ends_at(match, moment) or 0.0)
            if match.claim
            else None
        ),
        nudged=match.nudged_at or None,
        ending="closed" if match.called_off else match.loss.why if match.loss else "",
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
