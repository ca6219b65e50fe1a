"""The plots of a guest's own page. Positions are percentages of a plot's size, as in `curve`, and
the page has the same numbers in a table."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import accumulate
from math import ceil

from dicehall.web.figures import Alone, Luck
from dicehall.web.views.today import ResultBar, distribution
from dicehall.words.numbers import say_number

MOST_POINTS = 200
"""More points than this would hide each other."""
APART = 10.0
"""Lines of levels that are closer are left out: their words would overlap."""
WEEKS = 53
CELL = 10.0
BUSY = (1, 2, 4, 7)
"""A day with at least this many matches is drawn stronger."""


@dataclass(frozen=True, slots=True)
class Level:
    """A horizontal line of a plot, and its meaning."""

    y: float
    words: str


@dataclass(frozen=True, slots=True)
class ScorePlot:
    """Scores over time: a dot for each of the latest, and the mean so far."""

    dots: tuple[tuple[float, float], ...]
    mean: str
    levels: tuple[Level, ...]


@dataclass(frozen=True, slots=True)
class SpreadPlot:
    """How the scores are distributed, with the levels' means."""

    bars: tuple[ResultBar, ...]
    own_mean: float


@dataclass(frozen=True, slots=True)
class LuckPlot:
    """The sum of luck after each match, inside what is normal."""

    line: str
    band: str
    most: float
    """The luck at the top; at the bottom it is as much below 0."""


@dataclass(frozen=True, slots=True)
class Year:
    """The days of a year, a column for each week."""

    paths: tuple[str, ...]
    """The squares of days without a match, then by how busy they were."""
    months: tuple[tuple[float, date], ...]
    width: float = WEEKS * CELL
    height: float = 7 * CELL


def score_plot(alone: Alone, means: Mapping[str, float]) -> ScorePlot:
    """Scores in the order of the matches; `means` are those of the levels, by name."""
    scores = alone.scores
    shown = scores[-MOST_POINTS:]
    low, high = min(shown), max(max(shown), min(shown) + 1)

    def y(score: float) -> float:
        return round(96 - 92 * (score - low) / (high - low), 2)

    def x(place: int) -> float:
        return round(2 + 96 * place / max(1, len(shown) - 1), 2)

    levels: list[Level] = []
    for name, mean in means.items():
        apart = not levels or levels[-1].y - y(mean) >= APART
        if low <= mean <= high and apart:
            levels.append(Level(y(mean), f"{name} {say_number(mean)}"))
    means_so_far = [total / n for n, total in enumerate(accumulate(scores), start=1)]
    course = [min(max(mean, low), high) for mean in means_so_far[-MOST_POINTS:]]
    return ScorePlot(
        tuple((x(place), y(score)) for place, score in enumerate(shown)),
        " ".join(f"{x(place)},{y(mean)}" for place, mean in enumerate(course)),
        tuple(levels),
    )


def spread_plot(alone: Alone) -> SpreadPlot:
    """The distribution of scores."""
    bars = distribution(alone.scores, None)
    first, size = bars[0].low, bars[0].high - bars[0].low + 1
    left, step = bars[0].x + bars[0].width / 2, bars[1].x - bars[0].x if len(bars) > 1 else 0.0
    place = (alone.mean.value - first - (size - 1) / 2) / size
    return SpreadPlot(tuple(bars), round(left + step * place, 2))


def luck_plot(luck: Luck) -> LuckPlot:
    """The course of luck; the band holds 95 of 100 courses at each match."""
    places = [round(n * luck.count / MOST_POINTS) for n in range(MOST_POINTS + 1)]
    shown = sorted({*places, luck.count}) if luck.count > MOST_POINTS else range(luck.count + 1)
    course, normal = (0.0, *luck.course), (0.0, *luck.normal)
    most = max(*map(abs, course), *normal) or 1.0

    def at(place: int, value: float) -> str:
        return f"{round(100 * place / luck.count, 2)},{round(50 - 48 * value / most, 2)}"

    upper = [at(place, normal[place]) for place in shown]
    lower = [at(place, -normal[place]) for place in shown]
    return LuckPlot(
        line=" ".join(at(place, course[place]) for place in shown),
        band=" ".join((*upper, *reversed(lower))),
        most=most,
    )


def year_of(days: Counter[date], today: date) -> Year:
    """The weeks up to this one, which start on Monday."""
    start = today - timedelta(weeks=WEEKS - 1, days=today.weekday())
    paths: list[list[str]] = [[] for _ in range(len(BUSY) + 1)]
    for n in range((today - start).days + 1):
        count = days[start + timedelta(n)]
        week, weekday = divmod(n, 7)
        square = f"M{week * CELL + 1:g} {weekday * CELL + 1:g}h8v8h-8z"
        paths[sum(count >= least for least in BUSY)].append(square)
    return Year(tuple("".join(path) for path in paths), tuple(_months(start, today)))


def by_month(days: Counter[date]) -> list[tuple[date, int, int]]:
    """The first day of each month with a match, latest first: days played, and matches."""
    found = defaultdict[date, list[int]](list)
    for day, count in days.items():
        found[day.replace(day=1)].append(count)
    return [(month, len(found[month]), sum(found[month])) for month in sorted(found, reverse=True)]


def _months(start: date, today: date) -> Iterator[tuple[float, date]]:
    """The first days of months, and where their weeks begin."""
    for week in range(WEEKS - 2):
        monday = start + timedelta(weeks=week)
        if monday.day <= 7:
            yield week * CELL, monday.replace(day=1)


def steps(luck: Luck, most: int = 10) -> list[tuple[int, float, float]]:
    """The course of luck as a table of a few rows: matches, the sum, and what is normal."""
    every = ceil(luck.count / most)
    places = [*range(every, luck.count, every), luck.count]
    return [(place, luck.course[place - 1], luck.normal[place - 1]) for place in places]
