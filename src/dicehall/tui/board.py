"""The board of a match, as the screen of its game paints it."""

from dicehall.game_screen.canvas import Canvas
from dicehall.game_screen.protocol import Look
from dicehall.game_screen.screens import screen_of
from dicehall.tui.painting import Painting


class Board(Painting):
    """Shows a `Look` at a match."""

    def __init__(self) -> None:
        super().__init__()
        self._look: Look | None = None

    def show(self, look: Look) -> None:
        """Show another look."""
        self._look = look
        self.repaint()

    def paint(self, canvas: Canvas) -> None:
        if self._look is not None:
            screen_of(self._look.game).draw(self._look, canvas)
