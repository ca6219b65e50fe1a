"""The picture of Knuckles and Knucklebones: both grids, and the die in hand beside them."""

from dicehall.game_page.scene import Scene
from dicehall.games.bones.rules import COLUMNS, HEIGHT, BonesState, Column
from drawing.canvas import PixelCanvas
from drawing.picture import BOARD_CENTRE
from drawing.pieces import BLUE, GOLD, IVORY, PIXEL, Material, badge, die, tray, well

TRAY = (540, 570)
SIZE = 66
STEP_X, STEP_Y = 96, 76
FROM_MIDDLE = 66
GRIDS_X = BOARD_CENTRE[0] - 84
HAND = (BOARD_CENTRE[0] + 160, BOARD_CENTRE[1])
LOOKS = (IVORY, GOLD, BLUE)
"""By how many dice of a column are alike."""
FELT, SCREEN = ("#1f5447", "#14382f"), ("#0c2410", "#051007")
CABINET = ("#3a3d40", "#141618")


def paint(canvas: PixelCanvas, scene: Scene) -> None:
    """Seat 0 sits at the near side, as for those who watch."""
    state: BonesState = scene.state
    retro = scene.game.name == "knuckles"
    if retro:
        tray(canvas, BOARD_CENTRE, TRAY, SCREEN, CABINET)
    else:
        tray(canvas, BOARD_CENTRE, TRAY, FELT)
    for seat, side in ((0, 1), (1, -1)):
        for number in range(COLUMNS):
            column = state.grids[seat][number]
            x = GRIDS_X + STEP_X * (number - 1)
            for slot in range(HEIGHT):
                place = (x, BOARD_CENTRE[1] + side * (FROM_MIDDLE + STEP_Y * slot))
                well(canvas, place, SIZE + 6, 0.03 if retro else 0.22)
                if slot < len(column):
                    _place(canvas, place, column, column[slot], retro=retro)
    well(canvas, HAND, 122, 0.03 if retro else 0.22)
    if state.die:
        die(canvas, HAND, 92, state.die, PIXEL if retro else IVORY, 0 if retro else -6)


def _place(
    canvas: PixelCanvas, place: tuple[float, float], column: Column, value: int, *, retro: bool
) -> None:
    """A die in a column, with what its likes make of it."""
    alike = column.count(value)
    look: Material = PIXEL if retro else LOOKS[alike - 1]
    die(canvas, place, SIZE, value, look)
    at = (place[0] + 0.62 * SIZE, place[1] - 0.42 * SIZE)  # beside the pips, never over them
    if alike > 1 and not (retro and value == 1):
        words = f"{value}{'²³'[alike - 2]}" if retro else f"×{alike}"
        badge(canvas, at, words, 21, look.ink, look.high)
