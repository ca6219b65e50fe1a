"""The viewer of a text: a value passed to the functions that write it."""

from typing import NamedTuple

from dicehall.words.language import _, current

UNSAID = {"ja": "あなたは"}
"""The beginnings of sentences about the reader in languages that drop them."""


class Viewer(NamedTuple):
    """The names of the seats, and which of them, if any, is addressed as "You"."""

    names: tuple[str, ...]
    you: int | None = None

    def named(self, seat: int) -> str:
        """The name of a seat as the viewer reads it.

        >>> [Viewer(("Ada", "Bob"), you=1).named(seat) for seat in (0, 1)]
        ['Ada', 'You']
        """
        return _("You") if seat == self.you else self.names[seat]

    @property
    def called(self) -> tuple[str, ...]:
        """The names of all seats, as the viewer reads them."""
        return tuple(map(self.named, range(len(self.names))))


def without_you(sentence: str) -> str:
    """Drop "you" as the subject of a sentence in languages that omit it, such as Japanese.

    >>> from dicehall.words.language import using
    >>> with using("ja"):
    ...     without_you("あなたは5を出しました。"), without_you("エイダは5を出しました。")
    ('5を出しました。', 'エイダは5を出しました。')
    >>> without_you("You rolled a 5.")
    'You rolled a 5.'
    """
    return sentence.removeprefix(UNSAID.get(current(), ""))
