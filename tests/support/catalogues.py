"""Catalogues of languages that exist only in tests."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from babel.messages import Catalog
from babel.messages.mofile import write_mo

from dicehall.words import language

Messages = Mapping[str | tuple[str, str], str | tuple[str, str]]
"""Translations by message; plurals are pairs."""

GERMAN: Messages = {
    "%(move)r is not a move: choose a column from 1 to %(most)d": (
        "%(move)r? Wähle eine Spalte von 1 bis %(most)d"
    ),
    "%(option)s must be %(allowed)s, not %(value)r": "%(option)s: %(allowed)s, nicht %(value)r",
    "%(one)s or %(other)s": "%(one)s oder %(other)s",
    (
        "%(count)d die to re-roll, but only %(extra)d Extra Dice left",
        "%(count)d dice to re-roll, but only %(extra)d Extra Dice left",
    ): (
        "%(count)d Würfel, aber nur %(extra)d Extrawürfel",
        "%(count)d der Würfel, aber nur %(extra)d Extrawürfel",
    ),
    (
        "your opponent still has time: %(count)d second",
        "your opponent still has time: %(count)d seconds",
    ): ("noch %(count)d Sekunde Geduld", "noch %(count)d Sekunden Geduld"),
    (
        "place %(count)d more before the next roll",
        "place %(count)d more before the next roll",
    ): ("lege noch %(count)d", "lege erst noch %(count)d"),
    "you have no seat at this table": "du sitzt hier nicht",
    "there is no such match": "so eine Partie gibt es nicht",
    "no game is called %(name)r": "%(name)r kennt niemand",
    "Not possible: %(reason)s.": "Geht nicht: %(reason)s.",
}
"""Sample refusals: from rules, from matches, with a count, and with a nested message."""


@contextmanager
def catalogue(folder: Path, code: str, messages: Messages) -> Iterator[None]:
    """Add a second language, stored in this folder, for the duration of the block."""
    made = Catalog(locale=code)
    for message, translation in messages.items():
        made.add(message, translation)
    place = folder / code / "LC_MESSAGES"
    place.mkdir(parents=True)
    with (place / "dicehall.mo").open("wb") as file:
        write_mo(file, made)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(language, "LOCALE", folder)
        _forget()
        yield
    _forget()


def _forget() -> None:
    language.languages.cache_clear()
    language._catalogue.cache_clear()
