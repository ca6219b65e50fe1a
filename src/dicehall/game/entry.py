"""A game before its options are chosen: what it is called, who can play it, where its parts are."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from itertools import product
from types import ModuleType

from dicehall.game.messages import any_of, said
from dicehall.game.plugins import report
from dicehall.game.protocol import AnyGame
from dicehall.game.refused import BadOption

MOST_SEATS = 2
DEFAULT_LEVELS = ("easy", "normal", "hard")
"""The computer players of a game that brings none of its own."""
RESERVED_LEVELS = ("alone", "people", "open", "random")
"""No level is called so: where an opponent is chosen these mean something else."""

_LEVEL = re.compile(r"[a-z][a-z0-9-]{0,15}")


@dataclass(frozen=True, slots=True)
class Entry:
    """All that the house knows of a game; the first of its seats and values are the defaults.

    The parts of a game are the modules of its `package`: `words`, `terminal`, `screen`, `page`,
    `players`, `numbers`, `lanes`, `solver.making` and `batches`. They are imported when needed,
    and the house has something of its own for each that is missing.
    """

    name: str
    title: str
    make: Callable[..., AnyGame] | str
    """What makes the game from its options, or the place of that as "module:name"."""
    seats: tuple[int, ...]
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    scored_by: tuple[str, ...] = ()
    """Options that change what a score is worth: each combination of their values has a leaderboard
    of its own."""
    line: str = ""
    """The game in one line."""
    levels: tuple[str, ...] = DEFAULT_LEVELS
    """The computer players, weakest first; `players.choose_LEVEL` is what plays."""
    package: str = ""

    def new(self, seats: int | None = None, options: Mapping[str, str] | None = None) -> AnyGame:
        """The game with these seats and options; refused if it does not have them."""
        seats = self.seats[0] if seats is None else seats
        self._check_seats(seats)
        chosen = {option: values[0] for option, values in self.options.items()}
        for option, value in (options or {}).items():
            self._check_option(option, value)
            chosen[option] = value
        if len(self.seats) > 1:
            return self._maker()(seats=seats, **chosen)
        return self._maker()(**chosen)

    @property
    def choices(self) -> dict[str, tuple[str, ...]]:
        """The options that people are asked for: those with more than one value.

        >>> from dicehall.game import find_game
        >>> find_game("sparkle").choices, find_game("knuckles").choices
        ({'curve': ('classic', 'gentle')}, {})
        """
        return {option: values for option, values in self.options.items() if len(values) > 1}

    def _check_seats(self, seats: int) -> None:
        if seats in self.seats:
            return
        if self.seats == (1,):
            raise BadOption(said("%(game)s is played alone, for points", game=self.name))
        raise BadOption(
            said(
                "%(game)s is for %(allowed)s seats, not %(seats)d",
                game=self.name,
                allowed=any_of(self.seats),
                seats=seats,
            )
        )

    @property
    def variants(self) -> tuple[str, ...]:
        """The names of the game's leaderboards, as `variant` gives them, that of the default
        options first; a single empty name if all scores stand in one."""
        return tuple(map(" ".join, product(*(self.options[option] for option in self.scored_by))))

    def variant(self, options: Mapping[str, str]) -> str:
        """The leaderboard that a score with these options belongs to: the values of the options in
        `scored_by`, with spaces between them.

        >>> from dicehall.game import find_game
        >>> find_game("sparkle").variants, find_game("sparkle").variant({})
        (('classic', 'gentle'), 'classic')
        >>> find_game("fune").variants, find_game("fune").variant({})
        (('',), '')
        """
        chosen = (options.get(option, self.options[option][0]) for option in self.scored_by)
        return " ".join(chosen)

    def part(self, name: str) -> ModuleType | None:
        """A part of the game, if it brings one."""
        return _part(self.package, name) if self.package else None

    def _check_option(self, option: str, value: str) -> None:
        if option not in self.options:
            legal = tuple(self.options)
            message = said("%(game)s has no option %(option)r", game=self.name, option=option[:40])
            raise BadOption(message, legal=legal)
        values = self.options[option]
        if value not in values:
            message = said(
                "%(option)s is %(allowed)s, not %(value)r",
                option=option,
                allowed=any_of(values),
                value=value[:40],
            )
            raise BadOption(message, legal=values)

    def _maker(self) -> Callable[..., AnyGame]:
        return _found(self.make) if isinstance(self.make, str) else self.make


@cache
def _found(make: str) -> Callable[..., AnyGame]:
    """What stands at `module:name`."""
    module, _, name = make.partition(":")
    maker: Callable[..., AnyGame] = getattr(import_module(module), name)
    return maker


def check_level_name(level: str, taken: Iterable[str] = ()) -> None:
    """Refuse what cannot be the name of a computer player.

    >>> check_level_name("hard", taken=["easy", "hard"])
    Traceback (most recent call last):
    dicehall.game.refused.BadOption: another level is called 'hard'
    """
    if not _LEVEL.fullmatch(level) or level in RESERVED_LEVELS:
        raise BadOption(
            said(
                "%(level)r is no level: up to 16 small letters, digits and hyphens",
                level=level[:40],
            )
        )
    if level in taken:
        raise BadOption(said("another level is called %(level)r", level=level))


@cache
def _part(package: str, name: str) -> ModuleType | None:
    whole = f"{package}.{name}"
    try:
        found = find_spec(whole)
    except ModuleNotFoundError:  # the package that should hold it is not there
        return None
    if not found:
        return None
    try:
        return import_module(whole)
    except Exception as error:
        if whole.startswith("dicehall."):
            raise
        report(whole, error)  # what the house has of its own stands in for it
        return None
