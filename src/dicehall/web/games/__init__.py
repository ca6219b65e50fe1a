"""The page of each game: state in, words, buttons and scores out; forms in, moves out."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from dicehall.web.games import bones, fune, hexes, sparkle
from dicehall.web.scene import Scene


class GamePage(Protocol):
    """What every module of this package offers."""

    TEMPLATE: str
    """Draws the table with everything to play: see `templates/games/`."""
    BOARD: str
    """Draws only the picture."""
    STYLE: str
    """The style sheet of both."""

    def view(self, scene: Scene) -> Any:
        """What both templates draw."""

    def read_move(self, form: Mapping[str, Sequence[str]]) -> str:
        """The move that a form means, in the one spelling it has."""

    def sample(self, game: Any) -> Scene:
        """A picture for the door of the game."""

    def examples(self, game: Any) -> Sequence[tuple[str, Scene]]:
        """Pictures that explain the rules, each with its caption."""


PAGES: dict[str, GamePage] = {
    "sparkle": sparkle,
    "pocket-hexes": hexes,
    "knuckles": bones,
    "knucklebones": bones,
    "fune": fune,
}
