"""Whose eyes a text is made for: a value that words receive, never a name to be compared."""

from dataclasses import dataclass

from dicehall.words.language import _, current

UNSAID = {"ja": "あなたは"}
"""How sentences about the reader begin in languages that leave that beginning unsaid."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """What each seat is called, and which of them, if any, is spoken to as "You"."""

    names: tuple[str, ...]
    you: int | None = None

    def named(self, seat: int) -> str:
        """What the viewer reads where a seat is meant.

        >>> [Viewer(("Ada", "Bob"), you=1).named(seat) for seat in (0, 1)]
        ['Ada', 'You']
        """
        return _("You") if seat == self.you else self.names[seat]

    @property
    def called(self) -> tuple[str, ...]:
        """The names of all seats, as the viewer reads them."""
        return tuple(map(self.named, range(len(self.names))))


def without_you(told: str) -> str:
    """A sentence as the current language says it to the reader: Japanese drops "you" as a subject.

    >>> from dicehall.words.language import using
    >>> with using("ja"):
    ...     without_you("あなたは5を出しました。"), without_you("エイダは5を出しました。")
    ('5を出しました。', 'エイダは5を出しました。')
    >>> without_you("You rolled a 5.")
    'You rolled a 5.'
    """
    return told.removeprefix(UNSAID.get(current(), ""))
