"""The course of a match as a picture in SVG, every part of it a way into the replay."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, log10

from dicehall.page.advice import win_percent
from dicehall.players.review import Judged, Review
from dicehall.players.worth import POINTS

WIDTH, HEIGHT = 480, 170
MARGIN = 14


@dataclass(frozen=True, slots=True)
class Dot:
    """A decision in the picture: a click on the part from `x` on leads to its moment."""

    moment: int
    x: float
    y: float
    start: float
    width: float
    rank: int
    """The place among the moves that cost most, from 1; 0 for all others."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A line across the picture, and what is written beside it."""

    y: float
    words: str


@dataclass(frozen=True, slots=True)
class Curve:
    """Everything that is drawn."""

    line: str
    dots: tuple[Dot, ...]
    marks: tuple[Mark, ...]
    at: float | None
    """Where the replay stands."""
    width: int = WIDTH
    height: int = HEIGHT


def draw_curve(
    review: Review, seat: int, numbered: Sequence[Judged], at: int | None = None
) -> Curve:
    """The curve as a seat sees it, with numbers at the moves that cost most."""
    points = review.unit == POINTS
    course = [
        (moment, value if points else win_percent(-value if seat else value))
        for moment, value in review.curve
    ]
    values = [value for _, value in course]
    bounds = _bounds(min(values), max(values)) if points else (0.0, 50.0, 100.0)
    low, high, last = bounds[0], bounds[-1], max(1, course[-1][0])

    def x(moment: float) -> float:
        return round(MARGIN + (WIDTH - 2 * MARGIN) * moment / last, 1)

    def y(value: float) -> float:
        return round(HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * (value - low) / (high - low), 1)

    heights = dict(course)
    ranks = {one.moment: rank for rank, one in enumerate(numbered, start=1)}
    moments = [one.moment for one in review.judged]
    return Curve(
        line=" ".join(f"{x(moment)},{y(value)}" for moment, value in course),
        dots=tuple(
            Dot(
                moment,
                x(moment + 1),
                y(heights[moment + 1]),
                x(moment),
                round(x(end) - x(moment), 1),
                ranks.get(moment, 0),
            )
            for moment, end in pairwise([*moments, last])
        ),
        marks=tuple(Mark(y(value), f"{value:,.0f}" + ("" if points else " %")) for value in bounds),
        at=None if at is None else x(at),
    )


def _bounds(low: float, high: float) -> tuple[float, ...]:
    """Round numbers around some values, lowest first.

    >>> _bounds(187.2, 251.0)
    (180.0, 200.0, 220.0, 240.0, 260.0)
    """
    rough = max(high - low, 1.0) / 4
    power = 10.0 ** floor(log10(rough))
    step = next(size * power for size in (1, 2, 5, 10) if size * power >= rough)
    first, last = floor(low / step), max(ceil(high / step), floor(low / step) + 1)
    return tuple(number * step for number in range(first, last + 1))
