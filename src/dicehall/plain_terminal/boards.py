"""The board of every game in plain text."""

from typing import Any, Protocol, cast

from dicehall.game import AnyGame, find_game
from dicehall.plain_terminal import default
from dicehall.words.viewer import Viewer


class GameBoard(Protocol):
    """What a game's module `terminal` offers; one that brings none has `terminal.default`."""

    def draw(self, game: Any, state: Any, viewer: Viewer) -> str:
        """The board, without a line's end at its end."""

    def rules(self, game: Any) -> str:
        """The rules in short."""

    def notation(self, game: Any) -> str:
        """How moves are written."""


def draw(game: AnyGame, state: Any, viewer: Viewer) -> str:
    """The board as plain text, without a line's end at its end."""
    return _board(game).draw(game, state, viewer)


def rules(game: AnyGame) -> str:
    """The rules in short."""
    return _board(game).rules(game)


def guide(game: AnyGame) -> str:
    """The rules in short, and how moves are written."""
    return f"{rules(game)}\n{_board(game).notation(game)}"


def _board(game: AnyGame) -> GameBoard:
    return cast(GameBoard, find_game(game.name).part("terminal") or default)
