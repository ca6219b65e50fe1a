"""Setting up a position on a game's board: what taps put down, and what is not on the board.

A board whose scene is being edited has buttons named `tap`; their values are the spots.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from dicehall.game.messages import translatable
from dicehall.game.refused import BadPosition


@dataclass(frozen=True, slots=True)
class Tool:
    """What a tap does: put down a face or a number, or something else with a label."""

    name: str
    label: str
    face: int | None = None
    """The face that it puts down, if it is drawn as a die."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Something about a position that cannot be tapped on the board."""

    name: str
    title: str
    value: str
    choices: tuple[tuple[str, str], ...] = ()
    """Each value with its title; without any, it is a number."""


class Editor(Protocol):
    """A game's `page.editor`. What it returns may be impossible: that is refused later, when
    somebody asks for its worth, so that a position can be set up in any order."""

    def tools(self, game: Any) -> Sequence[Tool]:
        """What a tap can do; the first is the one to begin with."""

    def settings(self, game: Any, state: Any) -> Sequence[Setting]:
        """What else there is to set."""

    def tap(self, game: Any, state: Any, tool: str, spot: str) -> Any:
        """The state after a tap; refused if the tool has no use there."""

    def change(self, game: Any, state: Any, values: Mapping[str, str]) -> Any:
        """The state with other settings; refused if a value is no number or out of bounds."""


def no_use() -> BadPosition:
    """The refusal of a tap with a tool that has no use there."""
    return BadPosition(translatable("that cannot go there"))


def with_item(items: tuple[Any, ...], place: int, item: Any) -> tuple[Any, ...]:
    """A tuple with another item at one place.

    >>> with_item((1, 2, 3), 1, 5)
    (1, 5, 3)
    """
    return (*items[:place], item, *items[place + 1 :])
