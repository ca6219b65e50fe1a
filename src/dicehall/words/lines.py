"""Text in columns and lines: a terminal gives two columns to signs that are twice as wide."""

import re
from collections.abc import Iterable
from unicodedata import combining, east_asian_width

from dicehall.words.cldr import conventions

WIDTH = 79
_WIDE = "⺀-鿿豈-﫿！-｠"
_NEVER_FIRST = "、。」』）！？：…ーぁぃぅぇぉっゃゅょァィゥェォッャュョ"
_PIECE = re.compile(f" +|(?:[{_WIDE}]|[^ {_WIDE}]+)[{_NEVER_FIRST}]*")
"""What no line ends within: words, and signs of languages without spaces, each with what may not
begin a line."""


def columns(text: str) -> int:
    """How many columns of a terminal a text takes.

    >>> columns("FUNE"), columns("サイコロ")
    (4, 8)
    """
    if text.isascii():
        return len(text)
    return sum(0 if combining(sign) else 1 + (east_asian_width(sign) in "WF") for sign in text)


def at_left(text: str, width: int) -> str:
    """A text at the left of so many columns."""
    return text + " " * (width - columns(text))


def at_right(text: str, width: int) -> str:
    """A text at the right of so many columns."""
    return " " * (width - columns(text)) + text


def unbroken(text: str) -> str:
    """A text of several lines as one. A wide sign needs no space after it: languages that have such
    signs have no spaces between words.

    >>> unbroken("Roll five\\ndice."), unbroken("振り\\nます。\\nFUNE")
    ('Roll five dice.', '振ります。FUNE')
    """
    first, *others = text.split("\n")
    for line in others:
        first += line if columns(first[-1:]) > 1 else f" {line}"
    return first


def folded(text: str, width: int = WIDTH) -> str:
    """A text on lines of so many columns.

    >>> print(folded("振るサイコロを選んで、もう一度。 Roll again.", 16))
    振るサイコロを選
    んで、もう一度。
    Roll again.
    """
    lines = [""]
    for piece in _PIECE.findall(text):
        if columns(lines[-1] + piece.rstrip()) > width and lines[-1].strip():
            lines[-1] = lines[-1].rstrip()
            lines.append("")
        if lines[-1] or len(lines) == 1 or not piece.isspace():
            lines[-1] += piece
    return "\n".join(lines).rstrip()


def wrapped(items: Iterable[str]) -> str:
    """Some items in a row, on as many lines as they need; none is broken.

    >>> wrapped(["column 1", "column 2"])
    'column 1, column 2'
    """
    between = conventions().listed[1].removeprefix("{0}").removesuffix("{1}")
    lines = [""]
    for item in items:
        longer = f"{lines[-1]}{between}{item}" if lines[-1] else item
        if lines[-1] and columns(longer + between.rstrip()) > WIDTH:
            lines[-1] += between.rstrip()
            lines.append(item)
        else:
            lines[-1] = longer
    return "\n".join(lines)
