"""Renders an environment: the terminal board as text or as a picture."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicehall.envs.letters import set_text
from dicehall.game import AnyGame
from dicehall.plain_terminal.boards import draw
from dicehall.words.viewer import Viewer

TEXT, PICTURE = "ansi", "rgb_array"
RENDER_MODES = [TEXT, PICTURE]
FPS = 2
SCALE = 2
MARGIN = 6
"""Dots around the text."""
PAPER = np.array((23, 32, 42), np.uint8)
INK = np.array((240, 232, 214), np.uint8)


def render(game: AnyGame, state: Any, mode: str | None) -> str | NDArray[np.uint8] | None:
    """The board in one of `RENDER_MODES`; None if no mode is chosen."""
    if mode is None:
        return None
    board = draw(game, state, Viewer(tuple(f"seat {seat}" for seat in range(game.seats))))
    return picture(board) if mode == PICTURE else board


def picture(text: str) -> NDArray[np.uint8]:
    """Text as an array of colours: row, column, RGB."""
    dots = np.pad(set_text(text), MARGIN).repeat(SCALE, axis=0).repeat(SCALE, axis=1)
    return np.where(dots[..., None], INK, PAPER)
