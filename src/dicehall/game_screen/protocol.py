"""The interface between a game's `screen` module and the full-screen application.

A screen is pure: it paints a canvas and interprets keys. Timing, computer players and files are
the application's job.
"""

from dataclasses import dataclass
from typing import Any, Protocol

from dicehall.game import Decide
from dicehall.game_page.advice import Advice
from dicehall.game_page.history import Step
from dicehall.game_screen.canvas import Canvas
from dicehall.words.viewer import Viewer


@dataclass(frozen=True, slots=True)
class Selection:
    """The player's unfinished choice: selected dice, cursor position and input mode."""

    picked: tuple[int, ...] = ()
    cursor: int = 0
    mode: str = ""

    def toggled(self, item: int) -> "Selection":
        """The selection with one item added, or removed if it was selected."""
        return Selection(tuple(sorted({*self.picked} ^ {item})), self.cursor, self.mode)


@dataclass(frozen=True, slots=True)
class BoardView:
    """Everything a screen needs to draw a board."""

    game: Any
    state: Any
    viewer: Viewer
    selection: Selection = Selection()
    acting: bool = False
    """Whether a player at this keyboard must decide."""
    advice: Advice | None = None
    """The coach's values of the moves, once they are known."""
    hinted: str = ""
    """The move suggested as a hint."""
    last: Step | None = None
    """The last move and what it changed."""
    before_roll: Any = None
    """During a roll animation, the state before the roll; the faces in `state` are then random."""

    @property
    def rolling(self) -> bool:
        return self.before_roll is not None

    @property
    def moves(self) -> tuple[str, ...]:
        """The legal moves, if a player at this keyboard may choose now."""
        turn = self.game.turn(self.state) if self.acting and not self.rolling else None
        return turn.moves if isinstance(turn, Decide) else ()

    @property
    def names(self) -> tuple[str, ...]:
        return self.viewer.called

    def note(self, move: str) -> str:
        """The coach's short note on a move; empty if there is none."""
        if self.advice is None or move not in self.advice.worth.moves:
            return ""
        return self.advice.brief(move)

    @property
    def best(self) -> str:
        """The move that the coach or a hint suggests; empty if neither does."""
        return self.advice.best if self.advice is not None else self.hinted

    def is_best(self, move: str) -> bool:
        """Whether the coach or a hint suggests this move."""
        return move != "" and move == self.best


KeyResult = Selection | str | None
"""What a key does: change the selection, play a move, or nothing (None: not a key of the game)."""


class GameScreen(Protocol):
    """A game's `screen` module; games without one use `game_screen.default`."""

    def draw(self, view: Any, canvas: Canvas) -> None:
        """Paint the whole canvas, whatever its size; the board must fit into 80 × 18 cells."""

    def take_up(self, game: Any, state: Any, before: Selection) -> Selection:
        """The initial selection for a decision; `before` is that of the previous decision."""

    def press(self, view: Any, key: str) -> KeyResult:
        """Handle a key, or a click on a cell with that key. The returned move may be illegal:
        the player then sees why."""

    def keys(self, game: Any) -> tuple[tuple[str, str], ...]:
        """The game's keys and what they do, for the help."""
