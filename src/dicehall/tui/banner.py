"""The name DICEHALL, spelled with dice."""

from dicehall.game_screen.canvas import Canvas, Ink
from dicehall.game_screen.dice import WIDTH
from dicehall.tui.painting import Painting

NAME = "DICEHALL"
FELT = "#17332b"
BONE, GOLD, SKY = ("#33261c", "#efe6d0"), ("#3a2a00", "#f2c14e"), ("#07263f", "#7cc4f5")
COLOURS = (BONE, BONE, GOLD, BONE, SKY, BONE, GOLD, GOLD)
PITCH = WIDTH + 1
HEIGHT = 3


class Banner(Painting):
    """Eight dice, each with a letter, on felt."""

    def paint(self, canvas: Canvas) -> None:
        canvas.fill(0, 0, canvas.width, canvas.height, Ink("#ffffff", FELT))
        x = (canvas.width - len(NAME) * PITCH + 1) // 2
        y = (canvas.height - HEIGHT) // 2
        for number, (letter, (fore, back)) in enumerate(zip(NAME, COLOURS, strict=True)):
            ink = Ink(fore, back, bold=True)
            canvas.fill(x + number * PITCH, y, WIDTH, HEIGHT, ink)
            canvas.centre(x + number * PITCH, y + HEIGHT // 2, WIDTH, letter, ink)
