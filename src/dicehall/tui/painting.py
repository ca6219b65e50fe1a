"""A widget that shows a canvas and reports clicks on it."""

from rich.segment import Segment
from rich.style import Style
from textual.events import Click, Leave, MouseMove
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from dicehall.game_screen.canvas import Canvas, Ink, PaintedCell

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
