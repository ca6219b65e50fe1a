"""Lists broken into lines."""

from collections.abc import Iterable
from textwrap import fill

WIDTH = 79


def wrapped(items: Iterable[str]) -> str:
    """Some items with commas between them, on as many lines as they need; none is broken.

    >>> wrapped(["column 1", "column 2"])
    'column 1, column 2'
    """
    unbreakable = (item.replace(" ", "\xa0") for item in items)
    text = fill(", ".join(unbreakable), WIDTH, break_long_words=False, break_on_hyphens=False)
    return text.replace("\xa0", " ")
