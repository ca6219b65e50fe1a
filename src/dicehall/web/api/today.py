"""The JSON interface to today's dice, and to challenges."""

from typing import Annotated, Literal

import msgspec
from litestar import get, post

from dicehall.match.dice.days import read_day
from dicehall.match.names import shown_name
from dicehall.match.today.turns import TurnPlayed
from dicehall.web.api.fields import HASH, MATCH, MatchId, Seconds, doc
from dicehall.web.api.match_info import MatchInfo, describe
from dicehall.web.api.refusals import COMMAND_REFUSALS, refusing
from dicehall.web.api.schemas import GuestIn, TryIn
from dicehall.web.context import WebRequest, count_table, guest, server
from dicehall.web.today import (
    DailyGame,
    DayOverview,
    challenge,
    day_result,
    overview,
    own_seat,
    play_today,
    practise_day,
)

Day = Annotated[str, doc("A day of UTC.", "2026-11-18")]
DailyResult = Annotated[
    int | None, doc("The score or, against an opponent, the lead; `null` without one.", 312)
]


GAME = {
    "game": "sparkle",
    "options": {"curve": "gentle"},
    "opponent": "alone",
    "stage": "done",
    "match": MATCH,
    "result": 312,
}
"""A game in examples."""


class DailyGameInfo(msgspec.Struct):
    """A game of a day."""

    game: Annotated[str, doc("The name of the game.", "sparkle")]
    options: Annotated[dict[str, str], doc("The options of the game.", {"curve": "gentle"})]
    opponent: Annotated[str, doc("The level of the opponent, or `alone`.", "alone", "hard")]
    stage: Annotated[
        Literal["new", "running", "done", "given-up"], doc("The state of your try.", "new")
    ]
    match: Annotated[str, doc("The id of your try; empty if you have not begun it.", "", MATCH)]
    result: DailyResult


class TodayInfo(msgspec.Struct):
    """The dice of a day."""

    day: Day
    ends: Annotated[Seconds, doc("When the day ends, in seconds since 1970.", 1_795_046_400.0)]
    ranked: Annotated[
        bool, doc("Whether guests are ranked; if not, the dice depend only on the date.", True)
    ]
    promise: Annotated[str, doc("The SHA-256 of the secret of this day.", HASH)]
    promised: Annotated[
        Seconds, doc("When the server chose it; 0 if it depends only on the date.", 1_794_960_000.0)
    ]
    reveals: Annotated[Seconds, doc("When the secret is revealed.", 1_795_050_000.0)]
    secret: Annotated[str, doc("The secret; empty until it is revealed.", "", HASH)]
    tomorrow: Annotated[str, doc("The promise for the next day, if the day is today.", HASH, "")]
    streak: Annotated[int, doc("How many days in a row you have played.", 3)]
    games: Annotated[list[DailyGameInfo], doc("The games of this day.", [GAME])]


class RankInfo(msgspec.Struct):
    """One of the best tries of a day."""

    name: Annotated[str, doc("The player's name.", "Dot")]
    match: MatchId
    result: Annotated[int, doc("The score or, against an opponent, the lead.", 312)]


class DailyTurnInfo(msgspec.Struct):
    """A turn of the first seat."""

    turn: Annotated[int, doc("The number of the turn, from 1.", 1)]
    result: Annotated[int, doc("The result after this turn.", 60)]
    gain: Annotated[int, doc("How much of that this turn added.", 60)]


class DayResultInfo(msgspec.Struct):
    """The results of a game on a day. The lists are empty until your own try is over."""

    day: Day
    game: Annotated[DailyGameInfo, doc("The game, and the state of your try.", GAME)]
    players: Annotated[int, doc("How many tries count.", 12)]
    place: Annotated[int | None, doc("Your place, from 1; `null` if you have none.", 3)]
    results: Annotated[list[int], doc("All results, best first.", [340, 312, 250])]
    best: Annotated[list[RankInfo], doc("The best five tries.", [])]
    turns: Annotated[list[DailyTurnInfo], doc("Your turns.", [])]
    strongest: Annotated[
        list[DailyTurnInfo],
        doc("The turns of the strongest level; empty while it is still playing.", []),
    ]


@get("/today", responses=refusing(), cost=2)
async def see_today(request: WebRequest) -> TodayInfo:
    """Get today's dice: the games, and the state of your tries."""
    return _describe(request, await overview(server(request), guest(request), _today(request)))


@get("/today/{day:str}", responses=refusing(404), cost=2)
async def see_day(request: WebRequest, day: str) -> TodayInfo:
    """Get the dice of an earlier day."""
    return _describe(request, await overview(server(request), guest(request), read_day(day)))


@get("/today/{day:str}/{game:str}", responses=refusing(404), cost=3)
async def see_day_result(request: WebRequest, day: str, game: str) -> DayResultInfo:
    """Get the results of a game on a day. Those of other players are included once your own try is
    over."""
    found = await day_result(server(request), guest(request), read_day(day), game)
    tries = found.ranking.tries if found.open else ()
    return DayResultInfo(
        found.one.day,
        _game(found.one),
        len(found.ranking.tries),
        found.place,
        [one.result for one in tries],
        [RankInfo(shown_name(one.name), one.match_id, one.result) for one in found.best if tries],
        list(map(_turn, found.turns)),
        list(map(_turn, found.model_turns)),
    )


@post("/today", responses=COMMAND_REFUSALS)
async def open_try(request: WebRequest, data: TryIn) -> MatchInfo:
    """Open your try that counts with today's dice, or get it if you have begun it."""
    count_table(request)
    seat = own_seat(guest(request), data.name, data.face)
    return describe(await play_today(server(request), seat, data.game), guest(request))


@post("/today/{day:str}/{game:str}/practice", responses=COMMAND_REFUSALS)
async def practise_day_again(request: WebRequest, day: str, game: str, data: GuestIn) -> MatchInfo:
    """Open a practice match with the dice of an earlier day, or of today once your try that counts
    is over."""
    count_table(request)
    seat = own_seat(guest(request), data.name, data.face)
    match = await practise_day(server(request), seat, read_day(day), game)
    return describe(match, guest(request))


@post("/matches/{match_id:str}/beat", responses=COMMAND_REFUSALS)
async def take_up_challenge(request: WebRequest, match_id: str, data: GuestIn) -> MatchInfo:
    """Open a match with the dice of a finished solo match. It does not count for high scores."""
    count_table(request)
    seat = own_seat(guest(request), data.name, data.face)
    origin = await server(request).matches.see(match_id)
    return describe(await challenge(server(request), seat, origin), guest(request))


def _today(request: WebRequest) -> str:
    return server(request).days.today


def _describe(request: WebRequest, found: DayOverview) -> TodayInfo:
    return TodayInfo(
        found.day,
        found.ends_at,
        not server(request).single_guest,
        found.seed.commitment,
        found.seed.committed_at,
        found.seed.revealed_at,
        found.revealed,
        found.tomorrow.commitment if found.tomorrow else "",
        found.streak,
        list(map(_game, found.games)),
    )


def _game(one: DailyGame) -> DailyGameInfo:
    return DailyGameInfo(
        one.entry.name,
        dict(one.table.options),
        one.table.opponent,
        one.stage,
        one.own.match_id if one.own else "",
        one.own.result if one.own else None,
    )


def _turn(turn: TurnPlayed) -> DailyTurnInfo:
    return DailyTurnInfo(turn.number, turn.result, turn.gain)
