"""What the coach says beside the choices of a table, by the places where it is said.

The templates draw it into a page, and the script puts it into a table that is shown already: both
from here, so that they cannot differ.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from dicehall.page.advice import Advice


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
class Advised:
    """The words of the coach for the elements of a game's table."""

    worths: Mapping[str, Sequence[CoachNote]] = field(default_factory=dict)
    """By the id of an element what is said in it: in the part of it that is called `data-worth`, or
    at its end."""
    names: Mapping[str, str] = field(default_factory=dict)
    """By the id of an element what it is called now: its text, or its label if it has one."""
    choices: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """In forms with `data-choices`: by what is selected, the words for each `data-choice`."""
    hinted: str = ""
    """The id of the element that the best move is about."""
    picked: str = ""
    """The id of the field to be checked for the best move, unless the viewer has chosen."""
