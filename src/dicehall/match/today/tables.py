"""The tables of today's dice: which options and which opponent a game has on a day."""

from dicehall.game import AnyGame, Entry, games
from dicehall.game.entry import DailyTable
from dicehall.match.dice.days import number_of
from dicehall.players.opponents import ALONE


def daily_games() -> dict[str, Entry]:
    """The games that have a challenge each day."""
    return {name: entry for name, entry in games().items() if entry.daily}


def table_of(entry: Entry, day: str) -> DailyTable:
    """The table of a game on a day."""
    return entry.daily[number_of(day) % len(entry.daily)]


def game_of(entry: Entry, day: str) -> AnyGame:
    """The game that is played on a day."""
    table = table_of(entry, day)
    return entry.new(1 if table.opponent == ALONE else 2, table.options)
