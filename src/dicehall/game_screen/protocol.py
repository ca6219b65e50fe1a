"""What a game's module `screen` offers, and what it is given to draw and to answer.

A screen is pure: it paints a canvas, and says what a key means. Whoever shows it has the clock, the
computer players and the files.
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
    """What is chosen but not yet played: dice that were picked, and where the cursor stands."""

    picked: tuple[int, ...] = ()
    cursor: int = 0
    mode: str = ""

    def toggled(self, item: int) -> "Selection":
        """The selection with one more item picked, or one fewer."""
        return Selection(tuple(sorted({*self.picked} ^ {item})), self.cursor, self.mode)


@dataclass(frozen=True, slots=True)
class BoardView:
    """All that there is to see of a match in one moment."""

    game: Any
    state: Any
    viewer: Viewer
    selection: Selection = Selection()
    acting: bool = False
    """Whether somebody at this keyboard is to decide."""
    advice: Advice | None = None
    """What each choice is worth, where the coach has said it."""
    hinted: str = ""
    """The move that was shown as a hint."""
    last: Step | None = None
    """The last move that was made, and what it changed."""
    before_roll: Any = None
    """While dice roll, the state in which they were thrown: the faces in `state` mean nothing
    yet."""

    @property
    def rolling(self) -> bool:
        return self.before_roll is not None

    @property
    def moves(self) -> tuple[str, ...]:
        """What may be played here and now."""
        turn = self.game.turn(self.state) if self.acting and not self.rolling else None
        return turn.moves if isinstance(turn, Decide) else ()

    @property
    def names(self) -> tuple[str, ...]:
        return self.viewer.called

    def note(self, move: str) -> str:
        """What the coach says about a move, in a word; empty if nothing."""
        if self.advice is None or move not in self.advice.worth.moves:
            return ""
        return self.advice.brief(move)

    @property
    def best(self) -> str:
        """The move that the coach, or a hint, shows; empty if neither does."""
        return self.advice.best if self.advice is not None else self.hinted

    def is_best(self, move: str) -> bool:
        """Whether the coach, or a hint, shows this move."""
        return move != "" and move == self.best


KeyResult = Selection | str | None
"""What a key does: it changes what is chosen, or plays a move, or is none of the game's keys
(None)."""


class GameScreen(Protocol):
    """What a game's module `screen` offers; one that brings none has `screen.default`."""

    def draw(self, view: Any, canvas: Canvas) -> None:
        """Paint the whole canvas, whatever its size; 80 times 18 cells must be enough."""

    def take_up(self, game: Any, state: Any, before: Selection) -> Selection:
        """What is chosen when a decision begins; `before` was chosen in the one before it."""

    def press(self, view: Any, key: str) -> KeyResult:
        """What a key, or a click on a place that stands for it, does in a decision. A move need not
        be legal: why it is not is said to the player."""

    def keys(self, game: Any) -> tuple[tuple[str, str], ...]:
        """The keys of the game and what they do, for the help."""
