"""Sheets to print and play on with real dice: line drawings on A4, written as SVG or PDF.

All lengths are in millimetres, from the upper left corner. A PDF uses a font that every reader has,
so its text must be in a Western alphabet.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Literal

WIDTH, HEIGHT = 210, 297
POINTS = 72 / 25.4
"""Points in a millimetre."""
INK = 0.3
"""The width of lines."""

Anchor = Literal["start", "middle", "end"]
ANCHORS: dict[Anchor, float] = {"start": 0.0, "middle": 0.5, "end": 1.0}


@dataclass(frozen=True, slots=True)
class Polygon:
    """A closed shape; `grey` fills it, from 0 (black) to 1 (white)."""

    points: tuple[tuple[float, float], ...]
    grey: float = 1.0


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text, whose baseline starts, is centred or ends at a point."""

    x: float
    y: float
    size: float
    text: str
    anchor: Anchor = "start"


Shape = Polygon | Text


def box(x: float, y: float, width: float, height: float, grey: float = 1.0) -> Polygon:
    """A rectangle."""
    return Polygon(((x, y), (x + width, y), (x + width, y + height), (x, y + height)), grey)


def as_svg(shapes: Sequence[Shape]) -> str:
    """A sheet as SVG.

    >>> as_svg([Text(10, 20, 5, "6 & up", "middle")]).splitlines()[2]
    '<text x="10" y="20" font-size="5" text-anchor="middle">6 &amp; up</text>'
    """
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}mm" height="{HEIGHT}mm"'
            f' viewBox="0 0 {WIDTH} {HEIGHT}" font-family="Helvetica, Arial, sans-serif">',
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
            *map(_svg_shape, shapes),
            "</svg>\n",
        ]
    )


def _svg_shape(shape: Shape) -> str:
    match shape:
        case Polygon(points=points, grey=grey):
            corners = " ".join(f"{x:.5g},{y:.5g}" for x, y in points)
            fill = f"{round(255 * grey):02x}" * 3
            return (
                f'<polygon points="{corners}" fill="#{fill}" stroke="#000" stroke-width="{INK}"/>'
            )
        case Text(x=x, y=y, size=size, text=text, anchor=anchor):
            at = f'x="{x:.5g}" y="{y:.5g}" font-size="{size:g}" text-anchor="{anchor}"'
            return f"<text {at}>{escape(text)}</text>"


def as_pdf(shapes: Sequence[Shape]) -> bytes:
    """A sheet as PDF, of one page."""
    drawn = b"\n".join(map(_pdf_shape, shapes))
    page = (
        f"/Type /Page /Parent 2 0 R /MediaBox [0 0 {WIDTH * POINTS:.2f} {HEIGHT * POINTS:.2f}]"
        " /Resources << /Font << /F 4 0 R >> >> /Contents 5 0 R"
    )
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< {page} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(drawn), drawn),
    ]
    written, places = b"%PDF-1.4\n", list[int]()
    for number, one in enumerate(objects, start=1):
        places.append(len(written))
        written += b"%d 0 obj\n%s\nendobj\n" % (number, one)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    trailer = b"trailer\n<< /Size %d /Root 1 0 R >>\n" % (len(objects) + 1)
    return written + head + table + trailer + b"startxref\n%d\n%%%%EOF\n" % len(written)


def _pdf_shape(shape: Shape) -> bytes:
    match shape:
        case Polygon(points=points, grey=grey):
            (x, y), *rest = points
            lines = " ".join(f"{_place(*to)} l" for to in rest)
            return f"{grey:g} g {INK * POINTS:.2f} w {_place(x, y)} m {lines} b".encode()
        case Text(x=x, y=y, size=size, text=text, anchor=anchor):
            left = x - ANCHORS[anchor] * size * _width(text)
            spelled = text.encode("cp1252").translate(None, b"\\()")
            begin = f"BT 0 g /F {size * POINTS:.2f} Tf {_place(left, y)} Td (".encode()
            return begin + spelled + b") Tj ET"


def _place(x: float, y: float) -> str:
    """A point as PDF counts: from the lower left corner."""
    return f"{x * POINTS:.2f} {(HEIGHT - y) * POINTS:.2f}"


_WIDTHS = (
    *(278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278),
    *(556,) * 10,
    *(278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667),
    *(556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278),
    *(469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556),
    *(556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584),
)
"""Of Helvetica's characters from the space to the tilde, in thousandths of the size."""


def _width(text: str) -> float:
    """The width of a text of size 1."""
    return sum(_WIDTHS[ord(sign) - 32] if " " <= sign <= "~" else 556 for sign in text) / 1000
