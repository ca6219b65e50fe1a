"""The coach for programs: what the moves are worth, and the review. A program may ask whenever a
page might (`is_coached`)."""

from dataclasses import asdict
from typing import Annotated

import msgspec
from litestar import Router, get

from dicehall.match.thinking.coach import PATIENCE_S, ReviewProgress
from dicehall.players.luck import balance
from dicehall.players.review import Judged, Review
from dicehall.players.worth import unit_of
from dicehall.web.api.fields import SeatNumber, says
from dicehall.web.api.refusals import refusing
from dicehall.web.context import WebRequest, count_question, guest, server, while_connected

Unit = Annotated[
    str,
    says(
        "`points`: the expected final score; `win-minus-loss`: the chance to win minus the chance"
        " to lose.",
        "win-minus-loss",
    ),
]
Exact = Annotated[bool, says("Whether the values are exact, or estimates.", True)]
Moment = Annotated[int, says("After so many rolls and moves.", 12)]


class WorthInfo(msgspec.Struct):
    """What each legal move is worth to the seat that moves."""

    version: Annotated[int, says("Of the match that was weighed.", 7)]
    moves: Annotated[
        dict[str, float],
        says("Each legal move and its worth.", {"column 1": 0.03, "column 2": 0.2}),
    ]
    best: Annotated[str, says("The move that is worth most.", "column 2")]
    unit: Unit
    exact: Exact
    error: Annotated[
        float | None,
        says("The standard error of an estimate, `null` if it is unknown; 0 if exact.", 0.0),
    ]


class JudgedInfo(msgspec.Struct):
    """A move that was made, and what would have been best."""

    moment: Moment
    seat: SeatNumber
    move: Annotated[str, says("What was played.", "column 1")]
    value: Annotated[float, says("What it was worth.", 0.03)]
    best: Annotated[str, says("What was worth most.", "column 2")]
    best_value: Annotated[float, says("What that was worth.", 0.2)]
    cost: Annotated[float, says("What the move gave away.", 0.17)]
    exact: Exact
    error: Annotated[
        float | None,
        says("The standard error of both values, `null` if it is unknown; 0 if exact.", 0.0),
    ]


class BalanceInfo(msgspec.Struct):
    """What luck did. For seat 0 `result` is `start`, plus `other`, plus what dice and moves gave to
    seat 0, minus what they gave to seat 1; exact if all moves are."""

    start: Annotated[float, says("What the match was worth to seat 0 at its start.", 0.01)]
    dice: Annotated[tuple[float, ...], says("What the rolls of each seat gave to it.", [0.9, -0.3])]
    moves: Annotated[
        tuple[float, ...],
        says("What the moves of each seat gave to it: at most nothing.", [-0.21, 0.0]),
    ]
    other: Annotated[
        float,
        says(
            "What neither explains: somebody gave up, or an estimate changed without a roll.", 0.0
        ),
    ]
    result: Annotated[float, says("What it came to.", 1.0)]


class ReviewInfo(msgspec.Struct):
    """A finished match, judged; all but the first four fields are empty until it is `ready`."""

    ready: Annotated[bool, says("Whether everything is weighed; else ask again.", True)]
    weighed: Annotated[int, says("How many decisions are weighed.", 18)]
    decisions: Annotated[int, says("How many there are.", 18)]
    unit: Unit
    accuracy: Annotated[
        list[float | None],
        says(
            "For each seat, from 0 to 1: what it could expect at its first move, as a share of that"
            " and all that its moves gave away; against another seat by the chance to win. `null`"
            " if it made no move.",
            [0.83, 1.0],
        ),
    ] = []
    moves: Annotated[list[JudgedInfo], says("Every decision, in order.", [])] = []
    curve: Annotated[
        list[tuple[int, float]],
        says(
            "What the state after so many events was worth to seat 0; the last is the result.",
            [[0, 0.01], [1, 0.1]],
        ),
    ] = []
    balance: Annotated[
        BalanceInfo | None, says("What luck did; absent if no move was made.", None)
    ] = None


@get("/matches/{match_id:str}/worth", responses=refusing(404, 409))
async def weigh_moves(request: WebRequest, match_id: str) -> WorthInfo:
    """What each move is worth; refused while two people play against each other."""
    count_question(request)
    matches = server(request).matches
    match = await matches.see(match_id)
    worth = await while_connected(request, matches.coach.weigh(match, guest(request)))
    return WorthInfo(match.version, worth.moves, worth.best, worth.unit, worth.exact, worth.error)


@get("/matches/{match_id:str}/review", responses=refusing(404, 409), cost=2)
async def review_match(request: WebRequest, match_id: str) -> ReviewInfo:
    """The review of a finished match; ask again if it is not `ready` yet."""
    count_question(request)
    matches = server(request).matches
    match = await matches.see(match_id)
    review = await matches.coach.review(match, guest(request), PATIENCE_S)
    if isinstance(review, ReviewProgress):
        return ReviewInfo(False, review.weighed, review.decisions, unit_of(match.game))
    return describe(review, match.game.seats)


def describe(review: Review, seats: int) -> ReviewInfo:
    """A review for a program."""
    found = balance(review, seats)
    return ReviewInfo(
        ready=True,
        weighed=len(review.judged),
        decisions=len(review.judged),
        unit=review.unit,
        accuracy=[review.accuracy(seat) for seat in range(seats)],
        moves=[_judged(one) for one in review.judged],
        curve=list(review.curve),
        balance=BalanceInfo(**asdict(found)) if found else None,
    )


def _judged(one: Judged) -> JudgedInfo:
    return JudgedInfo(
        one.moment,
        one.seat,
        one.move,
        one.value,
        one.best,
        one.best_value,
        one.cost,
        one.exact,
        one.error,
    )


router = Router("/api", route_handlers=[weigh_moves, review_match], include_in_schema=True)
