"""The page of each game: state in, words, buttons and scores out; forms in, moves out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol, cast

from dicehall.game import find_game
from dicehall.page import default
from dicehall.page.scene import Scene


class PageModule(Protocol):
    """What a game's module `page` offers. In the folders beside it lie its `templates` (table.html
    draws the table with everything to play, board.html only the picture, rules.html the rules)
    and `static` (style.css)."""

    def view(self, scene: Scene) -> Any:
        """What the templates draw."""

    def read_move(self, form: Mapping[str, Sequence[str]]) -> str:
        """The move that a form means, in the one spelling it has."""

    def sample(self, game: Any) -> Scene:
        """A picture for the door of the game."""

    def examples(self, game: Any) -> Sequence[tuple[str, Scene]]:
        """Pictures that explain the rules, each with its caption."""


@dataclass(frozen=True, slots=True)
class GamePage:
    """A game's page, and where the files it is drawn with lie."""

    module: PageModule
    key: str
    """Stands before the names of its files: the package that they belong to."""
    folder: Path

    @property
    def table(self) -> str:
        return f"{self.key}/table.html"

    @property
    def board(self) -> str:
        return f"{self.key}/board.html"

    @property
    def rules(self) -> str:
        return f"{self.key}/rules.html"

    @property
    def style(self) -> str:
        return f"{self.key}/style.css"


@cache
def find_page(game: str) -> GamePage:
    """The page of a game; that of all games if it brings none."""
    module: ModuleType = find_game(game).part("page") or default
    assert module.__file__
    assert module.__package__
    return GamePage(cast(PageModule, module), module.__package__, Path(module.__file__).parent)
