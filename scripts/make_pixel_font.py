"""Makes the pixel font of Knuckles from the bitmaps in glyphs.txt; run it after changing them."""

from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib.tables._g_l_y_f import Glyph

BITMAPS = Path(__file__).with_name("glyphs.txt")
TARGET = Path(__file__).parents[1] / "src/dicehall/web/static/pixel.woff2"

PIXEL = 100
ROWS = 7
WIDTH = 6 * PIXEL
UNITS_PER_EM = 9 * PIXEL
EPOCH = 2_082_844_800
"""1970-01-01 in seconds since 1904-01-01, the epoch of font files."""


def main() -> None:
    """Write the font file."""
    bitmaps = dict(_read(line) for line in BITMAPS.read_text(encoding="utf-8").splitlines())
    names = {sign: f"u{ord(sign):04x}" for sign in bitmaps}
    characters = {ord(sign): name for sign, name in names.items()}
    characters |= {ord(sign.lower()): name for sign, name in names.items()}  # for lower case too
    glyphs = {name: _draw(bitmaps[sign]) for sign, name in names.items()}
    empty = TTGlyphPen(None).glyph()
    order = [".notdef", "space", *glyphs]
    builder = FontBuilder(UNITS_PER_EM, isTTF=True)
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap({0x20: "space", **characters})
    builder.setupGlyf({".notdef": empty, "space": empty, **glyphs})
    builder.setupHorizontalMetrics(dict.fromkeys(order, (WIDTH, 0)))
    builder.setupHorizontalHeader(ascent=8 * PIXEL, descent=-PIXEL)
    builder.setupNameTable({"familyName": "Dicehall Pixel", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=8 * PIXEL, sTypoDescender=-PIXEL, usWinAscent=8 * PIXEL)
    builder.setupPost()
    head = builder.font["head"]
    head.created = head.modified = EPOCH  # for reproducible builds
    builder.font.flavor = "woff2"
    builder.font.save(TARGET)


def _read(line: str) -> tuple[str, list[str]]:
    sign, *rows = line.split(" ")
    assert len(rows) == ROWS, line
    return sign, rows


def _draw(rows: list[str]) -> Glyph:
    """A rectangle for every run of set pixels in a row."""
    pen = TTGlyphPen(None)
    for number, row in enumerate(rows):
        bottom = (ROWS - 1 - number) * PIXEL
        left = 0
        for run in row.replace("#.", "# .").replace(".#", ". #").split():
            right = left + len(run) * PIXEL
            if run[0] == "#":
                corners = [(left, bottom), (left, bottom + PIXEL), (right, bottom + PIXEL)]
                pen.moveTo(corners[0])
                for corner in (*corners[1:], (right, bottom)):
                    pen.lineTo(corner)
                pen.closePath()
            left = right
    return pen.glyph()


if __name__ == "__main__":
    main()
