"""The sheet of Pocket Hexes: two empty boards on a page."""

from collections.abc import Iterator
from math import sqrt

from dicehall.game_page.sheets import HEIGHT, Polygon, Shape, Text, box
from dicehall.games.hexes.rules import CENTRE, DICE, INNER, ROWS, Hexes
from dicehall.words.language import _

BOARDS = 2
LEFT, TOP = 13.0, 27.0
"""Of the first board's box on the page."""
HEX = 11.2
"""The width of a hex."""
SIDE = 124.0
"""Where the column beside a board begins; it is six dice wide."""
DIE = 12.0
ROUNDS = 20
"""Every round fills three hexes."""
GREY = 0.86


def sheet(game: Hexes) -> list[Shape]:
    return [
        shape
        for number in range(BOARDS)
        for draw in (_heading, _board, _dice, _scores, _rules)
        for shape in draw(number * HEIGHT / BOARDS)
    ]


def _heading(top: float) -> Iterator[Shape]:
    yield Text(LEFT, top + 17, 7, _("Pocket Hexes"))
    yield Text(SIDE, top + 17, 3.6, f"{_('Name')} ____________________________")


def _board(top: float) -> Iterator[Shape]:
    """The hexes; those at the border, which never score, are grey."""
    pitch, number = HEX * sqrt(3) / 2, 0
    for row, length in enumerate(ROWS):
        for place in range(length):
            x = LEFT + HEX * (place + (max(ROWS) - length + 1) / 2)
            y = top + TOP + pitch * (row + 0.6)
            yield _hexagon(x, y, 1.0 if number in INNER else GREY)
            if number == CENTRE:
                yield Text(x, y + 1.9, 5.4, "1", "middle")
            number += 1


def _hexagon(x: float, y: float, grey: float) -> Polygon:
    across, up = HEX / 2, HEX / sqrt(3)
    corners = ((0, -1), (1, -0.5), (1, 0.5), (0, 1), (-1, 0.5), (-1, -0.5))
    return Polygon(tuple((x + dx * across, y + dy * up) for dx, dy in corners), grey)


def _dice(top: float) -> Iterator[Shape]:
    for number, die in enumerate(DICE):
        left = SIDE + number * DIE
        yield Text(left + DIE / 2 - 0.5, top + TOP, 3.4, die.name, "middle")
        yield box(left, top + TOP + 1.6, DIE - 1, DIE - 1)


def _scores(top: float) -> Iterator[Shape]:
    """A box for the number that is scored in each round, and one for their sum."""
    width, height, across = DIE * len(DICE) / 4, 10.4, 4
    first = top + TOP + DIE + 9
    yield Text(SIDE, first - 2, 3.4, _("One surrounded number each round"))
    for number in range(ROUNDS):
        x, y = SIDE + number % across * width, first + number // across * height
        yield box(x, y, width - 1, height - 1)
        yield Text(x + 0.9, y + 2.8, 2.4, str(number + 1))
    below = first + ROUNDS // across * height + 1
    yield Text(SIDE + 2 * width - 3, below + 8, 4.4, _("Score"), "end")
    yield box(SIDE + 2 * width, below, 2 * width - 1, 12)


def _rules(top: float) -> Iterator[Shape]:
    lines = (
        _("Each round, roll all six dice and write three of them into empty hexes, one by one."),
        _("A number must touch another number, but never a larger one. A 0 can go anywhere."),
        _("A 1 can only go where it touches no number. Numbers on grey hexes never score."),
        _("With all six neighbours filled, a number can score. The game ends when no die fits."),
    )
    for number, line in enumerate(lines):
        yield Text(LEFT, top + 126 + 4.6 * number, 3.3, line)
