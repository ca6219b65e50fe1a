"""How often each face of a die came up, compared with a fair die. Pure arithmetic."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp, lgamma, log, sqrt

from dicehall.game import Die
from dicehall.players.rating import CONFIDENCE

OUTSIDE = 0.025
"""The probability that a fair die is below the band, and above it: 95 % are within."""

MOST_EXACT = 500
"""Above this expected count the normal approximation is used."""

LEAST_EXPECTED = 5
"""The chi-square test needs at least this expected count."""


@dataclass(frozen=True, slots=True)
class FaceCount:
    """One face: how often it came up, and the band that is usual for a fair die."""

    face: int
    count: int
    low: int
    high: int

    @property
    def within(self) -> bool:
        return self.low <= self.count <= self.high


@dataclass(frozen=True, slots=True)
class FaceFrequencies:
    """The counts of all faces of a die."""

    die: Die
    faces: tuple[FaceCount, ...]

    @property
    def total(self) -> int:
        return sum(face.count for face in self.faces)

    @property
    def expected(self) -> float:
        """The expected count of each face of a fair die."""
        return self.total / len(self.faces)

    @property
    def chi_square(self) -> float:
        """The chi-square statistic of the counts."""
        if not self.total:
            return 0.0
        return sum((face.count - self.expected) ** 2 for face in self.faces) / self.expected

    @property
    def p_value(self) -> float | None:
        """The probability that a fair die is at least this uneven; None with too few rolls."""
        if self.expected < LEAST_EXPECTED:
            return None
        return chi_square_tail(self.chi_square, len(self.faces) - 1)


def frequencies(die: Die, counts: Mapping[int, int]) -> FaceFrequencies:
    """Compare the counts of a die's faces with a fair die.

    >>> from dicehall.game.turns import D6
    >>> fell = frequencies(D6, {1: 8, 2: 11, 3: 9, 4: 10, 5: 12, 6: 10})
    >>> fell.total, fell.expected, fell.chi_square, all(face.within for face in fell.faces)
    (60, 10.0, 1.0, True)
    """
    low, high = band(sum(counts.get(face, 0) for face in die.faces), len(die.faces))
    faces = (FaceCount(face, counts.get(face, 0), low, high) for face in die.faces)
    return FaceFrequencies(die, tuple(faces))


def band(total: int, sides: int) -> tuple[int, int]:
    """The range of counts of one face that 95 % of fair dice stay within.

    >>> band(20, 20), band(600, 6)
    ((0, 3), (82, 118))
    """
    if sides == 1:
        return total, total
    chance = 1 / sides
    if total * chance > MOST_EXACT:
        reach = CONFIDENCE * sqrt(total * chance * (1 - chance))
        return round(total * chance - reach), round(total * chance + reach)
    weight = below = (1 - chance) ** total  # of the binomial distribution at 0, and up to there
    low = None
    for count in range(total + 1):
        if low is None and below >= OUTSIDE:
            low = count
        if below >= 1 - OUTSIDE:
            return low or 0, count
        weight *= (total - count) / (count + 1) * chance / (1 - chance)
        below += weight
    return low or 0, total


def chi_square_tail(value: float, freedom: int) -> float:
    """The probability that chi-square with `freedom` degrees of freedom is at least `value`."""
    return _upper_gamma(freedom / 2, value / 2)


def _upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function Q(a, x).

    Uses the series of its complement where it converges fast, else Lentz's continued fraction.
    """
    if x <= 0:
        return 1.0
    scale = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        n = a
        while term > total * 1e-15:
            n += 1
            term *= x / n
            total += term
        return max(0.0, 1 - scale * total)
    tiny = 1e-300
    b = x + 1 - a
    c, d = 1 / tiny, 1 / b
    fraction = d
    for i in range(1, 10_000):
        step = -i * (i - a)
        b += 2
        d = step * d + b
        c = b + step / c
        d = 1 / (d if abs(d) > tiny else tiny)
        c = c if abs(c) > tiny else tiny
        fraction *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return scale * fraction
