"""The picture of Sparkle: five dice on night cloth, and the way to the threshold."""

from dicehall.game.turns import SPARK
from dicehall.game_page.scene import Scene
from dicehall.games.sparkle.page.view import BAR_LENGTH, view
from drawing.canvas import PixelCanvas
from drawing.picture import BOARD_CENTRE
from drawing.pieces import GOLD, IVORY, NIGHT, die, star, tray, well

CLOTH = ("#2e2555", "#171131")
SIZE, STEP = 96, 114
BAR_WIDTH = 540
GOLDEN, PALE = "#e9bd57", "#f7e6b8"
STARS = ((-262, -222, 7), (-120, -236, 5), (44, -214, 6), (196, -232, 5), (268, -196, 8))


def paint(canvas: PixelCanvas, scene: Scene) -> None:
    """Dice on the table stand high, banked ones have come down and are golden."""
    x, y = BOARD_CENTRE
    shown = view(scene)
    tray(canvas, BOARD_CENTRE, (650, 570), CLOTH)
    for across, down, radius in STARS:
        star(canvas, (x + across, y + down), radius, PALE)
    for one in shown.dice:
        at = (x + STEP * (one.position - 3), y - 95 + (118 if one.banked else 0))
        well(canvas, at, SIZE + 10)
        look = NIGHT if one.face == SPARK else GOLD if one.banked else IVORY
        if one.face:
            die(canvas, at, SIZE, one.face, look, (-4, 3, -2, 5, -3)[one.position - 1])
    bar = shown.bar
    left = x - BAR_WIDTH / 2
    unit = BAR_WIDTH / BAR_LENGTH
    reached = (bar.safe + bar.at_stake) * unit
    canvas.rounded((x, y + 190), (BAR_WIDTH, 34), 17, "#000000", opacity=0.4)
    for width, colour in ((reached, PALE), (bar.safe * unit, GOLDEN)):
        if width >= 34:
            canvas.rounded((left + width / 2, y + 190), (width, 34), 17, colour)
    mark = left + bar.mark * unit
    canvas.line([(mark, y + 164), (mark, y + 216)], 6, "#ffffff")
    canvas.text(str(shown.ladder.rungs[0].threshold), (min(mark, x + 230), y + 242), 26, PALE)
