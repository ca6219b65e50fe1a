"""The evaluation curve of a match; every part of it links to the replay.

Positions are percentages of the picture's size, so the picture can fill the space it has. Labels
stand beside it, in the page's own font size.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, log10
from statistics import fmean

from dicehall.game_page.advice import win_percent
from dicehall.players.review import JudgedDecision, Review
from dicehall.players.worth import POINTS
from dicehall.words.numbers import say_number, say_percent

APART = 9.0
"""The minimum distance between two numbers above the curve: their width on a phone."""
MOST_TICKS = 6


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """A decision on the curve. A click on the `width` from `start` on opens its moment."""

    moment: int
    x: float
    y: float
    start: float
    width: float


@dataclass(frozen=True, slots=True)
class RankMark:
    """The number of a costly move. It is shown above the curve, at `above`, so that it hides
    nothing; a line leads from it down to `x` and `y`."""

    rank: int
    """From 1, the worst first."""
    moment: int
    x: float
    y: float
    above: float


@dataclass(frozen=True, slots=True)
class AxisMark:
    """A position on an axis, and its label."""

    at: float
    words: str


@dataclass(frozen=True, slots=True)
class Curve:
    """Everything that the picture shows."""

    line: str
    dots: tuple[CurvePoint, ...]
    ranks: tuple[RankMark, ...]
    heights: tuple[AxisMark, ...]
    """The labels of the evenly spaced horizontal lines, the highest first."""
    moves: tuple[AxisMark, ...]
    """The positions of some move numbers."""
    at: float | None
    """The current position of the replay."""


def draw_curve(
    review: Review, seat: int, numbered: Sequence[JudgedDecision], at: int | None = None
) -> Curve:
    """The curve from the perspective of a seat, with numbers at the costliest moves."""
    points = review.unit == POINTS
    course = {
        moment: value if points else win_percent(-value if seat else value)
        for moment, value in review.curve
    }
    levels = _bounds(min(course.values()), max(course.values())) if points else (0.0, 50.0, 100.0)
    low, high, last = levels[0], levels[-1], max(1, *course)

    def x(moment: float) -> float:
        return round(100 * moment / last, 2)

    def y(value: float) -> float:
        return round(100 * (high - value) / (high - low), 2)

    moments = [one.moment for one in review.judged]
    ranked = dict(enumerate(numbered, start=1))
    above = _apart({rank: x(one.moment + 1) for rank, one in ranked.items()})
    return Curve(
        line=" ".join(f"{x(moment)},{y(value)}" for moment, value in course.items()),
        dots=tuple(
            CurvePoint(moment, x(moment + 1), y(course[moment + 1]), x(moment), x(end - moment))
            for moment, end in pairwise([*moments, last])
        ),
        ranks=tuple(
            RankMark(
                rank,
                one.moment,
                x(one.moment + 1),
                y(course[one.moment + 1]),
                round(above[rank], 2),
            )
            for rank, one in ranked.items()
        ),
        heights=tuple(
            AxisMark(y(value), say_number(value) if points else say_percent(value))
            for value in reversed(levels)
        ),
        moves=tuple(AxisMark(x(moments[n - 1] + 1), str(n)) for n in _ticks(len(moments))),
        at=None if at is None else x(at),
    )


def _bounds(low: float, high: float) -> tuple[float, ...]:
    """Evenly spaced round numbers that enclose a range, lowest first.

    >>> _bounds(187.2, 251.0)
    (180.0, 200.0, 220.0, 240.0, 260.0)
    """
    step = _round_step(max(high - low, 1.0) / 4)
    first, last = floor(low / step), max(ceil(high / step), floor(low / step) + 1)
    return tuple(number * step for number in range(first, last + 1))


def _round_step(rough: float) -> float:
    """The next round number that is at least `rough`.

    >>> _round_step(16.0), _round_step(0.3)
    (20.0, 0.5)
    """
    power: float = 10.0 ** floor(log10(rough))
    return next(size * power for size in (1, 2, 5, 10) if size * power >= rough)


def _ticks(count: int) -> range:
    """A few round numbers from 1 to `count`.

    >>> list(_ticks(52)), list(_ticks(3)), list(_ticks(0))
    ([10, 20, 30, 40, 50], [1, 2, 3], [])
    """
    step = max(1, int(_round_step(max(count, 1) / MOST_TICKS)))
    return range(step, count + 1, step)


def _apart(places: dict[int, float]) -> dict[int, float]:
    """The same positions in the same order, moved as little as possible (least squares, by pooling
    neighbours that would overlap) so that they are at least `APART` from each other.

    >>> _apart({1: 50.0, 2: 52.0, 3: 100.0})
    {1: 46.5, 2: 55.5, 3: 95.5}
    """
    order = sorted(places, key=lambda rank: places[rank])
    crowds: list[list[float]] = []
    for before, rank in enumerate(order):
        crowd = [places[rank] - APART * before]
        while crowds and fmean(crowds[-1]) > fmean(crowd):
            crowd = [*crowds.pop(), *crowd]
        crowds.append(crowd)
    least, most = APART / 2, 100 + APART / 2 - APART * len(order)
    starts = [min(max(fmean(crowd), least), most) for crowd in crowds for _one in crowd]
    return {
        rank: start + APART * before
        for before, (rank, start) in enumerate(zip(order, starts, strict=True))
    }
