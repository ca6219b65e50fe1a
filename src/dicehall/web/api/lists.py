"""The JSON interface to lists: the caller's matches, and the high scores."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import attrgetter
from typing import Annotated, Literal

import msgspec
from litestar import get

from dicehall.game import find_game
from dicehall.match.store.lists import finished, running
from dicehall.match.store.protocol import ListedSeat
from dicehall.web.api.fields import MatchId, Name, Seconds, doc
from dicehall.web.api.refusals import refusing
from dicehall.web.context import WebRequest, guest, server
from dicehall.web.lists import MatchResult, result_for, score_lists

PAGE_MATCHES = 25
"""Matches on one page."""

FinishedAs = Literal["won", "lost", "draw", "alone", "shared"]
PageNumber = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]

Variant = Annotated[
    str, doc("The values of options that affect scores; empty if none do.", "", "gentle")
]


class ListedSeatInfo(msgspec.Struct):
    """A seat of a match in a list."""

    name: Annotated[str, doc("The player's name.", "Dot")]
    level: Annotated[str, doc("The level of a computer player; empty for guests.", "", "hard")]
    yours: Annotated[bool, doc("Whether it is your seat.", True)]
    score: Annotated[int | None, doc("The final score; `null` until the end.", 57, None)]
    won: Annotated[bool | None, doc("Whether it won; `null` until the end.", True, None)]


class ListedMatchInfo(msgspec.Struct):
    """One of your matches in a list."""

    id: MatchId
    game: Annotated[str, doc("The name of the game.", "knucklebones")]
    variant: Variant
    seats: Annotated[
        list[ListedSeatInfo],
        doc(
            "The occupied seats, seat 0 first.",
            [{"name": "Dot", "level": "", "yours": True, "score": 57, "won": True}],
        ),
    ]
    opened_at: Seconds
    ended_at: Annotated[
        float | None, doc("When it ended; `null` until the end.", 1_792_000_900.5, None)
    ]
    result: Annotated[
        MatchResult,
        doc(
            "The result for you. `alone`: the match has one seat. `shared`: both seats were yours."
            " Empty until the end, or if the match was called off.",
            "won",
            "",
        ),
    ]
    mark: Annotated[
        str,
        doc(
            "Why it does not count for high scores: `take-backs`, `practice`, `own-dice` or, at"
            " today's dice, `today` or `given-up`; otherwise empty.",
            "",
        ),
    ]


class MatchListInfo(msgspec.Struct):
    """A page of your matches."""

    matches: Annotated[list[ListedMatchInfo], doc("The matches, newest first.", [])]
    more: Annotated[bool, doc("Whether there is another page.", False)]


class ScoreInfo(msgspec.Struct):
    """A score in a list of high scores."""

    match: MatchId
    name: Annotated[str, doc("The player's name.", "Dot")]
    yours: Annotated[bool, doc("Whether it is your score.", False)]
    score: Annotated[int, doc("The points.", 231)]
    ended_at: Annotated[float | None, doc("When the match ended.", 1_792_000_900.5)]


class ScoreListInfo(msgspec.Struct):
    """The high scores of a game, or of one variant of it."""

    game: Annotated[str, doc("The name of the game.", "sparkle")]
    variant: Variant
    scores: Annotated[list[ScoreInfo], doc("At most ten scores, highest first.", [])]
    own: Annotated[ScoreInfo | None, doc("Your best score, if it is not in `scores`.", None)]


@get("/matches", responses=refusing(404), cost=2)
async def list_matches(
    request: WebRequest,
    over: bool = False,
    game: Name = "",
    result: FinishedAs | None = None,
    page: PageNumber = 1,
) -> MatchListInfo:
    """List your running matches, or the finished ones with `over`. Includes matches of games that
    are no longer installed."""
    if game:
        find_game(game)
    who, store = guest(request), server(request).matches.store
    offset, limit = (page - 1) * PAGE_MATCHES, PAGE_MATCHES + 1  # one more, to see if there is more
    if over or result:
        query = finished(who, limit, offset=offset, game=game, result=result or "")
    else:
        query = running(who, limit, offset=offset, game=game)
    found = list(_described(await store.list(query), who))
    return MatchListInfo(found[:PAGE_MATCHES], more=len(found) > PAGE_MATCHES)


@get("/scores", responses=refusing(404), cost=4)
async def list_scores(
    request: WebRequest, game: Name = "", mine: bool = False
) -> list[ScoreListInfo]:
    """List the high scores of each game and variant: everybody's, or only yours."""
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
            first.mark,
        )


def _score(line: ListedSeat, *, own: bool) -> ScoreInfo:
    assert line.score is not None
    return ScoreInfo(line.match_id, line.name, own, line.score, line.ended_at)
