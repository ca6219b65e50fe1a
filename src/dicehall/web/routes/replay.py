"""A match step by step: as pages, and as drawn moments for the script that plays them."""

import asyncio
from typing import Any

import msgspec
from litestar import Response, get

from dicehall.game.messages import translatable
from dicehall.game.refused import BadOption
from dicehall.game_page.protocol import find_page
from dicehall.game_page.scene import Scene
from dicehall.match.match import Match
from dicehall.players.review import Review
from dicehall.web.context import WebRequest, guest, page, preferences, server
from dicehall.web.link_cards import match_card
from dicehall.web.views.histories import Timeline
from dicehall.web.views.render import render
from dicehall.web.views.review import course_of, verdict_at
from dicehall.web.views.scenes import replayed
from dicehall.words.language import _
from dicehall.words.numbers import say_number

MOST_FRAMES = 20
"""In one answer: some hundred kilobytes of the largest boards."""


class ReplayFrame(msgspec.Struct, frozen=True):
    """A moment of a match, drawn."""

    at: int
    told: str
    """What has just happened."""
    scores: str
    board: str
    verdict: str
    """What the move was worth, if there was one and the match has been reviewed."""


class ReplayFrames(msgspec.Struct, frozen=True):
    """Some moments of a match, in order."""

    frames: list[ReplayFrame]


@get("/matches/{match_id:str}/replay", include_in_schema=False)
async def show_replay(request: WebRequest, match_id: str, at: int = 0) -> Response[str]:
    """A match at one of its moments."""
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
        told=told_at(match, scene),
        scores=scores_at(scene),
        at=at,
        card=match_card(request, match),
        **drawing(match, scene),
    )


@get("/matches/{match_id:str}/frames", include_in_schema=False, cost=8)
async def show_frames(
    request: WebRequest, match_id: str, first: int = 0, last: int | None = None
) -> ReplayFrames:
    """The moments from the first to the last of these, as many as one answer may hold."""
    matches = server(request).matches
    match = await matches.see(match_id)
    review = matches.coach.reviewed(match)
    timeline = await server(request).histories.timeline(match)
    end = len(match.log)
    last = end if last is None else min(last, end)
    if not 0 <= first <= last:
        raise BadOption(
            translatable("this match has moments from 0 to %(last)d, in order", last=end)
        )
    frames = []
    for at in range(first, min(last, first + MOST_FRAMES - 1) + 1):
        scene = replayed(match, guest(request), timeline[at])
        frames.append(_frame(request, match, scene, timeline, review))
        await asyncio.sleep(0)  # drawing takes its time: others come between
    return ReplayFrames(frames)


def drawing(match: Match, scene: Scene) -> dict[str, Any]:
    """What the board of a game is drawn from."""
    return {
        "match": match,
        "scene": scene,
        "view": find_page(match.game.name).module.view(scene),
    }


def told_at(match: Match, scene: Scene) -> str:
    """What has just happened, and at the end how it ended."""
    told = scene.told[-1] if scene.told else _("The table is set.")
    over = match.result and scene.history.moment == len(match.log)
    return f"{told} {scene.asked}" if over else told


def scores_at(scene: Scene) -> str:
    """The scores as they stood."""
    scores = scene.game.scores(scene.state)
    return " : ".join(say_number(scores[seat]) for seat in scene.own_first)


def _frame(
    request: WebRequest, match: Match, scene: Scene, timeline: Timeline, review: Review | None
) -> ReplayFrame:
    verdict = verdict_at(scene, timeline, review)
    board = find_page(match.game.name).board
    return ReplayFrame(
        at=scene.history.moment,
        told=told_at(match, scene),
        scores=scores_at(scene),
        board=render(board, preferences=preferences(request), **drawing(match, scene)),
        verdict=render("verdict.html", verdict=verdict) if verdict else "",
    )
