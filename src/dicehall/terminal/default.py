"""The board of a game that brings none: the scores and the fields of its state."""

from collections.abc import Sequence
from typing import Any

from dicehall.game import AnyGame


def draw(game: AnyGame, state: Any, names: Sequence[str]) -> str:
    """Who has what, and the state as it is."""
    scores = zip(names, game.scores(state), strict=True)
    return "\n".join([*(f"{name}: {score}" for name, score in scores), str(state)])


def guide(game: AnyGame) -> str:
    """What the rules say of themselves."""
    return (type(game).__doc__ or "").strip()
