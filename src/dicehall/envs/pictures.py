"""Renders an environment: the terminal board as text or as a picture."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicehall.game import AnyGame
from dicehall.plain_terminal.boards import draw
from dicehall.words.viewer import Viewer

FIRST, LAST = " ", "~"
HEIGHT, WIDTH = 9, 6
"""Of a letter with its margin, in dots."""
UNKNOWN = "?"

_COLUMNS = (
    "0000000000 00005F0000 0007000700 147F147F14 242A7F2A12 2313086462 3649562050 0008070300 "
    "001C224100 0041221C00 2A1C7F1C2A 08083E0808 0080703000 0808080808 0000606000 2010080402 "
    "3E5149453E 00427F4000 7249494946 2141494D33 1814127F10 2745454539 3C4A494931 4121110907 "
    "3649494936 464949291E 0000140000 0040340000 0008142241 1414141414 0041221408 0201590906 "
    "3E415D594E 7C1211127C 7F49494936 3E41414122 7F4141413E 7F49494941 7F09090901 3E41415173 "
    "7F0808087F 00417F4100 2040413F01 7F08142241 7F40404040 7F021C027F 7F0408107F 3E4141413E "
    "7F09090906 3E4151215E 7F09192946 2649494932 03017F0103 3F4040403F 1F2040201F 3F4038403F "
    "6314081463 0304780403 6159494D43 007F414141 0204081020 004141417F 0402010204 4040404040 "
    "0003070800 2054547840 7F28444438 3844444428 384444287F 3854545418 00087E0902 18A4A49C78 "
    "7F08040478 00447D4000 2040403D00 7F10284400 00417F4000 7C04780478 7C08040478 3844444438 "
    "FC18242418 18242418FC 7C08040408 4854545424 04043F4424 3C4040207C 1C2040201C 3C4030403C "
    "4428102844 4C9090907C 4464544C44 0008364100 0000770000 0041360800 0201020402"
)
"""Five columns of dots per letter, lowest bit on top."""

_LETTERS = np.zeros((ord(LAST) - ord(FIRST) + 1, HEIGHT, WIDTH), np.bool_)
for _number, _spelled in enumerate(_COLUMNS.split()):
    _dots = np.frombuffer(bytes.fromhex(_spelled), np.uint8)
    _LETTERS[_number, :8, :5] = (_dots[None, :] >> np.arange(8)[:, None]) & 1


def set_text(text: str) -> NDArray[np.bool_]:
    """The dots of some lines of text; characters outside ASCII become question marks.

    >>> set_text("ab\\nc").shape == (2 * HEIGHT, 2 * WIDTH)
    True
    """
    lines = text.split("\n")
    page = np.zeros((len(lines), max(map(len, lines)), HEIGHT, WIDTH), np.bool_)
    for row, line in enumerate(lines):
        for column, letter in enumerate(line):
            known = letter if FIRST <= letter <= LAST else UNKNOWN
            page[row, column] = _LETTERS[ord(known) - ord(FIRST)]
    rows, columns = page.shape[:2]
    return page.transpose(0, 2, 1, 3).reshape(rows * HEIGHT, columns * WIDTH)


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
