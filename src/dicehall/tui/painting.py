"""Widgets that show a canvas and report clicks on it: a board, and the name of the hall."""

from rich.segment import Segment
from rich.style import Style
from textual.events import Click, Leave, MouseMove
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from dicehall.game_screen.canvas import Canvas, Ink, PaintedCell
from dicehall.game_screen.dice import WIDTH
from dicehall.game_screen.protocol import BoardView
from dicehall.game_screen.screens import screen_of

BLANK = Ink("#ffffff", "#000000")


class Painting(Widget):
    """A widget painted cell by cell; subclasses implement `paint`."""

    class CellPressed(Message):
        """A cell with a key was clicked."""

        def __init__(self, key: str) -> None:
            self.key = key
            super().__init__()

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - as in all widgets
        super().__init__(id=id)
        self.canvas = Canvas(0, 0, BLANK)
        self._hovered = ""

    def paint(self, canvas: Canvas) -> None:
        """Paint a canvas as large as the widget."""
        raise NotImplementedError

    def repaint(self) -> None:
        """Paint again."""
        if self.size:
            self.canvas = Canvas(self.size.width, self.size.height, BLANK)
            self.paint(self.canvas)
            self.refresh()

    def on_resize(self) -> None:
        self.repaint()

    def render_line(self, y: int) -> Strip:
        if y >= self.canvas.height:
            return Strip.blank(self.size.width)
        cells = self.canvas.row(y)[: self.size.width]
        return Strip([Segment(cell.text, self._style(cell)) for cell in cells if cell.text])

    def on_click(self, event: Click) -> None:
        key = self.canvas.key_at(event.x, event.y)
        if key:
            event.stop()
            self.post_message(self.CellPressed(key))

    def on_mouse_move(self, event: MouseMove) -> None:
        self._hover(self.canvas.key_at(event.x, event.y))

    def on_leave(self, event: Leave) -> None:
        self._hover("")

    def _hover(self, key: str) -> None:
        if key != self._hovered:
            self._hovered = key
            self.refresh()

    def _style(self, cell: PaintedCell) -> Style:
        ink, lit = cell.ink, cell.key != "" and cell.key == self._hovered
        back = ink.back or None
        return Style(color=ink.fore, bgcolor=back, bold=ink.bold or lit, underline=lit)


class Board(Painting):
    """Shows a `BoardView`."""

    def __init__(self) -> None:
        super().__init__()
        self._view: BoardView | None = None

    def show(self, view: BoardView) -> None:
        """Replace the view."""
        self._view = view
        self.repaint()

    def paint(self, canvas: Canvas) -> None:
        if self._view is not None:
            screen_of(self._view.game).draw(self._view, canvas)


NAME = "DICEHALL"
FELT = "#17332b"
BONE, GOLD, SKY = ("#33261c", "#efe6d0"), ("#3a2a00", "#f2c14e"), ("#07263f", "#7cc4f5")
COLOURS = (BONE, BONE, GOLD, BONE, SKY, BONE, GOLD, GOLD)
PITCH = WIDTH + 1
LETTER_HEIGHT = 3


class Banner(Painting):
    """Eight dice, each with a letter, on felt."""

    def paint(self, canvas: Canvas) -> None:
        canvas.fill(0, 0, canvas.width, canvas.height, Ink("#ffffff", FELT))
        x = (canvas.width - len(NAME) * PITCH + 1) // 2
        y = (canvas.height - LETTER_HEIGHT) // 2
        for number, (letter, (fore, back)) in enumerate(zip(NAME, COLOURS, strict=True)):
            ink = Ink(fore, back, bold=True)
            canvas.fill(x + number * PITCH, y, WIDTH, LETTER_HEIGHT, ink)
            canvas.centre(x + number * PITCH, y + LETTER_HEIGHT // 2, WIDTH, letter, ink)
