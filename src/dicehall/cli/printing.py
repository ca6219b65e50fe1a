"""What came from outside, made safe to print."""


def one_line(text: str) -> str:
    """A text on one line, its control characters written out.

    >>> print(one_line("a" + chr(27) + "[2J" + chr(10) + "b"))
    a\\x1b[2J\\nb
    """
    return "".join(map(_visible, text))


def _visible(character: str) -> str:
    if character.isprintable():
        return character
    return character.encode("unicode_escape").decode("ascii")
