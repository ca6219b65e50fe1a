"""The review of a finished match: accuracy, the moves that cost most, and the curve."""

from dataclasses import dataclass
from typing import Any

from litestar import Response, get

from dicehall.match.live.coach import ReviewProgress
from dicehall.page.advice import SHOWN, least_loss, say_loss, say_value
from dicehall.page.protocol import find_page
from dicehall.page.scene import Scene
from dicehall.players.review import Judged, Review
from dicehall.players.worth import POINTS
from dicehall.web.context import WebRequest, guest, house, page
from dicehall.web.views.curve import Curve, draw_curve
from dicehall.web.views.histories import Timeline
from dicehall.web.views.scenes import scene_of
from dicehall.words.language import _
from dicehall.words.telling import name_move

PATIENCE_S = 0.8
"""How long a request waits for a review before it says how far it is."""

MOST_COSTLY = 5


@dataclass(frozen=True, slots=True)
class Verdict:
    """A decision in words."""

    moment: int
    seat: int
    told: str
    value: str
    better: str
    """What would have been worth more; empty if nothing was."""
    better_value: str
    loss: str


@dataclass(frozen=True, slots=True)
class Glance:
    """What the replay shows of a review: the curve, and what the last move was worth."""

    curve: Curve
    whose: str
    verdict: Verdict | None


@get("/matches/{match_id:str}/review", include_in_schema=False)
async def show_review(request: WebRequest, match_id: str) -> Response[str]:
    """How well a finished match was played; or a page that comes back when that is known."""
    matches = house(request).matches
    match = await matches.see(match_id)
    review = await matches.coach.review(match, PATIENCE_S)
    timeline = await house(request).histories.timeline(match)
    scene = scene_of(match, guest(request))
    shown: dict[str, Any] = {
        "match": match,
        "scene": scene,
        "styles": [find_page(match.game.name).style, "coach.css"],
    }
    if isinstance(review, ReviewProgress):
        return page(request, "reviewing.html", progress=review, **shown)
    costly = costliest(review)
    return page(
        request,
        "review.html",
        accuracies=[
            (review.accuracy(seat), given_away(review, seat)) for seat in range(match.game.seats)
        ],
        curve=draw_curve(review, point_of_view(scene), costly),
        whose=whose(scene),
        costly=[verdict(scene, timeline, review, one) for one in costly],
        verdicts=[verdict(scene, timeline, review, one) for one in review.judged],
        exact=review.exact,
        **shown,
    )


def glance(scene: Scene, timeline: Timeline, review: Review) -> Glance:
    """A review beside the replay, which stands where the scene is."""
    at = scene.history.moment
    last = [one for one in review.judged if one.moment == at - 1]
    return Glance(
        curve=draw_curve(review, point_of_view(scene), costliest(review), at),
        whose=whose(scene),
        verdict=verdict(scene, timeline, review, last[0]) if last else None,
    )


def given_away(review: Review, seat: int) -> str:
    """What a seat's moves cost together, as it is shown; empty if it is nothing."""
    lost = review.given_away(seat)
    if lost < least_loss(review.unit):
        return ""
    values = {"lost": f"{lost * SHOWN[review.unit]:,.1f}"}
    if review.unit == POINTS:
        return _("%(lost)s points") % values
    return _("%(lost)s percentage points") % values


def costliest(review: Review) -> tuple[Judged, ...]:
    """The few moves that are worth a second look."""
    return review.costliest(MOST_COSTLY, least_loss(review.unit))


def verdict(scene: Scene, timeline: Timeline, review: Review, judged: Judged) -> Verdict:
    """A decision and what would have been better, in words."""
    state, done = timeline[judged.moment].state, timeline[judged.moment + 1].recent[-1]
    return Verdict(
        moment=judged.moment,
        seat=judged.seat,
        told=done.told(scene.viewer),
        value=say_value(judged.value, review.unit),
        better=name_move(scene.game, state, judged.best) if judged.best != judged.move else "",
        better_value=say_value(judged.best_value, review.unit),
        loss=say_loss(judged.cost, review.unit) if judged.cost else _("best"),
    )


def point_of_view(scene: Scene) -> int:
    """The seat whose circumstances are drawn: the viewer's, if there is one."""
    return scene.mine[0] if len(scene.mine) == 1 else 0


def whose(scene: Scene) -> str:
    """What the curve shows."""
    if scene.game.seats == 1:
        return _("Expected score")
    if len(scene.mine) == 1:
        return _("Your chance to win")
    return _("%(name)s's chance to win") % {"name": scene.players[0]}
