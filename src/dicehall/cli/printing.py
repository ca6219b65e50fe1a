"""Output helpers: escape control characters, write valid JSON, report failed writes."""

import gettext
import json
import os
import sys
from math import isfinite
from typing import Any

from dicehall.words.language import LOCALE, N_

OF_PARSERS = (
    *(N_("Options"), N_("Arguments"), N_("Commands"), N_("Missing command.")),
    *(N_("[default: {}]"), N_("[env var: {}]"), N_("[required]")),
    N_("No such command {name!r}."),
    *(N_("usage: "), N_("positional arguments"), N_("options")),
    *(N_("show this help message and exit"), N_("argument %(argument_name)s: %(message)s")),
    *(N_("the following arguments are required: %s"), N_("unrecognized arguments: %s")),
)
"""Messages of Typer and argparse themselves, which look them up through gettext."""


def bind() -> None:
    """Point gettext to Dicehall's catalogues; call before Typer or argparse is imported."""
    gettext.bindtextdomain("dicehall", str(LOCALE))
    gettext.textdomain("dicehall")


def open_streams() -> None:
    """Reopen closed standard streams, and replace characters that a stream cannot encode.

    A closed input reads as empty and a closed standard error discards everything. Writing to a
    closed standard output fails, so that a lost result is noticed.
    """
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = open(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def output_failure() -> OSError | None:
    """Flush standard output and return the error, if any. After an error, further output is
    discarded silently."""
    try:
        sys.stdout.flush()
    except OSError as failure:
        # Otherwise the interpreter flushes again at exit and prints another error.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return failure
    return None


def print_json(data: Any) -> None:
    """Print data as JSON; infinities and NaN become null."""
    print(json.dumps(_finite(data), allow_nan=False))


def one_line(text: str) -> str:
    """A text on one line, with control characters escaped.

    >>> print(one_line("a" + chr(27) + "[2J" + chr(10) + "b"))
    a\\x1b[2J\\nb
    """
    return "".join(map(_visible, text))


def counted(count: int, one: str, many: str) -> str:
    """A count with its noun, for English-only output.

    >>> counted(1, "match", "matches"), counted(2000, "match", "matches")
    ('1 match', '2,000 matches')
    """
    return f"{count:,} {one if count == 1 else many}"


def _visible(character: str) -> str:
    if character.isprintable():
        return character
    return character.encode("unicode_escape").decode("ascii")


def _finite(data: Any) -> Any:
    """
    >>> _finite({"mean": 0.5, "interval": [float("inf"), 1, None]})
    {'mean': 0.5, 'interval': [None, 1, None]}
    """
    match data:
        case dict():
            return {key: _finite(value) for key, value in data.items()}
        case list() | tuple():
            return [_finite(value) for value in data]
        case float() if not isfinite(data):
            return None
    return data
