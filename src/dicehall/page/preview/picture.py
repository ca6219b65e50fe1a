"""The pictures as a whole: the room, the board of a game in it, and beside it title and score."""

from collections.abc import Callable, Sequence
from functools import cache

from dicehall.game.turns import SPARK
from dicehall.page.preview.canvas import PixelCanvas, Pixels, text_width
from dicehall.page.preview.pieces import BLUE, GOLD, IVORY, NIGHT, PIXEL, die, tray
from dicehall.page.preview.png import encode_png
from dicehall.page.preview.strokes import can_write

WIDTH, HEIGHT = 1200, 630
"""The size that sites which show links ask for."""
BOARD_CENTRE, BOARD_SIZE = (365, 315), (650, 570)
"""Where a game may draw."""
WORDS_CENTRE, WORDS_WIDTH = 945, 400
FELT, FELT_DEEP = "#235c4f", "#0a1f1b"
INK, BRASS, MUTED = "#f3ead7", "#e0b458", "#a9bdb2"
FELT_LINING = ("#1f5447", "#14382f")
HOUSE = "Dicehall"


def draw_board(paint: Callable[[PixelCanvas], None], title: str, scores: Sequence[int]) -> bytes:
    """The board of a game, and beside it what it is called and how it stands."""
    canvas = _room()
    paint(canvas)
    _wordmark(canvas, (WORDS_CENTRE, 110), 30)
    if can_write(title):
        _fitted(canvas, title, 250 if scores else 315, 54, INK)
    if scores:
        _fitted(canvas, " : ".join(map(str, scores)), 390, 110, BRASS)
    return encode_png(canvas.finished())


def draw_house() -> bytes:
    """Dice of all makes in one tray, and the name of the house."""
    canvas = _room()
    tray(canvas, (WIDTH / 2, 235), (980, 300), FELT_LINING)
    makes = ((NIGHT, SPARK, -8), (GOLD, 3, 6), (IVORY, 5, -4), (BLUE, 6, 9), (PIXEL, 4, -6))
    for place, (look, face, turn) in enumerate(makes):
        die(canvas, (WIDTH / 2 + 178 * (place - 2), 232 + 12 * (place % 2)), 124, face, look, turn)
    canvas.text(HOUSE, (WIDTH / 2, 490), 92, INK)
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
    """A small die and the name of the house."""
    x, y = centre
    wide = text_width(HOUSE, height)
    die(canvas, (x - wide / 2 - 4, y), 1.5 * height, 5)
    canvas.text(HOUSE, (x + 1.2 * height, y), height, MUTED)


def _fitted(canvas: PixelCanvas, words: str, y: float, height: float, paint: str) -> None:
    """A line beside the board, smaller if it is long."""
    height = min(height, height * WORDS_WIDTH / text_width(words, height))
    canvas.text(words, (WORDS_CENTRE, y), height, paint)
