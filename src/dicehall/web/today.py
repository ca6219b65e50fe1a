"""Today's dice as the pages and the JSON interface show them to a guest."""

import asyncio
from dataclasses import dataclass
from typing import Literal

from dicehall.game import AnyGame, Entry
from dicehall.game.entry import DailyTable
from dicehall.game.messages import translatable
from dicehall.game.records import Event
from dicehall.game.refused import UnknownGame
from dicehall.match.commands import TakeSeat
from dicehall.match.dice.days import DAY_SECONDS, dice_id, start_of
from dicehall.match.match import Match
from dicehall.match.names import check_guest_name
from dicehall.match.today.challenges import dice_of, take_up
from dicehall.match.today.models import SlotDice
from dicehall.match.today.ranking import (
    RankedTry,
    Ranking,
    TryRow,
    days_played,
    ranking_of,
    streak,
    tries_of,
)
from dicehall.match.today.seeds import DaySeed
from dicehall.match.today.tables import daily_games, game_of, table_of
from dicehall.match.today.tries import find_try, may_practise, open_try, practise
from dicehall.match.today.turns import TurnPlayed, turns_of
from dicehall.players.characters import check_face
from dicehall.players.opponents import ALONE
from dicehall.web.actions import next_dice
from dicehall.web.server import WebServer
from dicehall.words.language import _

Stage = Literal["new", "running", "done", "given-up"]
"""The state of a try."""

BEST = 5


@dataclass(frozen=True, slots=True)
class DailyGame:
    """A game of a day, and the state of a guest's try."""

    entry: Entry
    day: str
    own: TryRow | None
    """The guest's counted try, if they have begun it."""

    @property
    def table(self) -> DailyTable:
        return table_of(self.entry, self.day)

    @property
    def game(self) -> AnyGame:
        return game_of(self.entry, self.day)

    @property
    def stage(self) -> Stage:
        """The state of the guest's try."""
        if self.own is None:
            return "new"
        if self.own.result is None:
            return "running"
        return "given-up" if self.own.given_up else "done"


@dataclass(frozen=True, slots=True)
class DayOverview:
    """A day and its games."""

    day: str
    today: str
    games: list[DailyGame]
    seed: DaySeed
    tomorrow: DaySeed | None
    """None unless the day is today."""
    revealed: str
    """The seed, once it is public."""
    streak: int

    @property
    def is_today(self) -> bool:
        return self.day == self.today

    @property
    def ends_at(self) -> float:
        return start_of(self.day) + DAY_SECONDS


@dataclass(frozen=True, slots=True)
class DayResult:
    """The results of a game on a day that a guest may see."""

    one: DailyGame
    ranking: Ranking
    match: Match | None
    """The guest's counted try."""
    open: bool
    """Whether the guest may see what others and the strongest level made of the dice."""
    model: tuple[Event, ...] | None
    """How the strongest level played; None while it plays, and unless `open`."""
    guest: str

    @property
    def place(self) -> int | None:
        return self.ranking.place(self.guest)

    @property
    def best(self) -> tuple[RankedTry, ...]:
        return self.ranking.tries[:BEST]

    @property
    def turns(self) -> list[TurnPlayed]:
        """The guest's turns; none while they may still play."""
        return turns_of(self.match.game, self.match.log) if self.match and self.open else []

    @property
    def model_turns(self) -> list[TurnPlayed]:
        return turns_of(self.one.game, self.model) if self.model else []


def find_daily(game: str) -> Entry:
    """A game that takes part in today's dice."""
    found = daily_games()
    if game not in found:
        raise UnknownGame(
            translatable("%(game)r is not played with today's dice", game=game[:40]),
            legal=tuple(found),
        )
    return found[game]


async def games_of_day(server: WebServer, guest: str, day: str) -> list[DailyGame]:
    """The games of a day for a guest."""
    own = {row.game: row for row in await tries_of(server.matches.store, guest, day)}
    return [DailyGame(entry, day, own.get(name)) for name, entry in daily_games().items()]


async def overview(server: WebServer, guest: str, day: str) -> DayOverview:
    """A day as a guest sees it; refused if its dice cannot be played."""
    days, store = server.days, server.matches.store
    seed = await days.seed_of(day)
    games, played, revealed = await asyncio.gather(
        games_of_day(server, guest, day), days_played(store, guest), days.revealed(day)
    )
    following = await days.following() if day == days.today else None
    return DayOverview(
        day, days.today, games, seed, following, revealed, streak(played, days.today)
    )


async def day_result(server: WebServer, guest: str, day: str, game: str) -> DayResult:
    """The result of a game on a day. Others' results and the strongest level are shown only to
    those who cannot play for the ranking any more."""
    entry = find_daily(game)
    seed = await server.days.seed_of(day)
    ranking, match, open_now, games = await asyncio.gather(
        ranking_of(server.matches.store, day, game),
        find_try(server.matches, day, game, guest),
        may_practise(server.matches, seed, game, guest),
        games_of_day(server, guest, day),
    )
    if server.single_guest:
        ranking = Ranking(())
    one = next(one for one in games if one.entry.name == game)
    model = None
    if open_now:
        model = await server.models.find(_dice_of_day(entry, seed))
    return DayResult(one, ranking, match, open_now, model, guest)


async def play_today(server: WebServer, seat: TakeSeat, game: str) -> Match:
    """Open the guest's counted try, or return to it."""
    return await open_try(server.matches, server.days, find_daily(game), seat)


async def practise_day(server: WebServer, seat: TakeSeat, day: str, game: str) -> Match:
    """Open a practice match with the dice of a day."""
    entry = find_daily(game)
    named = await next_dice(server, seat.holder, entry.name)
    return await practise(server.matches, server.days, entry, day, seat, named.match_id)


async def challenge(server: WebServer, seat: TakeSeat, match: Match) -> Match:
    """Open a match with the dice of somebody's finished match."""
    named = await next_dice(server, seat.holder, match.game.name)
    return await take_up(server.matches, match, seat, named.match_id)


async def model_of(server: WebServer, match: Match) -> list[TurnPlayed] | None:
    """The turns of the strongest level with the dice of a finished match; None while it plays."""
    found = await server.models.find(dice_of(match))
    return None if found is None else turns_of(match.game, found)


def own_seat(guest: str, name: str, face: str) -> TakeSeat:
    """The first seat, for a guest."""
    return TakeSeat(
        0, check_guest_name(name.strip() or _("Player"), []), guest, face=check_face(face)
    )


def _dice_of_day(entry: Entry, seed: DaySeed) -> SlotDice:
    game, level = game_of(entry, seed.day), table_of(entry, seed.day).opponent
    opponent = "" if level == ALONE else level
    return SlotDice(game, dice_id(seed.day, entry.name), seed.seed, ("",) * game.seats, opponent)
