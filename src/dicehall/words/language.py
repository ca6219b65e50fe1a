"""Translation: English is the source language, gettext catalogues hold the others.

The current language is a context variable, so concurrent requests can use different languages.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

from dicehall.game.messages import N_

__all__ = ["N_", "_", "current", "languages", "ngettext", "pgettext", "preferred", "using"]

SOURCE = "en"
LOCALE = Path(__file__).parents[1] / "locale"

_current: ContextVar[str] = ContextVar("language", default=SOURCE)


def _(message: str) -> str:
    """Translate a message to the current language."""
    return _catalogue(_current.get()).gettext(message)


def ngettext(singular: str, plural: str, count: int) -> str:
    """Translate a message with the plural form for a count."""
    return _catalogue(_current.get()).ngettext(singular, plural, count)


def pgettext(context: str, message: str) -> str:
    """Translate a message whose translation depends on its context."""
    return _catalogue(_current.get()).pgettext(context, message)


@contextmanager
def using(language: str) -> Iterator[None]:
    """Use a language within the `with` block; English if there is no catalogue for it.

    >>> with using("tlh"):
    ...     _("You")
    'You'
    """
    token = _current.set(language if language in languages() else SOURCE)
    try:
        yield
    finally:
        _current.reset(token)


def preferred(tags: Iterable[str]) -> str:
    """The first of these language tags that has a catalogue, in any spelling; else English.

    >>> preferred(["tlh", "en_GB.UTF-8", "tlh"])
    'en'
    """
    available = {_normalised(language): language for language in languages()}
    for tag in map(_normalised, tags):
        for code in (tag, tag.partition("-")[0]):
            if code in available:
                return available[code]
    return SOURCE


def current() -> str:
    """The code of the current language."""
    return _current.get()


@cache
def languages() -> tuple[str, ...]:
    """The codes of all available languages, English first."""
    return (SOURCE, *sorted(path.parts[-3] for path in LOCALE.glob("*/LC_MESSAGES/dicehall.mo")))


def _normalised(tag: str) -> str:
    """A language tag in lower case with hyphens, without a locale's encoding."""
    return re.split("[.@]", tag, maxsplit=1)[0].lower().replace("_", "-")


@cache
def _catalogue(language: str) -> NullTranslations:
    if language == SOURCE:
        return NullTranslations()
    with (LOCALE / language / "LC_MESSAGES" / "dicehall.mo").open("rb") as file:
        return GNUTranslations(file)
