"""Dicehall: five dice games to play, host, solve and build on.

This module is the public interface. A game has one central question, "what happens next?", and
`turn` answers it: a decision, a roll of dice, or the end. States are frozen values, and the caller
supplies the dice:

>>> import dicehall
>>> game = dicehall.new_game("knucklebones")
>>> state = game.roll(game.start(), (5,))
>>> game.turn(state)
Decide(seat=0, moves=('column 1', 'column 2', 'column 3'))

The names in `__all__` are stable: from version 1.0 on they change only with a new major version,
and old records stay readable. The same holds for the documented interfaces of `dicehall.client`,
`dicehall.envs` and `dicehall.game.contract`. Everything else may change.
"""

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any, Literal, overload

from dicehall.game import (
    AnyGame,
    Chance,
    Decide,
    Die,
    Entry,
    Feature,
    Game,
    Numbering,
    Over,
    Roll,
    Turn,
    catalogue,
    games,
)
from dicehall.game.extras import from_extra
from dicehall.game.numbering import MOVE_LIMIT
from dicehall.game.positions import read_position, spell_position
from dicehall.game.protocol import check_decision, check_is_game, check_move, check_roll
from dicehall.game.records import (
    BadRecord,
    Event,
    Played,
    Record,
    Rolled,
    apply,
    fold,
    read,
    read_many,
    write,
)
from dicehall.game.refused import (
    BadOption,
    BadPosition,
    GameOver,
    IllegalMove,
    IllegalRoll,
    Refused,
    UnknownGame,
    WrongSeat,
)
from dicehall.game.turns import D4, D6, D8, D10, D12, D20

if TYPE_CHECKING:
    from dicehall.games.bones.rules import Bones
    from dicehall.games.fune.rules import Fune
    from dicehall.games.hexes.rules import Hexes
    from dicehall.games.sparkle.rules import Sparkle
    from dicehall.players.levels import PlayerEntry
    from dicehall.players.worth import Worth

    __version__: str

__all__ = [
    "D4",
    "D6",
    "D8",
    "D10",
    "D12",
    "D20",
    "MOVE_LIMIT",
    "AnyGame",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "Chance",
    "Decide",
    "Die",
    "Entry",
    "Event",
    "Feature",
    "Game",
    "GameOver",
    "IllegalMove",
    "IllegalRoll",
    "Numbering",
    "Over",
    "Played",
    "PlayerEntry",
    "Record",
    "Refused",
    "Roll",
    "Rolled",
    "Turn",
    "UnknownGame",
    "Worth",
    "WrongSeat",
    "__version__",
    "apply",
    "check_move",
    "check_roll",
    "choose",
    "fold",
    "games",
    "levels",
    "new_game",
    "numbering",
    "read",
    "read_many",
    "read_position",
    "spell_position",
    "worth",
    "write",
]

Options = Mapping[str, str] | None


@overload
def new_game(
    name: Literal["sparkle"], seats: int | None = None, options: Options = None
) -> "Sparkle": ...
@overload
def new_game(
    name: Literal["pocket-hexes"], seats: int | None = None, options: Options = None
) -> "Hexes": ...
@overload
def new_game(
    name: Literal["knuckles", "knucklebones"], seats: int | None = None, options: Options = None
) -> "Bones": ...
@overload
def new_game(
    name: Literal["fune"], seats: int | None = None, options: Options = None
) -> "Fune": ...
@overload
def new_game(name: str, seats: int | None = None, options: Options = None) -> AnyGame: ...
def new_game(name: str, seats: int | None = None, options: Options = None) -> AnyGame:
    """Create a game by name, with its number of seats and options.

    Options the game does not have are refused.

    >>> new_game("sparkle", options={"curve": "gentle"})
    Sparkle(curve='gentle')
    >>> new_game("fune", options={"curve": "gentle"})
    Traceback (most recent call last):
        ...
    dicehall.game.refused.BadOption: fune has no option 'curve'
    """
    return catalogue.new_game(name, seats, options)


def numbering(game: AnyGame) -> Numbering:
    """The game in numbers, for learning programs: every possible move, and what a seat sees of a
    state.

    >>> numbering(new_game("fune")).number("score full-house")
    40
    """
    return catalogue.find_numbering(game)


def levels(game: AnyGame | str) -> tuple[str, ...]:
    """The levels of a game's computer players, weakest first, followed by those of other packages.

    `game` may be a game or its name. At Knuckles and Knucklebones, `perfect` plays perfectly if the
    tablebase is on this machine (`dicehall solve knucklebones`). Without it, `perfect` looks five
    rolls ahead, which is nearly perfect. `worth(game, state).exact` tells which.

    >>> levels("knucklebones")[:4]
    ('easy', 'normal', 'hard', 'perfect')
    >>> levels(new_game("knucklebones")) == levels("knucklebones")
    True
    """
    from dicehall.players.levels import levels

    if isinstance(game, str):
        return levels(game)
    check_is_game(game)
    return levels(game.name)


def choose(game: AnyGame, state: Any, level: str, random: Random | None = None) -> str:
    """The move that the computer player of this level makes. Needs the extra `players`.

    `perfect` is not proven at every game: see `levels`.

    >>> game = new_game("knucklebones")
    >>> choose(game, game.roll(game.start(), (6,)), "normal", Random(1))
    'column 3'
    >>> choose(game, game.start(), "normal")
    Traceback (most recent call last):
        ...
    dicehall.game.refused.IllegalMove: the dice must be rolled first
    """
    from dicehall.players.levels import find_level

    check_decision(game, state)
    with from_extra():
        return find_level(game.name, level)(game, state, random or Random())


def worth(game: AnyGame, state: Any) -> "Worth":
    """What each legal move is worth to the seat to move, and whether that is exact.

    The unit is the expected final score when playing alone; otherwise the chance to win minus the
    chance to lose, if both sides play their best from here on. For an estimate, `error` is its
    standard error, or None if unknown. Needs the extra `players`.
    """
    from dicehall.players.levels import find_weigher

    check_decision(game, state)
    with from_extra():
        return find_weigher(game.name)(game, state)


def __getattr__(name: str) -> Any:
    """Import slow parts on first use: reading metadata takes milliseconds, and a program that only
    reads records needs no players."""
    match name:
        case "__version__":
            from importlib.metadata import version

            return version("dicehall")
        case "PlayerEntry":
            from dicehall.players.levels import PlayerEntry

            return PlayerEntry
        case "Worth":
            from dicehall.players.worth import Worth

            return Worth
    raise AttributeError(f"module 'dicehall' has no attribute {name!r}")


def __dir__() -> list[str]:
    """The stable names."""
    return __all__
