"""The boards of every game by its name."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from dicehall.rules import AnyGame
from dicehall.terminal.boards import bones, fune, hexes, sparkle


@dataclass(frozen=True, slots=True)
class Board:
    """How one game is drawn and explained."""

    draw: Callable[[Any, Any, Sequence[str]], str]
    guide: Callable[[Any], str]


BOARDS: dict[str, Board] = {
    "sparkle": Board(sparkle.draw, sparkle.guide),
    "pocket-hexes": Board(hexes.draw, hexes.guide),
    "knuckles": Board(bones.draw, bones.guide),
    "knucklebones": Board(bones.draw, bones.guide),
    "fune": Board(fune.draw, fune.guide),
}


def draw(game: AnyGame, state: Any, names: Sequence[str]) -> str:
    """The board as plain text, without a line's end at its end."""
    return BOARDS[game.name].draw(game, state, names)


def guide(game: AnyGame) -> str:
    """The rules in short, and how moves are written."""
    return BOARDS[game.name].guide(game)
