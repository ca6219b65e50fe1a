"""The widget for a board, painted by the game's own `screen` module."""

from dicehall.game_screen.canvas import Canvas
from dicehall.game_screen.protocol import BoardView
from dicehall.game_screen.screens import screen_of
from dicehall.tui.painting import Painting


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
