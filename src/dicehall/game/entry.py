"""Describes a game before its options are chosen: its name, its seats, where its modules are."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from itertools import product
from operator import index
from types import ModuleType

from dicehall.game.messages import any_of, brief, translatable
from dicehall.game.plugins import report
from dicehall.game.protocol import AnyGame
from dicehall.game.refused import BadOption

MOST_SEATS = 2
DEFAULT_LEVELS = ("easy", "normal", "hard")
"""The levels of a game without computer players of its own."""
COACH = "coach"
RESERVED_LEVELS = ("alone", "people", "open", "random", COACH)
"""Names that no level may have, because they mean something else where an opponent is chosen."""

_LEVEL = re.compile(r"[a-z][a-z0-9-]{0,15}")


@dataclass(frozen=True, slots=True)
class DailyTable:
    """A table of today's dice: the options that differ from the defaults, and the opponent."""

    options: Mapping[str, str] = field(default_factory=dict)
    opponent: str = "alone"
    """The level of a computer player, or `alone`."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Describes a game; the first number of seats and the first value of each option are the
    defaults.

    A game's parts are the modules of its `package`: `words`, `terminal`, `screen`, `page`,
    `players`, `numbers`, `positions`, `slots`, `vector` and `solver.making`. They are imported when
    needed, and most have a generic replacement if the game does not bring them.
    """

    name: str
    title: str
    make: Callable[..., AnyGame] | str
    """A function that makes the game from its options, or its location as "module:name"."""
    seats: tuple[int, ...]
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    scored_by: tuple[str, ...] = ()
    """Options that make scores incomparable: each combination of their values has a leaderboard of
    its own."""
    line: str = ""
    """A one-line description."""
    levels: tuple[str, ...] = DEFAULT_LEVELS
    """The computer players, weakest first; `players.choose_LEVEL` plays."""
    package: str = ""
    slow_levels: tuple[str, ...] | None = None
    """The levels that may need more than about 20 ms per move; None means the strongest one."""
    needs: Mapping[str, str] = field(default_factory=dict)
    """The package that a level, or the `coach`, needs to be imported, such as NumPy; most need
    none."""

    daily: tuple[DailyTable, ...] = ()
    """The tables of today's dice, which take turns day by day; empty if the game takes no part."""

    def new(self, seats: int | None = None, options: Mapping[str, str] | None = None) -> AnyGame:
        """Create the game with these seats and options; refused if it does not have them."""
        seats = self.seats[0] if seats is None else self._check_seats(seats)
        if options is not None and not isinstance(options, Mapping):
            raise TypeError(
                f"options must be a mapping of names to values, not {type(options).__name__}"
            )
        chosen = {option: values[0] for option, values in self.options.items()}
        for option, value in (options or {}).items():
            self._check_option(option, value)
            chosen[option] = value
        if len(self.seats) > 1:
            return self._maker()(seats=seats, **chosen)
        return self._maker()(**chosen)

    def offers(self, what: str) -> bool:
        """Whether a level, or the `coach`, has what it needs here."""
        return what not in self.needs or _is_installed(self.needs[what])

    @property
    def is_ours(self) -> bool:
        """Whether the game is built in."""
        return self.package.startswith("dicehall.")

    @property
    def choices(self) -> dict[str, tuple[str, ...]]:
        """The options that offer a choice: those with more than one value.

        >>> from dicehall.game import find_game
        >>> find_game("sparkle").choices, find_game("knuckles").choices
        ({'curve': ('classic', 'gentle')}, {})
        """
        return {option: values for option, values in self.options.items() if len(values) > 1}

    def _check_seats(self, seats: int) -> int:
        try:
            seats = index(seats)
        except TypeError:
            check_value("seats", seats, self.seats)
        if seats in self.seats:
            return seats
        if not isinstance(brief(seats), int):  # too large to print
            check_value("seats", brief(seats), self.seats)
        if self.seats == (1,):
            raise BadOption(translatable("%(game)s is played alone, for points", game=self.name))
        raise BadOption(
            translatable(
                "%(game)s is for %(allowed)s seats, not %(seats)d",
                game=self.name,
                allowed=any_of(self.seats),
                seats=brief(seats),
            )
        )

    @property
    def variants(self) -> tuple[str, ...]:
        """The names of the game's leaderboards as `variant` returns them, default options first; a
        single empty name if all scores share one leaderboard."""
        return tuple(map(" ".join, product(*(self.options[option] for option in self.scored_by))))

    def variant(self, options: Mapping[str, str]) -> str:
        """The leaderboard for scores with these options: the values of the options in `scored_by`,
        separated by spaces.

        >>> from dicehall.game import find_game
        >>> find_game("sparkle").variants, find_game("sparkle").variant({})
        (('classic', 'gentle'), 'classic')
        >>> find_game("fune").variants, find_game("fune").variant({})
        (('',), '')
        """
        chosen = (options.get(option, self.options[option][0]) for option in self.scored_by)
        return " ".join(chosen)

    def part(self, name: str) -> ModuleType | None:
        """Import a part of the game; None if the game does not have it."""
        return _part(self.package, name) if self.package else None

    def _check_option(self, option: str, value: str) -> None:
        if not isinstance(option, str) or option not in self.options:
            legal = tuple(self.options)
            message = translatable(
                "%(game)s has no option %(option)r", game=self.name, option=brief(option)
            )
            raise BadOption(message, legal=legal)
        check_value(option, value, self.options[option])

    def _maker(self) -> Callable[..., AnyGame]:
        return _import_object(self.make) if isinstance(self.make, str) else self.make


def check_value(option: str, value: object, allowed: Sequence[str] | Sequence[int]) -> None:
    """Refuse a value that is not allowed for an option.

    >>> check_value("height", 9, range(1, 4))
    Traceback (most recent call last):
    dicehall.game.refused.BadOption: height must be 1 or 2 or 3, not 9
    """
    if type(value) is type(allowed[0]) and value in allowed:
        return
    message = translatable(
        "%(option)s must be %(allowed)s, not %(value)r",
        option=option,
        allowed=any_of(allowed),
        value=brief(value),
    )
    raise BadOption(message, legal=tuple(map(str, allowed)))


def as_numbers(values: Sequence[str]) -> tuple[int, ...] | tuple[float, ...]:
    """The values of an option as numbers of one type; empty if any is not a number.

    >>> as_numbers(("50", "100")), as_numbers(("0.5", "1.0")), as_numbers(("50", "many"))
    ((50, 100), (0.5, 1.0), ())
    """
    for kind in (int, float):
        try:
            numbers = tuple(map(kind, values))
        except ValueError:
            continue
        if tuple(map(str, numbers)) == tuple(values):
            return numbers
    return ()


@cache
def _import_object(make: str) -> Callable[..., AnyGame]:
    """Import the object at `module:name`."""
    module, _, name = make.partition(":")
    maker: Callable[..., AnyGame] = getattr(import_module(module), name)
    return maker


def check_level_name(level: str, taken: Iterable[str] = ()) -> None:
    """Refuse an invalid name for a level.

    >>> check_level_name("hard", taken=["easy", "hard"])
    Traceback (most recent call last):
    dicehall.game.refused.BadOption: another level is already called 'hard'
    """
    if not _LEVEL.fullmatch(level) or level in RESERVED_LEVELS:
        raise BadOption(
            translatable(
                "%(level)r is not a valid level: use up to 16 lowercase letters, digits "
                "and hyphens",
                level=level[:40],
            )
        )
    if level in taken:
        raise BadOption(translatable("another level is already called %(level)r", level=level))


@cache
def _part(package: str, name: str) -> ModuleType | None:
    whole = f"{package}.{name}"
    try:
        found = find_spec(whole)
    except ModuleNotFoundError:  # its package is missing
        return None
    if not found:
        return None
    try:
        return import_module(whole)
    except Exception as error:
        if whole.startswith("dicehall."):
            raise
        report(whole, error)  # the generic part takes its place
        return None


@cache
def _is_installed(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except ModuleNotFoundError:
        return False
