"""The picture of FUNE: five dice on the sea, and the boxes of every card."""

from dicehall.game_page.scene import Scene
from dicehall.games.fune.page.trail import FuneTrail
from dicehall.games.fune.rules import UPPER, FuneState
from drawing.canvas import PixelCanvas
from drawing.picture import BOARD_CENTRE
from drawing.pieces import GOLD, IVORY, die, tray, well

SEA = ("#1d6089", "#0a2c46")
FOAM, PAPER, INK = "#8fcbec", "#f6ecd2", "#2b2419"
SIZE, STEP = 96, 116
BOX, BOX_STEP, BOXES_HEIGHT = 62, 76, 240
WAVES = 11


def paint(canvas: PixelCanvas, scene: Scene) -> None:
    """The dice lie above; below are the boxes, of every card its upper part and then its lower."""
    tray(canvas, BOARD_CENTRE, (650, 570), SEA)
    _dice(canvas, scene)
    _sea(canvas, BOARD_CENTRE[0], BOARD_CENTRE[1] - 50)
    _boxes(canvas, scene.state)


def _dice(canvas: PixelCanvas, scene: Scene) -> None:
    """The dice on the table, those that were kept in gold; between two turns those of the last."""
    trail: FuneTrail = scene.history.trail or FuneTrail()
    dice, kept = scene.state.dice, trail.kept
    if trail.last and not scene.state.rolls:
        dice, kept = trail.last.dice, trail.last.kept
    for place, face in enumerate(dice):
        at = (BOARD_CENTRE[0] + STEP * (place - 2), BOARD_CENTRE[1] - 150)
        well(canvas, at, SIZE + 10)
        if face:
            die(canvas, at, SIZE, face, GOLD if place + 1 in kept else IVORY)


def _boxes(canvas: PixelCanvas, state: FuneState) -> None:
    upper = len(UPPER)
    rows = [part for card in state.cards for part in (card[:upper], card[upper:])]
    step = min(BOX_STEP, BOXES_HEIGHT / len(rows))
    size = min(BOX, step - 8)
    x, y = BOARD_CENTRE
    for row, boxes in enumerate(rows):
        for place, points in enumerate(boxes):
            at = (x + BOX_STEP * (place - (len(boxes) - 1) / 2), y + 8 + step * (row + 0.5))
            well(canvas, at, size)
            if points is not None:
                canvas.rounded(at, (size, size), 0.22 * size, PAPER)
                canvas.text(str(points), at, 0.42 * size, INK)


def _sea(canvas: PixelCanvas, x: float, y: float) -> None:
    """A line of waves, and the ship on it."""
    crests = [(x + 52 * (wave - WAVES / 2), y + 26 - 9 * (wave % 2)) for wave in range(WAVES + 1)]
    canvas.line(crests, 5, FOAM)
    for shape in (
        ((-46, 0), (46, 0), (32, 24), (-32, 24)),
        ((-4, -54), (-4, -8), (-36, -8)),
        ((4, -44), (34, -8), (4, -8)),
    ):
        canvas.polygon([(x + across * 0.8, y + down * 0.8) for across, down in shape], PAPER)
