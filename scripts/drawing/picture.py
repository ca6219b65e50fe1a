"""Whole link cards: the room, the board of a game in it, and its title beside it."""

from collections.abc import Callable
from functools import cache

from dicehall.game.turns import SPARK
from drawing.canvas import PixelCanvas, Pixels, text_width
from drawing.pieces import BLUE, GOLD, IVORY, NIGHT, PIXEL, die, tray
from drawing.png import encode_png

WIDTH, HEIGHT = 1200, 630
"""The size that sites which show links ask for."""
BOARD_CENTRE = (365, 315)
"""Where a board is drawn."""
WORDS_CENTRE, WORDS_WIDTH = 945, 400
FELT, FELT_DEEP = "#235c4f", "#0a1f1b"
INK, MUTED = "#f3ead7", "#a9bdb2"
FELT_LINING = ("#1f5447", "#14382f")
HOST = "Dicehall"


def draw_board(paint: Callable[[PixelCanvas], None], title: str) -> bytes:
    """The board of a game, and its title beside it."""
    canvas = _room()
    paint(canvas)
    _wordmark(canvas, (WORDS_CENTRE, 110), 30)
    height = min(54, 54 * WORDS_WIDTH / text_width(title, 54))
    canvas.text(title, (WORDS_CENTRE, 315), height, INK)
    return encode_png(canvas.finished())


def draw_name() -> bytes:
    """Dice of all makes in one tray, and the name of the server."""
    canvas = _room()
    tray(canvas, (WIDTH / 2, 235), (980, 300), FELT_LINING)
    makes = ((NIGHT, SPARK, -8), (GOLD, 3, 6), (IVORY, 5, -4), (BLUE, 6, 9), (PIXEL, 4, -6))
    for place, (look, face, turn) in enumerate(makes):
        die(canvas, (WIDTH / 2 + 178 * (place - 2), 232 + 12 * (place % 2)), 124, face, look, turn)
    canvas.text(HOST, (WIDTH / 2, 490), 92, INK)
    return encode_png(canvas.finished())


def _room() -> PixelCanvas:
    """The room without anything in it; its light is the same for all pictures."""
    canvas = PixelCanvas(WIDTH, HEIGHT)
    canvas.pixels[:] = _lit()
    return canvas


@cache
def _lit() -> Pixels:
    canvas = PixelCanvas(WIDTH, HEIGHT)
    canvas.light(FELT, FELT_DEEP, (WIDTH / 2, -60), 900)
    return canvas.pixels


def _wordmark(canvas: PixelCanvas, centre: tuple[float, float], height: float) -> None:
    """A small die and the name of the server."""
    x, y = centre
    wide = text_width(HOST, height)
    die(canvas, (x - wide / 2 - 4, y), 1.5 * height, 5)
    canvas.text(HOST, (x + 1.2 * height, y), height, MUTED)
