"""Text layout for terminals, where wide characters take two columns."""

import re
from collections.abc import Iterable
from unicodedata import combining, east_asian_width

from dicehall.words.cldr import conventions

WIDTH = 79
_WIDE = "⺀-鿿豈-﫿！-｠"
_NEVER_FIRST = "、。」』）！？：…ーぁぃぅぇぉっゃゅょァィゥェォッャュョ"
_PIECE = re.compile(f" +|(?:[{_WIDE}]|[^ {_WIDE}]+)[{_NEVER_FIRST}]*")
"""The pieces between which a line may break: words, and single wide characters, each with any
following characters that must not begin a line."""


def columns(text: str) -> int:
    """The number of terminal columns that a text takes.

    >>> columns("FUNE"), columns("サイコロ")
    (4, 8)
    """
    if text.isascii():
        return len(text)
    return sum(0 if combining(sign) else 1 + (east_asian_width(sign) in "WF") for sign in text)


def at_left(text: str, width: int) -> str:
    """Left-align a text in `width` columns."""
    return text + " " * (width - columns(text))


def at_right(text: str, width: int) -> str:
    """Right-align a text in `width` columns."""
    return " " * (width - columns(text)) + text


def unbroken(text: str) -> str:
    """Join lines into one. No space is added after a wide character: languages that use them have
    no spaces between words.

    >>> unbroken("Roll five\\ndice."), unbroken("振り\\nます。\\nFUNE")
    ('Roll five dice.', '振ります。FUNE')
    """
    first, *others = text.split("\n")
    for line in others:
        first += line if columns(first[-1:]) > 1 else f" {line}"
    return first


def folded(text: str, width: int = WIDTH) -> str:
    """Wrap a text to lines of `width` columns.

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
    """List items with commas, on as many lines as needed, without breaking an item.

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
