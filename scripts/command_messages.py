"""Extracts the help texts of `dicehall`'s commands for translation; used by babel.cfg.

Help texts are docstrings and Typer arguments, which cannot be marked for translation, so they are
read from the commands themselves.
"""

from collections.abc import Iterator
from typing import Any

import typer
from babel.messages.extract import extract_python

from dicehall.cli.app import app
from dicehall.cli.arguments import texts_of


def extract(
    fileobj: Any, keywords: Any, comment_tags: Any, options: Any
) -> Iterator[tuple[Any, ...]]:
    """The messages of cli/app.py, and the help texts of all its commands."""
    yield from extract_python(fileobj, keywords, comment_tags, options)
    for text in dict.fromkeys(texts_of(typer.main.get_command(app))):
        yield 1, None, text, []
