"""The one place where games are found: those of the house, and those that other packages bring."""

import logging
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points

from dicehall.game.entry import MOST_SEATS, Entry
from dicehall.game.protocol import AnyGame
from dicehall.game.refused import BadOption, UnknownGame

BUILT_IN = ("sparkle", "hexes", "bones", "fune")
"""The folders in `dicehall.games`, in the order in which they are shown."""

GROUP = "dicehall.games"
"""The entry points by which other packages bring games."""

_NAME = re.compile(r"[a-z][a-z0-9-]{0,30}")

log = logging.getLogger(__name__)


def games() -> Mapping[str, Entry]:
    """All games by name, those of the house first.

    >>> list(games())[:5]
    ['sparkle', 'pocket-hexes', 'knuckles', 'knucklebones', 'fune']
    """
    return {**_built_in(), **_brought()}


def find_game(name: str) -> Entry:
    """The game called `name`."""
    entry = _built_in().get(name) or _brought().get(name)
    if entry is None:
        raise UnknownGame(f"no game is called {name[:40]!r}", legal=tuple(games()))
    return entry


def new_game(
    name: str, seats: int | None = None, options: Mapping[str, str] | None = None
) -> AnyGame:
    """A game by name, with its seats and options.

    >>> new_game("fune", seats=2)
    Fune(seats=2)
    >>> new_game("sparkle", options={"curve": "gentle"})
    Sparkle(curve='gentle')
    """
    return find_game(name).new(seats, options)


def check_entry(entry: Entry, taken: Iterable[str] = ()) -> None:
    """Refuse a game that the house cannot seat, keep or find again."""
    if not _NAME.fullmatch(entry.name):
        raise BadOption(f"{entry.name[:40]!r} is no name: small letters, digits and hyphens")
    if entry.name in taken:
        raise BadOption(f"another game is called {entry.name!r}")
    if not entry.seats or not set(entry.seats) <= set(range(1, MOST_SEATS + 1)):
        wanted = " or ".join(map(str, entry.seats)) or "no"
        raise BadOption(f"it is for {wanted} seats: a table has one or two")
    for seats in entry.seats:
        game = entry.new(seats)
        if (game.name, game.seats) != (entry.name, seats):
            raise BadOption(f"its rules make {game.name!r} for {game.seats} seats")
        game.turn(game.start())


@cache
def _built_in() -> dict[str, Entry]:
    modules = [import_module(f"dicehall.games.{folder}") for folder in BUILT_IN]
    return {entry.name: entry for module in modules for entry in module.ENTRIES}


@cache
def _brought() -> dict[str, Entry]:
    """The games of other packages; one that is broken is left out, and never stops the house."""
    found: dict[str, Entry] = {}
    for point in entry_points(group=GROUP):
        try:
            for entry in _load(point):
                check_entry(entry, taken=(*_built_in(), *found))
                found[entry.name] = entry
        except Exception as error:
            package = point.dist.name if point.dist else "?"
            log.warning("the game %s of %s is left out: %s", point.name, package, error)
    return found


def _load(point: EntryPoint) -> Iterator[Entry]:
    brought = point.load()
    entries = (brought,) if isinstance(brought, Entry) else tuple(brought)
    for entry in entries:
        if not isinstance(entry, Entry):
            raise BadOption(f"{type(entry).__name__} is no entry of a game")
        yield entry
