"""A canvas with soft edges. Every shape is a signed distance function: how far a point is outside
the shape, negative inside. At an edge it says how much of a pixel the shape covers.

Lengths are pixels, x runs to the right and y down.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import cos, hypot, radians, sin
from typing import Any

import numpy as np
import numpy.typing as npt

from drawing.strokes import letters_of

Pixels = npt.NDArray[np.floating[Any]]
Point = tuple[float, float]
Distance = Callable[[Pixels, Pixels], Pixels]
"""A signed distance function: how far points are outside a shape, negative inside."""
Paint = str | tuple[str, str]
"""A colour as `#rrggbb`, or one for the top of a shape and one for its bottom."""


class PixelCanvas:
    """Pixels that shapes are painted on."""

    def __init__(self, width: int, height: int) -> None:
        self.pixels: Pixels = np.zeros((height, width, 3), np.float32)

    def light(self, high: str, low: str, at: Point, reach: float) -> None:
        """Fill everything: `high` at a point, `low` as far from it as the light reaches."""
        y, x = _grid(0, self.pixels.shape[0], 0, self.pixels.shape[1])
        far = np.clip(np.hypot(x - at[0], y - at[1]) / reach, 0, 1)[..., None]
        self.pixels[:] = colour(high) * (1 - far) + colour(low) * far

    def rounded(
        self,
        centre: Point,
        size: Point,
        corner: float,
        paint: Paint,
        *,
        turn: float = 0,
        opacity: float = 1,
        blur: float = 1,
    ) -> None:
        """A rectangle with round corners, turned by degrees around its centre."""
        half_x, half_y = size[0] / 2 - corner, size[1] / 2 - corner
        along, across = cos(radians(turn)), sin(radians(turn))

        def distance(x: Pixels, y: Pixels) -> Pixels:
            right, down = x - centre[0], y - centre[1]
            over_x = np.abs(right * along + down * across) - half_x
            over_y = np.abs(down * along - right * across) - half_y
            outside = np.hypot(np.maximum(over_x, 0), np.maximum(over_y, 0))
            return outside + np.minimum(np.maximum(over_x, over_y), 0) - corner

        reach = hypot(*size) / 2 if turn else max(size) / 2
        box = (centre[0] - reach, centre[1] - reach, centre[0] + reach, centre[1] + reach)
        if not turn:
            box = (
                *(centre[0] - size[0] / 2, centre[1] - size[1] / 2),
                *(centre[0] + size[0] / 2, centre[1] + size[1] / 2),
            )
        self._paint(box, distance, paint, opacity, blur)

    def circle(self, centre: Point, radius: float, paint: Paint, *, opacity: float = 1) -> None:
        """A disc."""
        self.rounded(centre, (2 * radius, 2 * radius), radius, paint, opacity=opacity)

    def polygon(self, points: Sequence[Point], paint: Paint, *, opacity: float = 1) -> None:
        """A shape with straight sides, which need not be convex."""
        corners = [*points, points[0]]

        def distance(x: Pixels, y: Pixels) -> Pixels:
            away = np.full((len(y), x.shape[1]), np.inf, np.float32)
            inside = np.zeros(away.shape, bool)
            for a, b in pairwise(corners):
                away = np.minimum(away, _from_segment(x, y, a, b))
                if a[1] != b[1]:
                    level = (a[1] > y) != (b[1] > y)
                    inside ^= level & (x < (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) + a[0])
            return np.where(inside, -away, away)

        self._paint(_box(points), distance, paint, opacity)

    def line(self, points: Sequence[Point], width: float, paint: Paint) -> None:
        """A line through some points, with round ends."""

        def distance(x: Pixels, y: Pixels) -> Pixels:
            away: Pixels = np.minimum.reduce(
                [_from_segment(x, y, a, b) for a, b in pairwise(points)]
            )
            return away - width / 2

        self._paint(_box(points, width / 2), distance, paint)

    def text(self, words: str, centre: Point, height: float, paint: Paint) -> None:
        """Capitals and digits around a point; signs that cannot be drawn are left out."""
        lines, width = letters_of(words)
        left, top = centre[0] - width * height / 2, centre[1] - height / 2
        for line in lines:
            placed = [(left + x * height, top + y * height) for x, y in line]
            self.line(placed, height * STROKE, paint)

    def finished(self) -> npt.NDArray[np.uint8]:
        """The pixels as bytes."""
        return (self.pixels * 255 + 0.5).astype(np.uint8)

    def _paint(
        self,
        box: tuple[float, float, float, float],
        distance: Distance,
        paint: Paint,
        opacity: float = 1,
        blur: float = 1,
    ) -> None:
        """Paint the shape of a distance function within a box; `blur` is how wide its edge is."""
        height, width, _depth = self.pixels.shape
        left, top = max(int(box[0] - blur) - 1, 0), max(int(box[1] - blur) - 1, 0)
        right, bottom = min(int(box[2] + blur) + 2, width), min(int(box[3] + blur) + 2, height)
        if left >= right or top >= bottom:
            return
        y, x = _grid(top, bottom, left, right)
        share = np.clip(0.5 - distance(x, y) / blur, 0, 1)[..., None] * np.float32(opacity)
        if isinstance(paint, str):
            wanted: Pixels = colour(paint)
        else:
            down = np.clip((y - box[1]) / max(box[3] - box[1], 1), 0, 1)[..., None]
            wanted = colour(paint[0]) * (1 - down) + colour(paint[1]) * down
        under = self.pixels[top:bottom, left:right]
        under += share * (wanted - under)


STROKE = 0.13
"""How wide the lines of letters are, in parts of their height."""


def text_width(words: str, height: float) -> float:
    """How much room a text takes."""
    return letters_of(words)[1] * height


def colour(code: str) -> Pixels:
    """`#rrggbb` as red, green and blue from 0 to 1."""
    return np.array([int(code[at : at + 2], 16) for at in (1, 3, 5)], np.float32) / 255


def _grid(top: int, bottom: int, left: int, right: int) -> tuple[Pixels, Pixels]:
    """The centres of pixels: a column of y, and a row of x."""
    half = np.float32(0.5)
    down = np.arange(top, bottom, dtype=np.float32)[:, None] + half
    return down, np.arange(left, right, dtype=np.float32)[None, :] + half


def _from_segment(x: Pixels, y: Pixels, a: Point, b: Point) -> Pixels:
    """How far points are from a line segment."""
    across, down = b[0] - a[0], b[1] - a[1]
    length = across * across + down * down or 1.0
    along = np.clip(((x - a[0]) * across + (y - a[1]) * down) / length, 0, 1)
    away: Pixels = np.hypot(x - a[0] - along * across, y - a[1] - along * down)
    return away


def _box(points: Sequence[Point], more: float = 0) -> tuple[float, float, float, float]:
    across, down = [x for x, _ in points], [y for _, y in points]
    return min(across) - more, min(down) - more, max(across) + more, max(down) + more
