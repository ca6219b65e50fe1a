"""The levels of computer players for each game, weakest first.

A game's players are imported when one of them is asked for: they may need arrays or kernels.
"""

from types import ModuleType

from dicehall.game import find_game
from dicehall.game.refused import BadOption
from dicehall.players.chooser import Chooser
from dicehall.players.worth import Weigher


def levels(game: str) -> tuple[str, ...]:
    """The levels of a game."""
    return find_game(game).levels


def check_level(game: str, level: str) -> None:
    """Refuse a level that a game does not have."""
    if level not in levels(game):
        raise BadOption(f"{game} has no level {level[:40]!r}", legal=levels(game))


def find_level(game: str, level: str) -> Chooser:
    """The chooser of a game's level."""
    check_level(game, level)
    chooser: Chooser = getattr(_players(game), f"choose_{level}")
    return chooser


def find_weigher(game: str) -> Weigher:
    """What says how much each legal move of a game is worth."""
    weigher: Weigher = _players(game).worth
    return weigher


def _players(game: str) -> ModuleType:
    brought = find_game(game).part("players")
    assert brought
    return brought
