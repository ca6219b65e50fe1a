"""The games of the house by name, with the seats and options that each allows."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from dicehall.refused import BadOption, UnknownGame
from dicehall.rules.bones import Bones
from dicehall.rules.fune import Fune
from dicehall.rules.game import AnyGame
from dicehall.rules.hexes import Hexes
from dicehall.rules.sparkle import Sparkle


@dataclass(frozen=True, slots=True)
class Kind:
    """A game before its options are chosen. The first of its seats and values are the defaults."""

    name: str
    title: str
    make: Callable[..., AnyGame]
    seats: tuple[int, ...]
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


SCORINGS = ("knucklebones", "knuckles")

KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("sparkle", "Sparkle", Sparkle, (1,), {"curve": ("classic", "gentle")}),
        Kind("pocket-hexes", "Pocket Hexes", Hexes, (1,)),
        Kind("knuckles", "Knuckles", Bones, (2,), {"scoring": SCORINGS[::-1]}),
        Kind("knucklebones", "Knucklebones", Bones, (2,), {"scoring": SCORINGS}),
        Kind("fune", "FUNE", Fune, (1, 2)),
    )
}


def find_kind(name: str) -> Kind:
    """The kind of game called `name`."""
    if name not in KINDS:
        raise UnknownGame(f"no game is called {name[:40]!r}", legal=tuple(KINDS))
    return KINDS[name]


def new_game(
    name: str, seats: int | None = None, options: Mapping[str, str] | None = None
) -> AnyGame:
    """A game by name, with its seats and options.

    >>> new_game("fune", seats=2)
    Fune(seats=2)
    >>> new_game("sparkle", options={"curve": "gentle"})
    Sparkle(curve='gentle')
    """
    kind = find_kind(name)
    seats = kind.seats[0] if seats is None else seats
    if seats not in kind.seats:
        allowed = " or ".join(map(str, kind.seats))
        raise BadOption(f"{name} is for {allowed} seats, not {seats}")
    options = options or {}
    for option, value in options.items():
        if option not in kind.options:
            raise BadOption(f"{name} has no option {option[:40]!r}", legal=tuple(kind.options))
        if value not in kind.options[option]:
            values = kind.options[option]
            raise BadOption(f"{option} is {' or '.join(values)}, not {value[:40]!r}", legal=values)
    chosen = {option: options.get(option, values[0]) for option, values in kind.options.items()}
    if len(kind.seats) > 1:
        return kind.make(seats=seats, **chosen)
    return kind.make(**chosen)
