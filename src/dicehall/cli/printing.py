"""What is printed: safe to show, valid to read, and never lost without a word."""

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
"""What the parsers of the command line say by themselves. They look it up in the usual way."""


def bind() -> None:
    """Let the parsers find their own words in the catalogues of the house; before they are
    imported."""
    gettext.bindtextdomain("dicehall", str(LOCALE))
    gettext.textdomain("dicehall")


def open_streams() -> None:
    """Make all three usable: a closed one is opened, and a sign that it cannot encode is replaced.

    A closed input is empty, and what is written to closed errors goes nowhere; but writing to a
    closed output fails, so that nobody takes a lost answer for a given one.
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
    """Why the rest of standard output cannot be written; None if it can. After a failure it goes
    nowhere, and raises no more."""
    try:
        sys.stdout.flush()
    except OSError as failure:
        # Else the interpreter tries once more when it ends, and complains.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return failure
    return None


def print_json(answer: Any) -> None:
    """Print plain data; a number that JSON cannot write is null."""
    print(json.dumps(_finite(answer), allow_nan=False))


def one_line(text: str) -> str:
    """A text on one line, its control characters written out.

    >>> print(one_line("a" + chr(27) + "[2J" + chr(10) + "b"))
    a\\x1b[2J\\nb
    """
    return "".join(map(_visible, text))


def counted(count: int, one: str, many: str) -> str:
    """How many things there are, for what hosts and programmers read, which is in English.

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
