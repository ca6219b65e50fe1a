"""The board of every game in plain text."""

from collections.abc import Sequence
from typing import Any, Protocol, cast

from dicehall.game import AnyGame, find_game
from dicehall.terminal import default


class GameBoard(Protocol):
    """What a game's module `terminal` offers; one that brings none has `terminal.default`."""

    def draw(self, game: Any, state: Any, names: Sequence[str]) -> str:
        """The board, without a line's end at its end."""

    def guide(self, game: Any) -> str:
        """The rules in short, and how moves are written."""


def draw(game: AnyGame, state: Any, names: Sequence[str]) -> str:
    """The board as plain text, without a line's end at its end."""
    return _board(game).draw(game, state, names)


def guide(game: AnyGame) -> str:
    """The rules in short, and how moves are written."""
    return _board(game).guide(game)


def _board(game: AnyGame) -> GameBoard:
    return cast(GameBoard, find_game(game.name).part("terminal") or default)
