"""What a newcomer is told in the first match, in bubbles on the real table."""

from typing import NamedTuple


class Lesson(NamedTuple):
    """A few words on an element of the table; said once."""

    key: str
    """Names it among the lessons of its game."""
    at: str
    """The id of the element that it is about."""
    text: str
    shown: str = ""
    """A CSS selector: what else the words are about, which the bubble must not cover."""
