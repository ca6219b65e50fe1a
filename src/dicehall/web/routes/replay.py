"""The replay of a match: one page for each step, and frames for the script that animates them."""

import asyncio
from typing import Any

import msgspec
from litestar import Response, get

from dicehall.game.messages import translatable
from dicehall.game.refused import BadOption
from dicehall.game_page.advice import say_error
from dicehall.game_page.protocol import find_page
from dicehall.game_page.scene import Scene
from dicehall.match.match import Match
from dicehall.match.practice import can_practise
from dicehall.match.thinking.coach import PATIENCE_S, ReviewProgress
from dicehall.players.review import Review
from dicehall.web.context import WebRequest, count_question, guest, page, preferences, server
from dicehall.web.link_cards import match_card
from dicehall.web.views.balance import balance_view, perfection
from dicehall.web.views.histories import Timeline
from dicehall.web.views.render import render
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
    verdict_at,
)
from dicehall.web.views.scenes import replayed, scene_of
from dicehall.words.language import _
from dicehall.words.numbers import say_number

MOST_FRAMES = 20
"""In one response: some hundred kilobytes with the largest boards."""


class ReplayFrame(msgspec.Struct, frozen=True):
    """One step of a replay, as HTML."""

    at: int
    told: str
    """What just happened."""
    scores: str
    board: str
    verdict: str
    """What the move was worth; empty if it was not a move or the match is not reviewed."""


class ReplayFrames(msgspec.Struct, frozen=True):
    """Some steps of a replay, in order."""

    frames: list[ReplayFrame]


@get("/matches/{match_id:str}/replay", include_in_schema=False)
async def show_replay(request: WebRequest, match_id: str, at: int = 0) -> Response[str]:
    """The page of one step of a replay."""
    matches = server(request).matches
    match = await matches.see(match_id)
    review = matches.coach.reviewed(match)
    timeline = await server(request).histories.timeline(match)
    at = min(max(at, 0), len(match.log))
    scene = replayed(match, guest(request), timeline[at])
    return page(
        request,
        "replay.html",
        styles=[find_page(match.game.name).style, "coach.css", "lists.css"],
        board=find_page(match.game.name).board,
        course=course_of(scene, review, at) if review else None,
        verdict=verdict_at(scene, timeline, review),
        caption=caption_of(match, scene),
        scores=scores_at(scene),
        at=at,
        practice=can_practise(match, guest(request)),
        card=match_card(request, match),
        **board_context(match, scene),
    )


@get("/matches/{match_id:str}/frames", include_in_schema=False, cost=8)
async def show_frames(
    request: WebRequest, match_id: str, first: int = 0, last: int | None = None
) -> ReplayFrames:
    """The steps from `first` to `last`, at most `MOST_FRAMES` of them."""
    matches = server(request).matches
    match = await matches.see(match_id)
    review = matches.coach.reviewed(match)
    timeline = await server(request).histories.timeline(match)
    end = len(match.log)
    last = end if last is None else min(last, end)
    if not 0 <= first <= last:
        raise BadOption(
            translatable("first and last must be in order, between 0 and %(last)d", last=end)
        )
    frames = []
    for at in range(first, min(last, first + MOST_FRAMES - 1) + 1):
        scene = replayed(match, guest(request), timeline[at])
        frames.append(_frame(request, match, scene, timeline, review))
        await asyncio.sleep(0)  # rendering is slow: let other requests run in between
    return ReplayFrames(frames)


def board_context(match: Match, scene: Scene) -> dict[str, Any]:
    """The template context of a game's board."""
    return {
        "match": match,
        "scene": scene,
        "view": find_page(match.game.name).module.view(scene),
    }


def caption_of(match: Match, scene: Scene) -> str:
    """What just happened and, at the end, how the match ended."""
    caption = scene.log_lines[-1] if scene.log_lines else _("The match begins.")
    over = match.result and scene.history.moment == len(match.log)
    return f"{caption} {scene.prompt}" if over else caption


def scores_at(scene: Scene) -> str:
    """The scores at this step, the viewer's first."""
    scores = scene.game.scores(scene.state)
    return " : ".join(say_number(scores[seat]) for seat in scene.own_first)


def _frame(
    request: WebRequest, match: Match, scene: Scene, timeline: Timeline, review: Review | None
) -> ReplayFrame:
    verdict = verdict_at(scene, timeline, review)
    board = find_page(match.game.name).board
    return ReplayFrame(
        at=scene.history.moment,
        told=caption_of(match, scene),
        scores=scores_at(scene),
        board=render(board, preferences=preferences(request), **board_context(match, scene)),
        verdict=render("verdict.html", verdict=verdict) if verdict else "",
    )


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
