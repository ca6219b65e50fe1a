"""Positions as text: one line for each position of a game, which fits in a URL as it is.

A game's module `positions` spells and reads its states, with the helpers here; docs/records.md
describes the notation.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, cast

from dicehall.game.catalogue import find_game
from dicehall.game.messages import Message, brief, translatable, translatable_plural
from dicehall.game.protocol import AnyGame, check_is_game
from dicehall.game.refused import BadPosition, UnknownGame
from dicehall.game.turns import SPARK

LONGEST = 400
"""The most characters of a position; Pocket Hexes needs 200."""
NOTHING = "_"
"""An empty hex or column, an open combination, a die in the cup: whatever is not there."""
MOST_DIGITS = 12

_SYMBOLS = "0123456789abcdefghijk"
_SPELLED: dict[int | None, str] = {None: NOTHING, SPARK: "s", **dict(enumerate(_SYMBOLS))}
_FACES = {symbol: face for face, symbol in _SPELLED.items()}


class PositionsModule(Protocol):
    """A game's module `positions`."""

    spell: Callable[[Any, Any], str]
    """(game, state) -> text: one line of lower-case letters, digits and `.`, `-` or `_`."""
    parse: Callable[[Any, str], Any]
    """(game, text) -> state; refuses with `BadPosition` what has another form. `read_position`
    refuses any other spelling of the state that it finds."""
    check: Callable[[Any, Any], None]
    """(game, state); refuses with `BadPosition` what the rules make impossible."""


def spell_position(game: AnyGame, state: Any) -> str:
    """A state as text.

    >>> from dicehall.game import new_game
    >>> game = new_game("knucklebones")
    >>> spell_position(game, game.roll(game.start(), (5,)))
    '_._._-_._._-5-0'
    """
    module = _module(game)
    try:
        return module.spell(game, state)
    except Exception as error:
        raise TypeError(f"{brief(state)!r} is not a state of {game.name}") from error


def read_position(game: AnyGame, text: str) -> Any:
    """The state that a text spells; refused if the rules make it impossible.

    >>> from dicehall.game import new_game
    >>> read_position(new_game("knucklebones"), "53._._-_._.66-4-0").grids
    (((5, 3), (), ()), ((), (), (6, 6)))
    >>> read_position(new_game("knucklebones"), "53._._-5._._-4-0")
    Traceback (most recent call last):
    dicehall.game.refused.BadPosition: facing columns cannot share a 5
    """
    state = parse_position(game, text)
    _module(game).check(game, state)
    spelled = _module(game).spell(game, state)
    require(spelled == text, translatable("write this position as %(spelled)s", spelled=spelled))
    return state


def parse_position(game: AnyGame, text: str) -> Any:
    """The state that a text spells, even if the rules make it impossible: a position that somebody
    is setting up."""
    module = _module(game)
    if not isinstance(text, str):
        raise BadPosition(translatable("a position must be text, not %(text)r", text=brief(text)))
    if len(text) > LONGEST:
        raise BadPosition(translatable("a position has at most %(most)d characters", most=LONGEST))
    return module.parse(game, text)


def has_positions(game: AnyGame) -> bool:
    """Whether a game has a position notation."""
    return _find_module(game) is not None


def require(kept: bool, message: Message) -> None:
    """Refuse a position that breaks a rule."""
    if not kept:
        raise BadPosition(message)


def split(text: str, separator: str, form: str) -> list[str]:
    """The parts of a text that has as many as `form`.

    >>> split("5-0", "-", "die-seat")
    ['5', '0']
    """
    parts = text.split(separator)
    message = translatable("%(text)r is not of the form %(form)s", text=brief(text), form=form)
    require(len(parts) == len(form.split(separator)), message)
    return parts


def read_number(text: str, lowest: int, highest: int) -> int:
    """A number within bounds."""
    if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS:
        number = int(text)
        if lowest <= number <= highest:
            return number
    raise BadPosition(
        translatable(
            "%(text)r is not a number from %(lowest)d to %(highest)d",
            text=brief(text),
            lowest=lowest,
            highest=highest,
        )
    )


def spell_faces(faces: Iterable[int | None]) -> str:
    """Faces or other numbers up to 20, one character each; None is `NOTHING`.

    >>> spell_faces([None, 0, 9, 10, 20, SPARK])
    '_09aks'
    """
    return "".join(_SPELLED[face] for face in faces)


def read_faces(text: str, allowed: Sequence[Sequence[int]]) -> tuple[int | None, ...]:
    """The faces that `spell_faces` wrote, each one of those `allowed` at its place."""
    message = translatable_plural(
        "%(text)r must have %(count)d character",
        "%(text)r must have %(count)d characters",
        len(allowed),
        text=brief(text),
    )
    require(len(text) == len(allowed), message)
    faces = []
    for symbol, some in zip(text, allowed, strict=True):
        face = _FACES.get(symbol, len(_SYMBOLS))
        if face is not None and face not in some:
            raise BadPosition(
                translatable(
                    "%(symbol)r is impossible in %(text)r", symbol=symbol, text=brief(text)
                )
            )
        faces.append(face)
    return tuple(faces)


def _module(game: AnyGame) -> PositionsModule:
    check_is_game(game)
    module = _find_module(game)
    if module is None:
        raise BadPosition(translatable("%(game)s has no position notation", game=game.name))
    return module


def _find_module(game: AnyGame) -> PositionsModule | None:
    try:
        return cast(PositionsModule | None, find_game(game.name).part("positions"))
    except UnknownGame:  # the game is not installed
        return None
