"""Translatable messages: an English template and its values.

The sentence is built in the reader's language where it is shown (`words.refusals`). The functions
here mark their templates for extraction.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import reduce
from typing import Union

LONGEST_BRIEF = 40

Value = Union[str, int, "Message"]


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence, or part of one, not yet translated."""

    template: str
    filling: tuple[tuple[str, Value], ...] = ()
    plural: str = ""
    """The template for counts other than one, if the message has a count."""
    count: int = 1

    @property
    def values(self) -> dict[str, Value]:
        """The values for the template, by name."""
        return dict(self.filling)

    def put(self, gettext: Callable[[str], str], ngettext: Callable[[str, str, int], str]) -> str:
        """Translate the message, and the messages among its values, with these two functions."""
        if self.plural:
            template = ngettext(self.template, self.plural, self.count)
        else:
            template = gettext(self.template)
        if not self.filling:
            return template
        return template % {
            name: value.put(gettext, ngettext) if isinstance(value, Message) else value
            for name, value in self.filling
        }

    def __str__(self) -> str:
        """The message in English."""
        return self.put(str, _english)


def N_(message: str) -> str:  # noqa: N802
    """Mark a string in a table for translation; translate it where it is used."""
    return message


def translatable(template: str, /, **values: Value) -> Message:
    """A message whose template is marked for translation.

    >>> str(translatable("%(hex)s already holds a %(number)d", hex="e5", number=6))
    'e5 already holds a 6'
    """
    return Message(template, tuple(values.items()))


def translatable_plural(singular: str, plural: str, count: int, /, **values: Value) -> Message:
    """A message with singular and plural; `count` selects the form.

    >>> [str(translatable_plural("%(count)d die", "%(count)d dice", count)) for count in (1, 2)]
    ['1 die', '2 dice']
    """
    return Message(singular, (("count", count), *values.items()), plural, count)


def outside(text: object) -> Message:
    """Text from elsewhere, such as an operating system error, that no catalogue contains."""
    return Message("%(text)s", (("text", str(text)),))


def brief(value: object) -> str | int:
    """A value short enough to quote in a message with `%r`; only strings get quotes.

    >>> brief("x" * 50) == "x" * LONGEST_BRIEF, brief(7), brief([1, 2]), brief(None)
    (True, 7, [1, 2], None)
    """
    if isinstance(value, str):
        return value[:LONGEST_BRIEF]
    if isinstance(value, int) and abs(value) < 10**LONGEST_BRIEF:
        return value
    try:
        return _Unquoted(repr(value)[:LONGEST_BRIEF])
    except Exception:  # a foreign class, or an integer with too many digits
        return _Unquoted(type(value).__name__)


class _Unquoted(str):
    """A string that `%r` does not quote."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def any_of(items: Iterable[Value]) -> Value:
    """Join items with "or".

    >>> str(any_of(["easy", "normal", "hard"]))
    'easy or normal or hard'
    """
    return reduce(
        lambda one, other: translatable("%(one)s or %(other)s", one=one, other=other), items
    )


def all_of(items: Iterable[Value]) -> Value:
    """Join items with "and".

    >>> str(all_of(["match", "promise"]))
    'match and promise'
    """
    return reduce(
        lambda one, other: translatable("%(one)s and %(other)s", one=one, other=other), items
    )


def _english(singular: str, plural: str, count: int) -> str:
    return singular if count == 1 else plural
