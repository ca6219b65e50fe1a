"""Collects what the commands of `dicehall` say about themselves, for translation (babel.cfg).

The help of a command is its docstring and that of its parameters stands beside them, where no
marker could be; so the commands are asked.
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
    """The messages of cli/app.py, and the help of all commands that it brings together."""
    yield from extract_python(fileobj, keywords, comment_tags, options)
    for text in dict.fromkeys(texts_of(typer.main.get_command(app))):
        yield 1, None, text, []
