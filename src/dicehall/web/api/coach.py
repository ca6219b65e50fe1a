"""The JSON interface to the coach: the worth of moves, and the review. Programs get them whenever
pages do (`is_coached`)."""

from typing import Annotated, Any, Literal

import msgspec
from litestar import get, post

from dicehall.game import AnyGame, Decide, new_game
from dicehall.game.positions import LONGEST, read_position
from dicehall.game.turns import spell_roll
from dicehall.match.thinking.coach import PATIENCE_S, ReviewProgress
from dicehall.players.reasons import reason
from dicehall.players.review import Review, balance
from dicehall.players.rolls_ahead import RollsWorth
from dicehall.players.worth import Worth, unit_of
from dicehall.web.analysis.board import analyse
from dicehall.web.api.fields import Name, SeatNumber, doc
from dicehall.web.api.refusals import refusing
from dicehall.web.context import WebRequest, count_question, guest, server, while_connected

Unit = Annotated[
    str,
    doc(
        "`points`: the expected final score. `win-minus-loss`: the probability of winning minus the"
        " probability of losing, if both sides play their best from here on, whoever they are.",
        "win-minus-loss",
    ),
]
Exact = Annotated[bool, doc("Whether the values are exact; otherwise they are estimates.", True)]
Moment = Annotated[int, doc("The number of rolls and moves before it.", 12)]


class WorthInfo(msgspec.Struct):
    """The worth of each legal move for the seat to move."""

    version: Annotated[int, doc("The version of the match that was evaluated.", 7)]
    moves: Annotated[
        dict[str, float],
        doc("Each legal move and its worth.", {"column 1": 0.03, "column 2": 0.2}),
    ]
    best: Annotated[str, doc("The best move.", "column 2")]
    why: Annotated[
        str,
        doc(
            "Why it is the best, as a sentence in your language.",
            "It keeps the chance to win with best play at 60%; the next best, column 1, at 52%.",
        ),
    ]
    unit: Unit
    exact: Exact
    error: Annotated[
        float | None,
        doc("The standard error: 0 if the values are exact, `null` if it is unknown.", 0.0),
    ]


class JudgedInfo(msgspec.Struct):
    """A move that was played, and the best move instead of it."""

    moment: Moment
    seat: SeatNumber
    move: Annotated[str, doc("The move that was played.", "column 1")]
    value: Annotated[float, doc("The worth of that move.", 0.03)]
    best: Annotated[str, doc("The best move.", "column 2")]
    best_value: Annotated[float, doc("The worth of the best move.", 0.2)]
    cost: Annotated[float, doc("What the move gave away: `best_value` minus `value`.", 0.17)]
    exact: Exact
    error: Annotated[
        float | None,
        doc("The standard error of both values: 0 if exact, `null` if it is unknown.", 0.0),
    ]


class BalanceInfo(msgspec.Struct):
    """How much of the result was luck. `result` is `start` plus `other`, plus the dice and moves of
    seat 0, minus those of seat 1. Exact if all moves are."""

    start: Annotated[float, doc("The value for seat 0 at the start.", 0.01)]
    dice: Annotated[tuple[float, ...], doc("What each seat gained by its rolls.", [0.9, -0.3])]
    moves: Annotated[
        tuple[float, ...],
        doc("What each seat gained by its moves; never more than 0.", [-0.21, 0.0]),
    ]
    other: Annotated[
        float,
        doc("The rest, such as a resignation or an estimate that changed without a roll.", 0.0),
    ]
    result: Annotated[float, doc("The result for seat 0.", 1.0)]


class ReviewInfo(msgspec.Struct):
    """The review of a finished match. Until it is `ready`, only the first four fields are set."""

    ready: Annotated[bool, doc("Whether the review is complete; if not, ask again.", True)]
    weighed: Annotated[int, doc("The number of decisions evaluated so far.", 18)]
    decisions: Annotated[int, doc("The number of decisions in the match.", 18)]
    unit: Unit
    accuracy: Annotated[
        list[float | None],
        doc(
            "The accuracy of each seat, from 0 to 1: E / (E + L). E is what it could expect at its"
            " first move, L what its moves gave away. With two seats, both are measured by the"
            " chance to win. `null` if the seat made no move.",
            [0.83, 1.0],
        ),
    ] = []
    moves: Annotated[list[JudgedInfo], doc("Every decision, in order.", [])] = []
    curve: Annotated[
        list[tuple[int, float]],
        doc(
            "Pairs of a number of rolls and moves, and the value for seat 0 after them. The last"
            " value is the result.",
            [[0, 0.01], [1, 0.1]],
        ),
    ] = []
    balance: Annotated[
        BalanceInfo | None, doc("Luck and skill; `null` if no move was made.", None)
    ] = None


@get("/matches/{match_id:str}/worth", responses=refusing(404, 409))
async def weigh_moves(request: WebRequest, match_id: str) -> WorthInfo:
    """Get the worth of each move. Refused while two people play each other."""
    count_question(request)
    matches = server(request).matches
    match = await matches.see(match_id)
    worth = await while_connected(request, matches.coach.weigh(match, guest(request)))
    why = reason(match.game, match.state, worth)
    return WorthInfo(
        match.version, worth.moves, worth.best, why.full, worth.unit, worth.exact, worth.error
    )


@get("/matches/{match_id:str}/review", responses=refusing(404, 409), cost=2)
async def review_match(request: WebRequest, match_id: str) -> ReviewInfo:
    """Get the review of a finished match. Ask again if it is not `ready` yet."""
    count_question(request)
    matches = server(request).matches
    match = await matches.see(match_id)
    review = await matches.coach.review(match, guest(request), PATIENCE_S)
    if isinstance(review, ReviewProgress):
        return ReviewInfo(False, review.weighed, review.decisions, unit_of(match.game))
    return describe(review, match.game.seats)


def describe(review: Review, seats: int) -> ReviewInfo:
    """The JSON form of a review."""
    found = balance(review, seats)
    return ReviewInfo(
        ready=True,
        weighed=len(review.judged),
        decisions=len(review.judged),
        unit=review.unit,
        accuracy=[review.accuracy(seat) for seat in range(seats)],
        moves=msgspec.convert(review.judged, list[JudgedInfo], from_attributes=True),
        curve=list(review.curve),
        balance=msgspec.convert(found, BalanceInfo, from_attributes=True) if found else None,
    )


class AnalyseIn(msgspec.Struct, forbid_unknown_fields=True):
    """A position to analyse."""

    game: Annotated[Name, doc("The name of the game.", "knucklebones")]
    position: Annotated[
        str,
        msgspec.Meta(max_length=LONGEST),
        doc("The position, in the notation of docs/records.md.", "53._._-_._.66-4-0"),
    ]
    seats: Annotated[
        Literal[1, 2] | None, doc("The number of seats; `null` for the game's default.", None, 2)
    ] = None
    options: Annotated[
        dict[Name, Name], doc("The options of the game.", {}, {"curve": "gentle"})
    ] = {}


class MoveWorthInfo(msgspec.Struct):
    """A legal move and its worth."""

    move: Annotated[str, doc("The move.", "column 2")]
    value: Annotated[float, doc("The worth of the move.", 0.2)]


class RollWorthInfo(msgspec.Struct):
    """An outcome of the dice that are due, and the best move after it."""

    roll: Annotated[str, doc("The faces, as a record has them.", "5")]
    chance: Annotated[
        float,
        doc("Its probability. Void rolls are left out, as they are thrown again.", 0.1666666667),
    ]
    best: Annotated[str, doc("The best move after it; empty if the game is over.", "column 2")]
    value: Annotated[float, doc("The worth of that move.", 0.2)]


class AnalysisInfo(msgspec.Struct):
    """What a position is worth to `seat` with best play: all `moves` if it decides, or all `rolls`
    if dice are due."""

    seat: SeatNumber
    kind: Annotated[
        Literal["decide", "chance"],
        doc("Whether the seat decides or dice are due.", "decide", "chance"),
    ]
    value: Annotated[
        float | None,
        doc("The worth of the position; `null` if more than 36 rolls are possible.", 0.2, None),
    ]
    moves: Annotated[list[MoveWorthInfo], doc("All legal moves, best first.", [])]
    rolls: Annotated[
        list[RollWorthInfo],
        doc("All outcomes, best first; empty if more than 36 are possible.", []),
    ]
    unit: Unit
    exact: Exact
    error: Annotated[
        float | None,
        doc("The standard error: 0 if the values are exact, `null` if it is unknown.", 0.0),
    ]


@post("/analysis", status_code=200, responses=refusing(403, 404, 409, 422), cost=2)
async def analyse_position(request: WebRequest, data: AnalyseIn) -> AnalysisInfo:
    """Get the worth of each move in any position, or of each roll before one. Refused for the
    current position of a match that you are playing against somebody else, or of your counted try
    at today's dice."""
    game = new_game(data.game, data.seats, data.options)
    state = read_position(game, data.position)
    return _describe(game, state, await analyse(request, game, state))


def _describe(game: AnyGame, state: Any, found: Worth | RollsWorth) -> AnalysisInfo:
    source = found.unit, found.exact, found.error
    if isinstance(found, RollsWorth):
        rolls = [
            RollWorthInfo(spell_roll(one.roll), one.chance, one.best, one.value)
            for one in found.rolls
        ]
        return AnalysisInfo(found.seat, "chance", found.value, [], rolls, *source)
    turn = game.turn(state)
    assert isinstance(turn, Decide)
    ranked = sorted(found.moves.items(), key=lambda entry: -entry[1])
    moves = [MoveWorthInfo(move, value) for move, value in ranked]
    return AnalysisInfo(turn.seat, "decide", moves[0].value, moves, [], *source)
