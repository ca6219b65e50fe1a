"""The contestants in the arena: a level, a function in any module, or a command."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from operator import attrgetter
from typing import Any, Literal

from dicehall.game import AnyGame, find_game
from dicehall.game.messages import translatable
from dicehall.game.plugins import reason
from dicehall.game.refused import BadOption, BotFailed
from dicehall.players.bots.command import USUAL_SECONDS, CommandBot
from dicehall.players.bots.question import Mover, guarded, trusted
from dicehall.players.chooser import Chooser, choose_at_random
from dicehall.players.levels import find_level
from dicehall.players.levels import levels as levels_of

RANDOM = "random"
"""Measured along with the levels; not offered as an opponent."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """A player in the arena; can be pickled for another process."""

    name: str
    """Its name in results."""
    kind: Literal["level", "function", "command"]
    where: str
    """The level, the location of the function ("module:function"), or the command."""
    seconds: float = USUAL_SECONDS
    """A command's time limit for one answer."""
    debug: bool = False
    """Whether to show a function's traceback or a command's standard error."""

    @classmethod
    def at_level(cls, level: str) -> "Contestant":
        return cls(level, "level", level)


def unique_names(contestants: Sequence[Contestant]) -> list[Contestant]:
    """Give every contestant a unique name: those who occur twice are numbered.

    >>> [one.name for one in unique_names([Contestant.at_level("easy")] * 3)]
    ['easy', 'easy (2)', 'easy (3)']
    """
    apart: list[Contestant] = []
    for number, one in enumerate(contestants):
        before = sum(other.name == one.name for other in contestants[:number])
        apart.append(replace(one, name=f"{one.name} ({before + 1})") if before else one)
    return apart


def check_contestants(game: AnyGame, contestants: Sequence[Contestant]) -> None:
    """Refuse contestants who cannot play the game, or a wrong number of them."""
    if not contestants:
        raise BadOption(translatable("no players: name a level, a function or a command"))
    if len(contestants) < game.seats:
        raise BadOption(translatable("%(game)s needs at least two players", game=game.name))
    for one in contestants:
        match one.kind:
            case "level":
                _check_level(game, one.where)
            case "function":
                find_function(one.where)
            case "command":
                _try_command(game, one)


def mover(game: AnyGame, contestant: Contestant) -> Mover:
    """The function that moves for a contestant in this process; a command keeps running from game
    to game."""
    hashable: Any = game
    return _mover(contestant, hashable)


@cache
def _mover(contestant: Contestant, game: Any) -> Mover:
    match contestant.kind:
        case "command":
            return CommandBot(contestant.where, game, contestant.seconds, debug=contestant.debug)
        case "function":
            return guarded(find_function(contestant.where), debug=contestant.debug)
        case "level" if contestant.where == RANDOM:
            return trusted(choose_at_random)
        case "level":
            entry = find_game(game.name)
            ours = contestant.where in entry.levels and entry.is_ours
            choose = find_level(game.name, contestant.where)
            return trusted(choose) if ours else guarded(choose, debug=contestant.debug)


def find_function(where: str) -> Chooser:
    """Import the function at "module:function"; refused if there is none.

    >>> find_function("dicehall.players.chooser:choose_at_random").__name__
    'choose_at_random'
    """
    module, _, name = where.partition(":")
    if not module or not name:
        raise BadOption(
            translatable("%(where)r is not of the form module:function", where=where[:80])
        )
    try:
        found: Chooser = attrgetter(name)(import_module(module))
    except (Exception, SystemExit) as error:  # a module that calls sys.exit must not stop us
        message = translatable("%(where)s: %(why)s", where=where[:80], why=reason(error))
        raise BadOption(message) from error
    if not callable(found):
        what = type(found).__name__
        raise BadOption(
            translatable("%(what)s cannot choose a move: it is not a function", what=what)
        )
    return found


def _check_level(game: AnyGame, level: str) -> None:
    known = (RANDOM, *levels_of(game.name))
    if level not in known:
        message = translatable("%(game)s has no level %(level)r", game=game.name, level=level[:40])
        raise BadOption(message, legal=known)


def _try_command(game: AnyGame, contestant: Contestant) -> None:
    """Start a command once: if it fails now, it would fail in every game."""
    bot = CommandBot(contestant.where, game, contestant.seconds, debug=contestant.debug)
    try:
        bot.greet()
    except BotFailed as failed:
        message = translatable("%(bot)s: %(why)s", bot=contestant.name[:80], why=failed.message)
        raise BotFailed(message) from failed
    finally:
        bot.end()
