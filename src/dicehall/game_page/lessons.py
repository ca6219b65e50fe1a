"""Lessons for newcomers: bubbles on the table of their first match."""

from typing import NamedTuple


class Lesson(NamedTuple):
    """A short text on one element of the table, shown once."""

    key: str
    """Unique among the lessons of the game."""
    at: str
    """The id of the element that it explains."""
    text: str
    shown: str = ""
    """A CSS selector for what the bubble must not cover."""
    everywhere: bool = False
    """Whether it is the same in all games, and so is shown in the first of them only."""
