"""A game before its options are chosen: what it is called, who can play it, where its parts are."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from dicehall.game.protocol import AnyGame
from dicehall.game.refused import BadOption

MOST_SEATS = 2
DEFAULT_LEVELS = ("easy", "normal", "hard")
"""The computer players of a game that brings none of its own."""


@dataclass(frozen=True, slots=True)
class Entry:
    """All that the house knows of a game; the first of its seats and values are the defaults.

    The parts of a game are the modules of its `package`: `words`, `terminal`, `page`, `players`,
    `solver.making` and `batches`. They are imported when they are needed, and the house has
    something of its own for each that is missing.
    """

    name: str
    title: str
    make: Callable[..., AnyGame] | str
    """Makes the game from its options, or says where that is: "module:name"."""
    seats: tuple[int, ...]
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    implied: tuple[str, ...] = ()
    """Options that follow from the name: nobody is asked for them."""
    line: str = ""
    """The game in one line."""
    levels: tuple[str, ...] = DEFAULT_LEVELS
    """The computer players, weakest first; `players.choose_LEVEL` is what plays."""
    package: str = ""

    def new(self, seats: int | None = None, options: Mapping[str, str] | None = None) -> AnyGame:
        """The game with these seats and options; refused if it does not have them."""
        seats = self.seats[0] if seats is None else seats
        if seats not in self.seats:
            allowed = " or ".join(map(str, self.seats))
            raise BadOption(f"{self.name} is for {allowed} seats, not {seats}")
        chosen = {option: values[0] for option, values in self.options.items()}
        for option, value in (options or {}).items():
            self._check_option(option, value)
            chosen[option] = value
        if len(self.seats) > 1:
            return self._maker()(seats=seats, **chosen)
        return self._maker()(**chosen)

    def part(self, name: str) -> ModuleType | None:
        """A part of the game, if it brings one."""
        return _part(self.package, name) if self.package else None

    def _check_option(self, option: str, value: str) -> None:
        if option not in self.options:
            legal = tuple(self.options)
            raise BadOption(f"{self.name} has no option {option[:40]!r}", legal=legal)
        values = self.options[option]
        if value not in values:
            raise BadOption(f"{option} is {' or '.join(values)}, not {value[:40]!r}", legal=values)

    def _maker(self) -> Callable[..., AnyGame]:
        if not isinstance(self.make, str):
            return self.make
        module, _, name = self.make.partition(":")
        maker: Callable[..., AnyGame] = getattr(import_module(module), name)
        return maker


@cache
def _part(package: str, name: str) -> ModuleType | None:
    whole = f"{package}.{name}"
    try:
        found = find_spec(whole)
    except ModuleNotFoundError:  # the package that should hold it is not there
        return None
    return import_module(whole) if found else None
