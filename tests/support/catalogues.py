"""Catalogues of languages that there are only in tests."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from babel.messages import Catalog
from babel.messages.mofile import write_mo

from dicehall.words import language

Messages = Mapping[str | tuple[str, str], str | tuple[str, str]]
"""Translations by message; those of a plural are pairs."""


@contextmanager
def catalogue(folder: Path, code: str, messages: Messages) -> Iterator[None]:
    """For a while the house has a second language, kept in this folder."""
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
