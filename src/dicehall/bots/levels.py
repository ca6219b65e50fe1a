"""The levels of computer players for each game, weakest first.

A game's players are imported when one of them is asked for: they may need arrays or kernels.
"""

from importlib import import_module
from types import ModuleType

from dicehall.bots.chooser import Chooser
from dicehall.bots.worth import Weigher
from dicehall.refused import BadOption

LEVELS: dict[str, tuple[str, ...]] = {
    "sparkle": ("easy", "normal", "hard", "perfect"),
    "pocket-hexes": ("easy", "normal", "hard", "best"),
    "knuckles": ("easy", "normal", "hard", "perfect"),
    "knucklebones": ("easy", "normal", "hard", "perfect"),
    "fune": ("easy", "normal", "hard", "perfect"),
}

MODULES = {
    "sparkle": "sparkle",
    "pocket-hexes": "hexes",
    "knuckles": "bones",
    "knucklebones": "bones",
    "fune": "fune",
}


def check_level(game: str, level: str) -> None:
    """Refuse a level that a game does not have."""
    if level not in LEVELS[game]:
        raise BadOption(f"{game} has no level {level[:40]!r}", legal=LEVELS[game])


def find_level(game: str, level: str) -> Chooser:
    """The chooser of a game's level."""
    check_level(game, level)
    chooser: Chooser = _players(game).LEVELS[level]
    return chooser


def find_weigher(game: str) -> Weigher:
    """What says how much each legal move of a game is worth."""
    weigher: Weigher = _players(game).worth
    return weigher


def _players(game: str) -> ModuleType:
    return import_module(f"dicehall.bots.{MODULES[game]}")
