"""Coach notes, keyed by the id of the page element they belong to.

The templates draw them into a page, and the script puts them into a table that is shown already:
both from here, so that they cannot differ.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from dicehall.game_page.advice import Advice


class CoachNote(NamedTuple):
    """What the coach says beside a choice, in a few words."""

    text: str
    of: str = ""
    """Where an element stands for several choices, which of them is meant."""
    note: str = ""
    """How the choice compares, in smaller letters."""
    best: bool = False

    @classmethod
    def compared(cls, advice: Advice, move: str) -> "CoachNote":
        """The worth of a move, and what it loses."""
        loses = advice.loss(move) > 0
        return cls(advice.value(move), note=advice.note(move), best=not loses)


@dataclass(frozen=True, slots=True)
class CoachNotes:
    """All that the coach says about one decision, for the elements of a game's table."""

    worths: Mapping[str, Sequence[CoachNote]] = field(default_factory=dict)
    """What is said in each element, by its id: in its part with `data-worth`, or at its end."""
    names: Mapping[str, str] = field(default_factory=dict)
    """What each element is called now, by its id: its text, or its label if it has one."""
    choices: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """For forms with `data-choices`: by each selection, the words for each `data-choice`."""
    hinted: str = ""
    """The id of the element that the best move is about."""
    picked: str = ""
    """The id of the field to be checked for the best move, unless the viewer has chosen."""
