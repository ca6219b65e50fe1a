"""The review page of a finished match: accuracy, the costliest moves, and the curve."""

from typing import Any

from litestar import Response, get

from dicehall.game_page.advice import say_error
from dicehall.game_page.protocol import find_page
from dicehall.match.practice import can_practise
from dicehall.match.thinking.coach import PATIENCE_S, ReviewProgress
from dicehall.web.context import WebRequest, count_question, guest, page, server
from dicehall.web.link_cards import match_card
from dicehall.web.views.balance import balance_view
from dicehall.web.views.perfection import perfection
from dicehall.web.views.review import (
    Accuracy,
    costliest,
    course_of,
    given_away,
    point_of_view,
    reviewed_seats,
    say_share,
    summarise,
    verdict,
)
from dicehall.web.views.scenes import scene_of


@get("/matches/{match_id:str}/review", include_in_schema=False, cost=2)
async def show_review(request: WebRequest, match_id: str) -> Response[str]:
    """The review, or a page that reloads until the review is ready."""
    count_question(request)
    matches = server(request).matches
    match = await matches.see(match_id)
    review = await matches.coach.review(match, guest(request), PATIENCE_S)
    timeline = await server(request).histories.timeline(match)
    scene = scene_of(match, guest(request))
    shared: dict[str, Any] = {
        "card": match_card(request, match),
        "match": match,
        "scene": scene,
        "styles": [find_page(match.game.name).style, "coach.css", "lists.css"],
    }
    if isinstance(review, ReviewProgress):
        return page(request, "reviewing.html", progress=review, **shared)
    main_seats = reviewed_seats(scene)
    others = tuple(seat for seat in range(match.game.seats) if seat not in main_seats)

    return page(
        request,
        "review.html",
        summary=summarise(review, scene, None if match.called_off else match.result),
        accuracies=[
            Accuracy(scene.names[seat], say_share(review, seat), given_away(review, seat))
            for seat in scene.own_first
        ],
        course=course_of(scene, review),
        balance=balance_view(review, scene, point_of_view(scene)),
        perfection=perfection(review, scene, timeline),
        costly=[verdict(scene, timeline, review, move) for move in costliest(review, main_seats)],
        costly_others=[
            verdict(scene, timeline, review, move) for move in costliest(review, others)
        ],
        verdicts=[verdict(scene, timeline, review, move) for move in review.judged],
        practice=can_practise(match, guest(request)),
        exact=review.exact,
        error=say_error(review.error, review.unit) if review.error else "",
        **shared,
    )
