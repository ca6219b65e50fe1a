"""Plain-text boards and rules of all games."""

from typing import Any, Protocol, cast

from dicehall.game import AnyGame, find_game
from dicehall.plain_terminal import default
from dicehall.words.viewer import Viewer


class GameBoard(Protocol):
    """A game's `terminal` module; games without one use `plain_terminal.default`."""

    def draw(self, game: Any, state: Any, viewer: Viewer) -> str:
        """The board, without a trailing newline."""

    def rules(self, game: Any) -> str:
        """A summary of the rules."""

    def notation(self, game: Any) -> str:
        """How moves are written."""


def draw(game: AnyGame, state: Any, viewer: Viewer) -> str:
    """The board as plain text, without a trailing newline."""
    return _board(game).draw(game, state, viewer)


def rules(game: AnyGame) -> str:
    """A summary of the rules."""
    return _board(game).rules(game)


def guide(game: AnyGame) -> str:
    """A summary of the rules, and how moves are written."""
    return f"{rules(game)}\n{_board(game).notation(game)}"


def _board(game: AnyGame) -> GameBoard:
    return cast(GameBoard, find_game(game.name).part("terminal") or default)
