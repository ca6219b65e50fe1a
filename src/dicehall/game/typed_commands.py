"""Commands that can be typed in the terminal instead of a move; no move may be spelled like one."""

ALONE = ("help", "hint", "moves", "quit", "undo")
WITH_ARGUMENT = ("save",)
"""Commands that need an argument: the name of a file."""


def find_command(line: str) -> tuple[str, str] | None:
    """Parse a line into a command and its argument; None if it is not a command.

    >>> find_command("Hint"), find_command("save my match"), find_command("column 2")
    (('hint', ''), ('save', 'my match'), None)
    >>> find_command("hint 2"), find_command("save")
    (None, None)
    """
    word, _, argument = " ".join(line.split()).partition(" ")
    command = word.lower()
    return (command, argument) if command in (WITH_ARGUMENT if argument else ALONE) else None
