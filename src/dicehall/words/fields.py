"""Lays out any game's state as named fields with rows of cells, without knowing the game."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from typing import Any

DIE_WORDS = ("die", "face")
"""A field whose name ends like this holds one face of a die."""
DICE_WORDS = (*DIE_WORDS, "dice", "faces", "roll", "rolled")
"""A field whose name ends like this holds several."""
NOTHING = "–"

Cell = int | str | None
"""The content of one cell; a number if it is the face of a die."""


@dataclass(frozen=True, slots=True)
class StateField:
    """A field of a state. A value has one row of one cell, a list one row, a grid several rows."""

    title: str
    rows: tuple[tuple[Cell, ...], ...]
    labels: tuple[str, ...] = ()
    """The names of the rows, if they have any."""
    dice: bool = False
    """Whether the cells are faces of dice; None is an unrolled die."""

    @property
    def columns(self) -> int:
        return max(map(len, self.rows), default=0)


def fields_of(state: Any, names: Sequence[str], scores: Sequence[int]) -> tuple[StateField, ...]:
    """The visible fields of a state, except the scores and the seat to move.

    Unset (None, False) and private fields are omitted. In a game for two, a tuple of two entries is
    shown with the names of the seats.

    >>> from dicehall.game import new_game
    >>> state = new_game("knucklebones").roll(new_game("knucklebones").start(), (5,))
    >>> fields_of(state, ("Ada", "Bob"), (0, 0))[-1]
    StateField(title='Die', rows=((5,),), labels=(), dice=True)
    """
    named = names if len(names) == 2 else ()
    shown = (
        field
        for name, value in _parts(state)
        if name != "seat" and value != tuple(scores)
        for field in _fields(name, _titled(name), value, named)
    )
    return tuple(shown)


def _parts(state: Any) -> Iterator[tuple[str, Any]]:
    """The names and values of a state's fields, whatever type it has."""
    if is_dataclass(state):
        parts = [(field.name, getattr(state, field.name)) for field in fields(state)]
    elif hasattr(state, "_asdict"):  # a named tuple
        parts = list(state._asdict().items())
    elif isinstance(state, Mapping):
        parts = [(str(name), value) for name, value in state.items()]
    else:
        parts = [("state", state)]
    for name, value in parts:
        if not name.startswith("_") and value is not None and value is not False:
            yield name, value


def _fields(name: str, title: str, value: Any, names: Sequence[str]) -> Iterator[StateField]:
    if _is_dice(name, value):
        yield StateField(title, _rows(value), dice=True)
    elif _is_record(value):
        for inner, part in _parts(value):
            yield from _fields(inner, f"{title}: {_titled(inner).lower()}", part, names)
    elif _is_list(value) and len(value) == len(names) == 2:
        yield from _by_seat(name, title, value, names)
    elif _is_list(value) and any(_is_record(part) or _depth(part) > 1 for part in value):
        for number, part in enumerate(value, start=1):
            yield from _fields(name, f"{title} {number}", part, ())
    else:
        yield StateField(title, _texts(_rows(value)))


def _by_seat(
    name: str, title: str, values: Sequence[Any], names: Sequence[str]
) -> Iterator[StateField]:
    """The values of two seats: labelled rows, or a separate field for each seat."""
    if any(_is_record(value) or _depth(value) > 1 for value in values):
        for seat, value in zip(names, values, strict=True):
            yield from _fields(name, f"{title}, {seat}" if seat else title, value, ())
    else:
        rows = tuple(row for value in values for row in _rows(value)[:1])
        yield StateField(title, _texts(rows), tuple(names) if all(names) else ())


def _is_dice(name: str, value: Any) -> bool:
    last = name.lower().rpartition("_")[2]
    if isinstance(value, int):
        return last in DIE_WORDS and not isinstance(value, bool)
    if not _is_list(value) or not value or last not in DICE_WORDS:
        return False
    cells = [cell for row in _rows(value) for cell in row]
    return all(cell is None or type(cell) is int for cell in cells)


def _rows(value: Any) -> tuple[tuple[Any, ...], ...]:
    """A value as rows of cells."""
    if isinstance(value, Mapping):
        return tuple((str(key), part) for key, part in value.items())
    if not _is_list(value):
        return ((value,),)
    if any(map(_is_list, value)):
        return tuple(tuple(part) if _is_list(part) else (part,) for part in value)
    return (tuple(value),)


def _texts(rows: tuple[tuple[Any, ...], ...]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(map(_text, row)) or (NOTHING,) for row in rows)


def _text(cell: Any) -> str:
    """A cell as short text."""
    if cell is None or cell is False or cell == "":
        return NOTHING
    if cell is True:
        return "✓"
    if isinstance(cell, Enum):
        return _titled(cell.name).lower()
    if isinstance(cell, float):
        return f"{cell:g}"
    if isinstance(cell, set | frozenset):
        return " ".join(sorted(map(_text, cell))) or NOTHING
    if _is_list(cell):
        return " ".join(map(_text, cell)) or NOTHING
    return " ".join(str(cell).split())


def _depth(value: Any) -> int:
    """The nesting depth of lists."""
    return 1 + max(map(_depth, value), default=0) if _is_list(value) else 0


def _is_list(value: Any) -> bool:
    return isinstance(value, tuple | list) and not hasattr(value, "_asdict")


def _is_record(value: Any) -> bool:
    return is_dataclass(value) or hasattr(value, "_asdict")


def _titled(name: str) -> str:
    return " ".join(name.split("_")).strip().capitalize()
