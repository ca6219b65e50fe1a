"""The coach for programs: what the moves are worth, and the review; the same permission."""

from dataclasses import asdict

import msgspec
from litestar import Router, get

from dicehall.match.thinking.coach import ReviewProgress
from dicehall.players.luck import balance
from dicehall.players.review import Judged, Review
from dicehall.players.worth import unit_of
from dicehall.web.api.schemas import REFUSALS
from dicehall.web.context import WebRequest, count_question, guest, house, while_asked
from dicehall.web.pages.review import PATIENCE_S


class WorthInfo(msgspec.Struct):
    """What each legal move is worth to the seat that moves: the expected final score, or the chance
    to win minus the chance to lose."""

    version: int
    moves: dict[str, float]
    best: str
    unit: str
    exact: bool
    error: float
    """The standard error of an estimate, where it is known; else 0."""


class JudgedInfo(msgspec.Struct):
    """A move that was made after so many events (`moment`), and what would have been best."""

    moment: int
    seat: int
    move: str
    value: float
    best: str
    best_value: float
    cost: float
    exact: bool
    error: float
    """The standard error of both values, where they are estimates; else 0."""


class BalanceInfo(msgspec.Struct):
    """What luck did. To seat 0 the result is `start` and `other`, with what dice and moves gave to
    seat 0 and without what they gave to seat 1; exact if all moves are."""

    start: float
    dice: tuple[float, ...]
    """What the rolls of each seat gave to it."""
    moves: tuple[float, ...]
    """What the moves of each seat gave to it: at most nothing."""
    other: float
    """What neither explains: somebody gave up, or an estimate changed without a roll."""
    result: float


class ReviewInfo(msgspec.Struct):
    """A finished match, judged; all but the first three fields are empty until it is `ready`."""

    ready: bool
    weighed: int
    decisions: int
    unit: str
    accuracy: list[float | None] = []
    """For each seat, from 0 to 1: what it could expect at its first move, as a share of that and
    all that its moves gave away; against another seat by the chance to win."""
    moves: list[JudgedInfo] = []
    curve: list[tuple[int, float]] = []
    """What the state after so many events was worth to seat 0; the last is the result."""
    balance: BalanceInfo | None = None
    """Absent if no move was made."""


@get("/matches/{match_id:str}/worth", responses=REFUSALS)
async def weigh_moves(request: WebRequest, match_id: str) -> WorthInfo:
    """What each move is worth; refused while two people play against each other."""
    count_question(request)
    matches = house(request).matches
    match = await matches.see(match_id)
    worth = await while_asked(request, matches.coach.weigh(match, guest(request)))
    return WorthInfo(match.version, worth.moves, worth.best, worth.unit, worth.exact, worth.error)


@get("/matches/{match_id:str}/review", responses=REFUSALS)
async def review_match(request: WebRequest, match_id: str) -> ReviewInfo:
    """The review of a finished match; ask again if it is not `ready` yet."""
    count_question(request)
    matches = house(request).matches
    match = await matches.see(match_id)
    review = await matches.coach.review(match, PATIENCE_S)
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
