"""The page of this game."""

from collections.abc import Mapping, Sequence
from typing import Any

from dicehall.rules import AnyGame
from dicehall.web.scene import Scene

TEMPLATE = "games/plain.html"
BOARD = "games/plain_board.html"


def view(scene: Scene) -> Any:
    return None


def read_move(form: Mapping[str, Sequence[str]]) -> str:
    return " ".join(form.get("move", ()))


def sample(game: AnyGame) -> Scene:
    return Scene.still(game, game.start())


def examples(game: AnyGame) -> Sequence[tuple[str, Scene]]:
    return ()
