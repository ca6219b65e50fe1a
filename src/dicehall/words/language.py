"""The languages of the house: English is the source, catalogues of gettext hold the others.

The language belongs to the context, so that two people served at once may read two languages.
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
    """A message in the current language."""
    return _catalogue(_current.get()).gettext(message)


def ngettext(singular: str, plural: str, count: int) -> str:
    """The form of a message that goes with a count, in the current language."""
    return _catalogue(_current.get()).ngettext(singular, plural, count)


def pgettext(context: str, message: str) -> str:
    """A message that other languages must tell apart by where it stands: a game is played, and so
    is what happened in it."""
    return _catalogue(_current.get()).pgettext(context, message)


@contextmanager
def using(language: str) -> Iterator[None]:
    """Speak this language for a while; English if there is no catalogue of it.

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
    """The first of these languages that the house speaks, however it is written; else English.

    >>> preferred(["tlh", "en_GB.UTF-8", "tlh"])
    'en'
    """
    spoken = {_plain(language): language for language in languages()}
    for tag in map(_plain, tags):
        for wanted in (tag, tag.partition("-")[0]):
            if wanted in spoken:
                return spoken[wanted]
    return SOURCE


def current() -> str:
    """The code of the language that is spoken now."""
    return _current.get()


@cache
def languages() -> tuple[str, ...]:
    """The codes of all languages there are, English first."""
    return (SOURCE, *sorted(path.parts[-3] for path in LOCALE.glob("*/LC_MESSAGES/dicehall.mo")))


def _plain(tag: str) -> str:
    """A tag in one spelling, without the encoding that a terminal adds."""
    return re.split("[.@]", tag, maxsplit=1)[0].lower().replace("_", "-")


@cache
def _catalogue(language: str) -> NullTranslations:
    if language == SOURCE:
        return NullTranslations()
    with (LOCALE / language / "LC_MESSAGES" / "dicehall.mo").open("rb") as file:
        return GNUTranslations(file)
