"""Dice on a canvas: seven cells wide, three high."""

from dicehall.game.turns import SPARK
from dicehall.game_screen.canvas import Canvas, Ink

WIDTH, HEIGHT = 7, 3
PIP, STAR = "●", "✦"

PIPS = {
    1: ("       ", "   ●   ", "       "),
    2: (" ●     ", "       ", "     ● "),
    3: (" ●     ", "   ●   ", "     ● "),
    4: (" ●   ● ", "       ", " ●   ● "),
    5: (" ●   ● ", "   ●   ", " ●   ● "),
    6: (" ●   ● ", " ●   ● ", " ●   ● "),
    SPARK: ("       ", "   ✦   ", "       "),
}
OUTLINE = ("╭─────╮", "│     │", "╰─────╯")
SLOT = ("╭╌╌╌╌╌╮", "╎     ╎", "╰╌╌╌╌╌╯")


def draw_die(canvas: Canvas, x: int, y: int, face: int, ink: Ink, key: str = "") -> None:
    """Draw a die as a solid block in the ink's background colour."""
    for row, pips in enumerate(PIPS[face]):
        canvas.put(x, y + row, pips, ink, key)


def draw_wire_die(canvas: Canvas, x: int, y: int, face: int, ink: Ink, key: str = "") -> None:
    """Draw a die as an outline with its number in the middle."""
    for row, line in enumerate(OUTLINE):
        canvas.put(x, y + row, line, ink, key)
    canvas.centre(x, y + 1, WIDTH, str(face), ink.heavy, key)


def draw_slot(canvas: Canvas, x: int, y: int, ink: Ink, key: str = "") -> None:
    """Draw an empty place for a die."""
    for row, line in enumerate(SLOT):
        canvas.put(x, y + row, line, ink, key)
