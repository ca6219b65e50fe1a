"""Draws the icons of the installed web app; run it after changing the dice or this script."""

from pathlib import Path

import numpy as np
from drawing.canvas import PixelCanvas
from drawing.pieces import BLUE, IVORY, NIGHT, PIXEL, Material, die, hexagon
from drawing.png import encode_png

ICONS = Path(__file__).parents[1] / "src/dicehall/web/static/icons"
SIZES = (192, 512)
SHORTCUT = 96
FINER = 4
"""Shortcut icons are drawn this many times larger and then scaled down."""
CORNER = 0.22

FELT = ("#2f7565", "#0d2521")
CLOTH = ("#4a3d80", "#14102c")
CARVED = ("#7a5433", "#2a170a")
SCREEN = ("#17401f", "#040d06")
TRAY = ("#7d4d2c", "#2c160a")
SEA = ("#2a75a3", "#071d30")
STONE, GOLDEN, ORANGE, SAIL, FOAM = "#547a70", "#f6c945", "#e8893c", "#fbf5e6", "#8fcbec"
AROUND = ((-2, 0), (2, 0), (-1, -1), (1, -1), (-1, 1), (1, 1))
SHIP = (
    ((-34, 8), (34, 8), (23, 32), (-23, 32)),
    ((-3, -38), (-3, 2), (-31, 2)),
    ((4, -28), (30, 2), (4, 2)),
)


def main() -> None:
    """Write all icons."""
    for size in SIZES:
        save(f"icon-{size}", lit(size, FELT, IVORY, 0.64), CORNER)
        save(f"maskable-{size}", lit(size, FELT, IVORY, 0.5), 0)
    large = SHORTCUT * FINER
    save("sparkle", lit(large, CLOTH, NIGHT, 0.58, -1), CORNER, FINER)
    save("knuckles", lit(large, SCREEN, PIXEL, 0.56), CORNER, FINER)
    save("knucklebones", lit(large, TRAY, BLUE, 0.58), CORNER, FINER)
    save("pocket-hexes", hexes(large), CORNER, FINER)
    save("fune", ship(large), CORNER, FINER)


def room(size: int, light: tuple[str, str]) -> PixelCanvas:
    """A square lit from above."""
    canvas = PixelCanvas(size, size)
    canvas.light(*light, (size / 2, 0.1 * size), 1.05 * size)
    return canvas


def lit(
    size: int, light: tuple[str, str], look: Material, share: float, face: int = 5
) -> PixelCanvas:
    """A lit die that takes up a share of the width; smaller in maskable icons."""
    canvas = room(size, light)
    turn = 0 if look.square else -7
    die(canvas, (size / 2, 0.48 * size), share * size, face, look, turn)
    return canvas


def hexes(size: int) -> PixelCanvas:
    """A hex surrounded by a ring of six."""
    canvas = room(size, CARVED)
    middle, radius = size / 2, 0.155 * size
    hexagon(canvas, (middle, middle), radius, GOLDEN)
    for place, (across, down) in enumerate(AROUND):
        at = (middle + across * 0.143 * size, middle + down * 0.247 * size)
        hexagon(canvas, at, radius, ORANGE if place == 3 else STONE)
    return canvas


def ship(size: int) -> PixelCanvas:
    """A ship at sea."""
    canvas = room(size, SEA)
    unit = size / 110
    for shape in SHIP:
        placed = [(size / 2 + x * unit, 0.48 * size + y * unit) for x, y in shape]
        canvas.polygon(placed, SAIL)
    crests = [(0.1 * size * (1 + wave), size * (0.86 - 0.03 * (wave % 2))) for wave in range(9)]
    canvas.line(crests, 0.05 * size, FOAM)
    return canvas


def save(name: str, canvas: PixelCanvas, corner: float, finer: int = 1) -> None:
    """Write an icon; the area outside its rounded corners is transparent."""
    size = len(canvas.pixels)
    shape = PixelCanvas(size, size)
    shape.rounded((size / 2, size / 2), (size, size), corner * size, "#ffffff")
    opaque = shape.pixels[..., :1] if corner else np.ones((size, size, 1), np.float32)
    pixels = np.concatenate([canvas.pixels, opaque], axis=2)
    small = pixels.reshape(size // finer, finer, size // finer, finer, 4).mean(axis=(1, 3))
    (ICONS / f"{name}.png").write_bytes(encode_png((small * 255 + 0.5).astype(np.uint8)))


if __name__ == "__main__":
    main()
