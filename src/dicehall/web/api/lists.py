"""The JSON interface to lists: the caller's matches, and the highest scores of the house."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import attrgetter
from typing import Annotated, Literal

import msgspec
from litestar import get

from dicehall.game import find_game
from dicehall.match.store.lists import finished, running
from dicehall.match.store.protocol import ListedSeat
from dicehall.web.api.fields import MatchId, Name, Seconds, says
from dicehall.web.api.refusals import refusing
from dicehall.web.context import WebRequest, guest, server
from dicehall.web.lists import MatchResult, result_for, score_lists

PAGE_MATCHES = 25
"""Matches on one page."""

Result = Literal["won", "lost", "draw", "alone", "shared"]
PageNumber = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]

Variant = Annotated[
    str, says("The options that scores depend on; empty if there are none.", "", "gentle")
]


class ListedSeatInfo(msgspec.Struct):
    """A seat of a match in a list."""

    name: Annotated[str, says("Who sits there.", "Dot")]
    level: Annotated[str, says("Of a computer player; empty for a guest.", "", "hard")]
    yours: Annotated[bool, says("Whether it is the caller's.", True)]
    score: Annotated[int | None, says("Its points at the end; `null` until then.", 57, None)]
    won: Annotated[bool | None, says("Whether it won; `null` until the end.", True, None)]


class ListedMatchInfo(msgspec.Struct):
    """A match of the caller in a list."""

    id: MatchId
    game: Annotated[str, says("Which game it is.", "knucklebones")]
    variant: Variant
    seats: Annotated[
        list[ListedSeatInfo],
        says(
            "The seats that are taken, seat 0 first.",
            [{"name": "Dot", "level": "", "yours": True, "score": 57, "won": True}],
        ),
    ]
    opened_at: Seconds
    ended_at: Annotated[
        float | None, says("When it ended; `null` while it runs.", 1_792_000_900.5, None)
    ]
    result: Annotated[
        MatchResult,
        says(
            "How it ended for the caller; `alone` with one seat, `shared` if both were theirs;"
            " empty while it runs, or if it was called off.",
            "won",
            "",
        ),
    ]


class MatchListInfo(msgspec.Struct):
    """A page of the caller's matches."""

    matches: Annotated[list[ListedMatchInfo], says("The newest first.", [])]
    more: Annotated[bool, says("Whether there is another page.", False)]


class ScoreInfo(msgspec.Struct):
    """A score that somebody made."""

    match: MatchId
    name: Annotated[str, says("Who made it.", "Dot")]
    yours: Annotated[bool, says("Whether it is the caller's.", False)]
    score: Annotated[int, says("The points.", 231)]
    ended_at: Annotated[float | None, says("When the match ended.", 1_792_000_900.5)]


class ScoreListInfo(msgspec.Struct):
    """The highest scores of a game, or of one variant of it."""

    game: Annotated[str, says("Which game it is.", "sparkle")]
    variant: Variant
    scores: Annotated[list[ScoreInfo], says("At most ten, the highest first.", [])]
    own: Annotated[
        ScoreInfo | None, says("The caller's best, if it is not among the scores.", None)
    ]


@get("/matches", responses=refusing(404), cost=2)
async def list_matches(
    request: WebRequest,
    over: bool = False,
    game: Name = "",
    result: Result | None = None,
    page: PageNumber = 1,
) -> MatchListInfo:
    """Your matches: those that run, or those that are `over`. Games that this house does not have
    any more are listed, too."""
    if game:
        find_game(game)
    who, store = guest(request), server(request).matches.store
    offset, asked = (page - 1) * PAGE_MATCHES, PAGE_MATCHES + 1
    if over or result:
        query = finished(who, asked, offset=offset, game=game, result=result or "")
    else:
        query = running(who, asked, offset=offset, game=game)
    found = list(_described(await store.list(query), who))
    return MatchListInfo(found[:PAGE_MATCHES], more=len(found) > PAGE_MATCHES)


@get("/scores", responses=refusing(404), cost=4)
async def list_scores(
    request: WebRequest, game: Name = "", mine: bool = False
) -> list[ScoreListInfo]:
    """The highest scores of the house, a list for each game and variant; or only yours."""
    who, store = guest(request), server(request).matches.store
    return [
        ScoreListInfo(
            found.entry.name,
            found.variant,
            [_score(line, own=line in found.own_lines) for line in found.lines],
            _score(found.own, own=True) if found.own else None,
        )
        for found in await score_lists(store, who, mine=mine, game=game)
    ]


def _described(listed: Iterable[ListedSeat], who: str) -> Iterator[ListedMatchInfo]:
    for match_id, group in groupby(listed, attrgetter("match_id")):
        seats = list(group)
        first = seats[0]
        yield ListedMatchInfo(
            match_id,
            first.game,
            first.variant,
            [
                ListedSeatInfo(seat.name, seat.level, seat.holder == who, seat.score, seat.won)
                for seat in seats
            ],
            first.opened_at,
            first.ended_at,
            result_for(seats, who),
        )


def _score(line: ListedSeat, *, own: bool) -> ScoreInfo:
    assert line.score is not None
    return ScoreInfo(line.match_id, line.name, own, line.score, line.ended_at)
