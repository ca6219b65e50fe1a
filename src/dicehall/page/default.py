"""The page of a game that brings none: its state as text, its moves as buttons."""

from collections.abc import Mapping, Sequence

from dicehall.game import AnyGame
from dicehall.page.scene import Scene


def view(scene: Scene) -> Scene:
    """The templates draw what every scene has."""
    return scene


def read_move(form: Mapping[str, Sequence[str]]) -> str:
    """The button is the move."""
    return " ".join(form.get("move", ()))


def sample(game: AnyGame) -> Scene:
    """The start."""
    return Scene.still(game, game.start())


def examples(game: AnyGame) -> Sequence[tuple[str, Scene]]:
    """None."""
    return ()
