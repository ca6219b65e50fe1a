"""A canvas of coloured character cells that can be clicked.

A clickable cell carries the name of a key, and a click acts like that key. So mouse and keyboard
always do the same.
"""

from dataclasses import dataclass
from typing import NamedTuple

from dicehall.words.lines import columns


@dataclass(frozen=True, slots=True)
class Ink:
    """How a character is drawn; without `back`, the background stays as it is."""

    fore: str
    back: str = ""
    bold: bool = False

    def on(self, back: str) -> "Ink":
        return Ink(self.fore, back, self.bold)

    @property
    def heavy(self) -> "Ink":
        return Ink(self.fore, self.back, bold=True)


class PaintedCell(NamedTuple):
    """One cell. A wide character also takes the next cell, whose text is then empty."""

    text: str
    ink: Ink
    key: str = ""


class Canvas:
    """Rows of cells; drawing beyond the edges is clipped."""

    def __init__(self, width: int, height: int, ink: Ink) -> None:
        self.width = width
        self.height = height
        self._rows = [[PaintedCell(" ", ink)] * width for _row in range(height)]

    def put(self, x: int, y: int, text: str, ink: Ink, key: str = "") -> int:
        """Write a text starting at a cell, and return the column after it."""
        for character in text:
            cells = columns(character)
            if cells == 2:
                whole = 0 <= x < self.width - 1  # half a character cannot be shown
                self._set(x, y, character if whole else " ", ink, key)
                self._set(x + 1, y, "" if whole else " ", ink, key)
            elif cells:
                self._set(x, y, character, ink, key)
            x += cells
        return x

    def right(self, x: int, y: int, text: str, ink: Ink, key: str = "") -> None:
        """Write a text that ends just before a cell."""
        self.put(x - columns(text), y, text, ink, key)

    def centre(self, x: int, y: int, width: int, text: str, ink: Ink, key: str = "") -> None:
        """Write a text centred in `width` cells, shortened if necessary."""
        text = shortened(text, width)
        self.put(x + (width - columns(text)) // 2, y, text, ink, key)

    def fill(self, x: int, y: int, width: int, height: int, ink: Ink, *, key: str = "") -> None:
        """Paint a rectangle."""
        for row in range(y, y + height):
            for column in range(x, x + width):
                self._set(column, row, " ", ink, key)

    def button(self, x: int, y: int, key: str, shown: str, label: str, inks: "ButtonInks") -> int:
        """Draw a button for a key, and return the column after it."""
        end = self.put(x, y, f" {shown} ", inks.key, key)
        return self.put(end, y, f" {label} ", inks.label, key)

    def key_at(self, x: int, y: int) -> str:
        """The key that a click on a cell triggers; empty if none."""
        inside = 0 <= x < self.width and 0 <= y < self.height
        return self._rows[y][x].key if inside else ""

    def row(self, y: int) -> list[PaintedCell]:
        """The cells of a row."""
        return self._rows[y]

    @property
    def text(self) -> str:
        """The text without colours."""
        return "\n".join("".join(cell.text for cell in row).rstrip() for row in self._rows)

    def _set(self, x: int, y: int, text: str, ink: Ink, key: str) -> None:
        if 0 <= x < self.width and 0 <= y < self.height:
            row, old = self._rows[y], self._rows[y][x]
            if not old.text:  # remove a wide character that is now half covered
                row[x - 1] = row[x - 1]._replace(text=" ")
            elif columns(old.text) == 2:
                row[x + 1] = row[x + 1]._replace(text=" ")
            laid = ink if ink.back else ink.on(old.ink.back)
            row[x] = PaintedCell(text, laid, key or old.key)


class ButtonInks(NamedTuple):
    """The inks of a button's key and label."""

    key: Ink
    label: Ink


def shortened(text: str, width: int) -> str:
    """A text cut to at most `width` cells.

    >>> shortened("Bartholomew", 8), shortened("Ada", 8)
    ('Barthol…', 'Ada')
    """
    if columns(text) <= width:
        return text
    while text and columns(text) > width - 1:
        text = text[:-1]
    return f"{text}…" if width > 0 else ""


EIGHTHS = " ▏▎▍▌▋▊▉"


def draw_bar(canvas: Canvas, x: int, y: int, width: int, share: float, ink: Ink) -> None:
    """Draw a bar that is full at a share of 1; the ink's background fills the rest.

    >>> canvas = Canvas(4, 1, Ink("#ffffff", "#000000"))
    >>> draw_bar(canvas, 0, 0, 4, 0.625, Ink("#ffffff", "#333333"))
    >>> canvas.text
    '██▌'
    """
    eighths = round(min(1.0, max(0.0, share)) * width * 8)
    whole, rest = divmod(eighths, 8)
    bar = "█" * whole + (EIGHTHS[rest] if rest else "")
    canvas.put(x, y, bar.ljust(width), ink)
