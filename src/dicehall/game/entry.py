"""A game before its options are chosen: what it is called, who can play it, where its parts are."""

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
"""The computer players of a game that brings none of its own."""
RESERVED_LEVELS = ("alone", "people", "open", "random")
"""No level is called so: where an opponent is chosen these mean something else."""

_LEVEL = re.compile(r"[a-z][a-z0-9-]{0,15}")


@dataclass(frozen=True, slots=True)
class Entry:
    """All that the house knows of a game; the first of its seats and values are the defaults.

    The parts of a game are the modules of its `package`: `words`, `terminal`, `screen`, `page`,
    `players`, `numbers`, `vector` and `solver.making`. They are imported when needed, and the house
    has something of its own for each that is missing.
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
    slow_levels: tuple[str, ...] | None = None
    """The levels that may think for more than some 20 ms a move; None: the strongest."""

    def new(self, seats: int | None = None, options: Mapping[str, str] | None = None) -> AnyGame:
        """The game with these seats and options; refused if it does not have them."""
        seats = self.seats[0] if seats is None else self._check_seats(seats)
        if options is not None and not isinstance(options, Mapping):
            raise TypeError(f"options are names and values, not {type(options).__name__}")
        chosen = {option: values[0] for option, values in self.options.items()}
        for option, value in (options or {}).items():
            self._check_option(option, value)
            chosen[option] = value
        if len(self.seats) > 1:
            return self._maker()(seats=seats, **chosen)
        return self._maker()(**chosen)

    @property
    def is_ours(self) -> bool:
        """Whether the game comes with this package."""
        return self.package.startswith("dicehall.")

    @property
    def choices(self) -> dict[str, tuple[str, ...]]:
        """The options that people are asked for: those with more than one value.

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
        if not isinstance(brief(seats), int):  # too large to be written out
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
        if not isinstance(option, str) or option not in self.options:
            legal = tuple(self.options)
            message = translatable(
                "%(game)s has no option %(option)r", game=self.name, option=brief(option)
            )
            raise BadOption(message, legal=legal)
        check_value(option, value, self.options[option])

    def _maker(self) -> Callable[..., AnyGame]:
        return _found(self.make) if isinstance(self.make, str) else self.make


def check_value(option: str, value: object, allowed: Sequence[str] | Sequence[int]) -> None:
    """Refuse a value that an option does not have.

    >>> check_value("height", 9, range(1, 4))
    Traceback (most recent call last):
    dicehall.game.refused.BadOption: height is 1 or 2 or 3, not 9
    """
    if type(value) is type(allowed[0]) and value in allowed:
        return
    message = translatable(
        "%(option)s is %(allowed)s, not %(value)r",
        option=option,
        allowed=any_of(allowed),
        value=brief(value),
    )
    raise BadOption(message, legal=tuple(map(str, allowed)))


def as_numbers(values: Sequence[str]) -> tuple[int, ...] | tuple[float, ...]:
    """The values of an option as numbers of one kind, if all are spelled so; else empty.

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
            translatable(
                "%(level)r is no level: up to 16 small letters, digits and hyphens",
                level=level[:40],
            )
        )
    if level in taken:
        raise BadOption(translatable("another level is called %(level)r", level=level))


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
