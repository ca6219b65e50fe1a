"""Numbers in the format of the current language."""

from functools import cache

from dicehall.words.cldr import conventions
from dicehall.words.language import current


def say_number(number: float, places: int = 0, *, signed: bool = False) -> str:
    """A number with `places` decimals and grouped digits.

    >>> say_number(12345), say_number(0.25, 1), say_number(1.5, 1, signed=True)
    ('12,345', '0.2', '+1.5')
    """
    written = f"{number:+,.{places}f}" if signed else f"{number:,.{places}f}"
    return written.translate(_signs(current()))


def say_percent(number: float, places: int = 0) -> str:
    """A percentage.

    >>> say_percent(62.5, 1), say_percent(7)
    ('62.5%', '7%')
    """
    return conventions().percent.format(say_number(number, places))


@cache
def _signs(language: str) -> dict[int, str]:
    """Replacements for Python's separators, where the language uses others."""
    own = conventions()
    signs = {",": own.group, ".": own.decimal}
    return {ord(sign): written for sign, written in signs.items() if written != sign}
