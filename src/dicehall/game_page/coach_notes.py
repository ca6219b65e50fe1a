"""The coach's notes on a decision, by the id of the page element they belong to.

Templates render them into a page, and the script inserts them into an open one. Both use these
classes, so they cannot differ.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from dicehall.game_page.advice import Advice


class CoachNote(NamedTuple):
    """A short note beside a move."""

    text: str
    of: str = ""
    """If an element stands for several moves, which one is meant."""
    note: str = ""
    """How the move compares to the best, in smaller letters."""
    best: bool = False

    @classmethod
    def compared(cls, advice: Advice, move: str) -> "CoachNote":
        """A note with the worth of a move and what it loses."""
        loses = advice.loss(move) > 0
        return cls(advice.value(move), note=advice.note(move), best=not loses)


@dataclass(frozen=True, slots=True)
class CoachNotes:
    """All notes on one decision, for the elements of a game's table."""

    worths: Mapping[str, Sequence[CoachNote]] = field(default_factory=dict)
    """The notes in each element, by its id: inside its part with `data-worth`, or at its end."""
    names: Mapping[str, str] = field(default_factory=dict)
    """The new text of each element, by its id; or its new label, if it has one."""
    choices: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """For forms with `data-choices`: for each selection, the text of each `data-choice`."""
    hinted: str = ""
    """The id of the element that belongs to the best move."""
    picked: str = ""
    """The id of the field to check for the best move, unless the viewer has chosen one."""
