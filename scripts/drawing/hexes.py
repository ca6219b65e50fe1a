"""The picture of Pocket Hexes: the board with its numbers, rings and what was scored."""

from math import sqrt

from dicehall.game_page.scene import Scene
from dicehall.games.hexes.page.view import HexView, view
from dicehall.games.hexes.rules import DICE, EMPTY
from drawing.canvas import PixelCanvas, Point
from drawing.picture import BOARD_CENTRE, WORDS_CENTRE
from drawing.pieces import IVORY, die, hexagon

RADIUS = 38.0
SIZE, STEP = 52, 64
BOARD = ("#6b4a2c", "#2a170a")
BARE, BORDER = ("#1d3a34", "#142a25"), ("#2a2f28", "#1d211c")
PAINTS = {
    # how a number lies there: the hex from its upper to its lower edge, and the number
    "": (("#4a7a6d", "#35594f"), "#ffffff"),
    "ring": (("#ffdf6b", "#eab53a"), "#2b1d00"),
    "later": (("#cdb15b", "#b3954a"), "#241c04"),
    "left": (("#cdb15b", "#b3954a"), "#241c04"),
    "scored": (("#2f9c62", "#1d7246"), "#ffffff"),
}


def paint(canvas: PixelCanvas, scene: Scene) -> None:
    """All hexes row by row, and below the score the dice of this round that lie there."""
    x, y = BOARD_CENTRE
    canvas.rounded((x, y + 26), (600, 520), 150, "#000000", opacity=0.45, blur=60)
    hexagon(canvas, (x, y), 335, BOARD, turn=30)
    rows = view(scene).rows
    for number, row in enumerate(rows):
        for place, one in enumerate(row):
            at = (
                x + sqrt(3) * RADIUS * (place - (len(row) - 1) / 2),
                y + 1.5 * RADIUS * (number - (len(rows) - 1) / 2),
            )
            _paint_hex(canvas, at, one)
    for place, face in enumerate(scene.state.dice):
        if face != EMPTY:
            at = (WORDS_CENTRE + STEP * (place - (len(DICE) - 1) / 2), 525)
            die(canvas, at, SIZE, 0)
            canvas.text(str(face), at, 0.44 * SIZE, IVORY.ink)


def _paint_hex(canvas: PixelCanvas, at: Point, one: HexView) -> None:
    if one.number is None:
        hexagon(canvas, at, RADIUS - 2, BORDER if one.border else BARE)
        return
    paint, ink = PAINTS.get(one.mark, PAINTS[""])
    hexagon(canvas, at, RADIUS - 2, paint)
    canvas.text(str(one.number), at, 25, ink)
