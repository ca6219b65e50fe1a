"""The catalogue: finds built-in games and games from other packages."""

import re
from collections.abc import Hashable, Iterable, Mapping
from functools import cache, lru_cache
from importlib import import_module
from typing import Any, cast

from dicehall.game.default_numbering import default_numbering
from dicehall.game.entry import MOST_SEATS, Entry, check_level_name
from dicehall.game.messages import any_of, brief, translatable
from dicehall.game.numbering import Numbering
from dicehall.game.plugins import gather
from dicehall.game.protocol import AnyGame, check_is_game
from dicehall.game.refused import BadOption, UnknownGame
from dicehall.game.turns import Chance, Decide, Over

BUILT_IN = ("sparkle", "hexes", "bones", "fune")
"""The folders in `dicehall.games`, in display order."""

GROUP = "dicehall.games"
"""The entry point group for games from other packages."""

TRIED_EVENTS = 20
"""How many events of a match to try when another package's game is loaded. Takes microseconds."""

MOST_NUMBERED = 64
"""How many numberings to cache."""

_NAME = re.compile(r"[a-z][a-z0-9-]{0,30}")


def games() -> Mapping[str, Entry]:
    """All games by name, built-in ones first.

    >>> list(games())[:5]
    ['sparkle', 'pocket-hexes', 'knuckles', 'knucklebones', 'fune']
    """
    return {**_built_in(), **_brought()}


def find_game(name: str) -> Entry:
    """Look up a game by name."""
    entry = (_built_in().get(name) or _brought().get(name)) if isinstance(name, str) else None
    if entry is None:
        message = translatable("no game is called %(name)r", name=brief(name))
        raise UnknownGame(message, legal=tuple(games()))
    return entry


def new_game(
    name: str, seats: int | None = None, options: Mapping[str, str] | None = None
) -> AnyGame:
    """Create a game by name, with its number of seats and options.

    >>> new_game("fune", seats=2)
    Fune(seats=2)
    >>> new_game("sparkle", options={"curve": "gentle"})
    Sparkle(curve='gentle')
    """
    return find_game(name).new(seats, options)


def find_numbering(game: AnyGame) -> Numbering:
    """The numbering of a game: from its module `numbers` or, without one, by exploring all
    states."""
    check_is_game(game)
    return _numbering(cast(Hashable, game))


def check_entry(entry: Entry, taken: Iterable[str] = ()) -> None:
    """Refuse a game that cannot be seated, stored or found again, or whose rules fail at once.

    This tries only the first moves of a match; `dicehall.game.contract` checks whole matches.
    """
    if not _NAME.fullmatch(entry.name):
        raise BadOption(
            translatable(
                "%(name)r is not a valid name: use lowercase letters, digits and hyphens",
                name=entry.name[:40],
            )
        )
    if entry.name in taken:
        raise BadOption(translatable("another game is already called %(name)r", name=entry.name))
    if not entry.seats or not set(entry.seats) <= set(range(1, MOST_SEATS + 1)):
        wanted = any_of(entry.seats or [translatable("no")])
        raise BadOption(
            translatable("it needs %(wanted)s seats, but a table has one or two", wanted=wanted)
        )
    for option in entry.scored_by:
        if option not in entry.options:
            message = translatable(
                "%(game)s has no option %(option)r", game=entry.name, option=option
            )
            raise BadOption(message)
    for number, level in enumerate(entry.levels):
        check_level_name(level, taken=entry.levels[:number])
    for seats in entry.seats:
        game = entry.new(seats)
        if (game.name, game.seats) != (entry.name, seats):
            message = translatable(
                "for %(seats)d seats, its rules create %(game)r", game=game.name, seats=game.seats
            )
            raise BadOption(message)
        _try_out(game)


def _try_out(game: AnyGame) -> None:
    """Play the first events of a match: always the first move, and every die on its last face."""
    state = game.start()
    for _event in range(TRIED_EVENTS):
        if len(game.scores(state)) != game.seats:
            raise BadOption(translatable("its rules do not give a score for each seat"))
        match game.turn(state):
            case Over():
                return
            case Chance(dice=dice):
                state = game.roll(state, tuple(die.faces[-1] for die in dice))
            case Decide(moves=moves):
                state = game.play(state, moves[0])
            case other:
                raise BadOption(
                    translatable("its rules return %(what)s as a turn", what=type(other).__name__)
                )


@lru_cache(maxsize=MOST_NUMBERED)
def _numbering(game: Any) -> Numbering:
    try:
        part = find_game(game.name).part("numbers")
    except UnknownGame:  # the game is not installed
        part = None
    if part is None:
        return default_numbering(game)
    found: Numbering = part.numbering(game)
    return found


@cache
def _built_in() -> dict[str, Entry]:
    modules = [import_module(f"dicehall.games.{folder}") for folder in BUILT_IN]
    return {entry.name: entry for module in modules for entry in module.ENTRIES}


@cache
def _brought() -> dict[str, Entry]:
    """The games of other packages."""
    found: dict[str, Entry] = {}

    def take(entry: Entry) -> None:
        check_entry(entry, taken=(*_built_in(), *found))
        found[entry.name] = entry

    gather(GROUP, Entry, take)
    return found
