"""The levels of computer players for each game, weakest first, then those of other packages.

A game's players are imported on first use, as some load NumPy or tables. `players.default` fills in
what a game does not provide.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from dicehall.game import AnyGame, find_game
from dicehall.game.entry import check_level_name
from dicehall.game.messages import brief, translatable
from dicehall.game.plugins import gather
from dicehall.game.refused import BadOption
from dicehall.players import default
from dicehall.players.chooser import Chooser
from dicehall.players.worth import Weigher

GROUP = "dicehall.players"
"""The entry point group for players from other packages."""


@dataclass(frozen=True, slots=True)
class PlayerEntry:
    """A computer player from another package, which plays `game` at a level of this name."""

    game: str
    level: str
    """Also its display name: at most 16 lowercase letters, digits and hyphens."""
    choose: Chooser


def levels(game: str) -> tuple[str, ...]:
    """The levels of a game."""
    return (*find_game(game).levels, *_brought().get(game, ()))


def offered(game: str) -> tuple[str, ...]:
    """The levels of a game that have what they need here."""
    return tuple(filter(find_game(game).offers, levels(game)))


def check_level(game: str, level: str) -> None:
    """Refuse a level that a game does not have."""
    if not isinstance(level, str) or level not in levels(game):
        message = translatable("%(game)s has no level %(level)r", game=game, level=brief(level))
        raise BadOption(message, legal=levels(game))


def is_slow(game: str, level: str) -> bool:
    """Whether a level may take long to move: levels the game's entry lists, and all from other
    packages.

    >>> [is_slow("knucklebones", level) for level in ("easy", "hard", "perfect")]
    [False, False, True]
    >>> is_slow("fune", "perfect")
    False
    """
    entry = find_game(game)
    slow = entry.levels[-1:] if entry.slow_levels is None else entry.slow_levels
    return level in slow or level not in entry.levels


def find_level(game: str, level: str) -> Chooser:
    """The function that plays at a level."""
    check_level(game, level)
    if level in find_game(game).levels:
        chooser: Chooser = _player(game, f"choose_{level.replace('-', '_')}")
        return chooser
    return _brought()[game][level].choose


def find_weigher(game: str) -> Weigher:
    """The function that computes what each legal move is worth."""
    weigher: Weigher = _player(game, "worth")
    return weigher


def worth_of_start(game: AnyGame) -> float | None:
    """What a new game is worth to seat 0 before its first roll; None if unknown."""
    start: float | None = _player(game.name, "worth_of_start")(game)
    return start


def _player(game: str, function: str) -> Callable[..., Any]:
    """A function from the game's own module `players`, or from `players.default`."""
    for module in (find_game(game).part("players"), default):
        found: Callable[..., Any] | None = getattr(module, function, None)
        if found:
            return found
    raise BadOption(
        translatable("the players of %(game)s have no %(what)s", game=game, what=function)
    )


@cache
def _brought() -> dict[str, dict[str, PlayerEntry]]:
    """Players from other packages, by game and level."""
    found: dict[str, dict[str, PlayerEntry]] = {}

    def take(player: PlayerEntry) -> None:
        others = found.get(player.game, {})
        check_level_name(player.level, taken=(*find_game(player.game).levels, *others))
        if not callable(player.choose):
            what = type(player.choose).__name__
            raise BadOption(
                translatable("%(what)s cannot choose a move: it is not a function", what=what)
            )
        found[player.game] = {**others, player.level: player}

    gather(GROUP, PlayerEntry, take)
    return found
