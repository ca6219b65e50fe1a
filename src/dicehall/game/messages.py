"""What people will read, before it is put into a language.

A message is a value: an English template and what fills it. The sentence is made where it is shown
(`words.refusals`). The functions mark their templates, so that they are collected for translation.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import reduce
from typing import Union

LONGEST_BRIEF = 40

Value = Union[str, int, "Message"]


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence, or a part of one, that can still be said in any language."""

    template: str
    filling: tuple[tuple[str, Value], ...] = ()
    plural: str = ""
    """The template for counts other than one, if there is something to count."""
    count: int = 1

    @property
    def values(self) -> dict[str, Value]:
        """What fills the template, by name."""
        return dict(self.filling)

    def put(self, gettext: Callable[[str], str], ngettext: Callable[[str, str, int], str]) -> str:
        """The sentence in the language of these two functions; the messages within it are put into
        it, too."""
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
        """The sentence in English."""
        return self.put(str, _english)


def N_(message: str) -> str:  # noqa: N802
    """Mark a message of a table for translation; it is translated when it is used."""
    return message


def translatable(template: str, /, **values: Value) -> Message:
    """A message; its template is marked for translation.

    >>> str(translatable("%(hex)s already holds a %(number)d", hex="e5", number=6))
    'e5 already holds a 6'
    """
    return Message(template, tuple(values.items()))


def translatable_plural(singular: str, plural: str, count: int, /, **values: Value) -> Message:
    """A message in the form that goes with a count, which fills it as `count`.

    >>> [str(translatable_plural("%(count)d die", "%(count)d dice", count)) for count in (1, 2)]
    ['1 die', '2 dice']
    """
    return Message(singular, (("count", count), *values.items()), plural, count)


def outside(text: object) -> Message:
    """Words that come from elsewhere, such as those of the system: no catalogue knows them."""
    return Message("%(text)s", (("text", str(text)),))


def brief(value: object) -> str | int:
    """Any value, short enough to be quoted in a message by `%r`: only text gets quotation marks.

    >>> brief("x" * 50) == "x" * LONGEST_BRIEF, brief(7), brief([1, 2]), brief(None)
    (True, 7, [1, 2], None)
    """
    if isinstance(value, str):
        return value[:LONGEST_BRIEF]
    if isinstance(value, int) and abs(value) < 10**LONGEST_BRIEF:
        return value
    try:
        return _Unquoted(repr(value)[:LONGEST_BRIEF])
    except Exception:  # of somebody else's class, or of a number with too many digits
        return _Unquoted(type(value).__name__)


class _Unquoted(str):
    """Text that `%r` leaves as it is."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def any_of(items: Iterable[Value]) -> Value:
    """The items with "or" between them.

    >>> str(any_of(["easy", "normal", "hard"]))
    'easy or normal or hard'
    """
    return reduce(
        lambda one, other: translatable("%(one)s or %(other)s", one=one, other=other), items
    )


def all_of(items: Iterable[Value]) -> Value:
    """The items with "and" between them.

    >>> str(all_of(["match", "promise"]))
    'match and promise'
    """
    return reduce(
        lambda one, other: translatable("%(one)s and %(other)s", one=one, other=other), items
    )


def _english(singular: str, plural: str, count: int) -> str:
    return singular if count == 1 else plural
