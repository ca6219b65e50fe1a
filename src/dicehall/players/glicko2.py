"""Glicko-2 ratings: a rating, how certain it is, and how steady the player's results are.

Mark E. Glickman, "Example of the Glicko-2 system" (2022). Each call is one rating period.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt

START = 1500.0
UNKNOWN = 350.0
VOLATILITY = 0.06
"""The rating, deviation and volatility of an unknown player."""
SCALE = 173.7178
"""Rating points per unit of the internal scale, on which 0 is `START`."""
TAU = 0.5
"""How much a volatility can change: between 0.3 and 1.2."""
PRECISION = 1e-6
MOST_STEPS = 100


@dataclass(frozen=True, slots=True)
class Glicko2Rating:
    """A strength, its standard deviation, and how much it is expected to change in a period."""

    rating: float = START
    deviation: float = UNKNOWN
    volatility: float = VOLATILITY

    @property
    def mu(self) -> float:
        return (self.rating - START) / SCALE

    @property
    def phi(self) -> float:
        return self.deviation / SCALE


def expected_share(own: Glicko2Rating, other: Glicko2Rating) -> float:
    """The expected share of points against another rating.

    >>> expected_share(Glicko2Rating(1500, 50), Glicko2Rating(1500, 50))
    0.5
    """
    return 1 / (1 + exp(-_weight(other) * (own.mu - other.mu)))


def rated(own: Glicko2Rating, games: Sequence[tuple[Glicko2Rating, float]]) -> Glicko2Rating:
    """The rating after a period with these games: opponents, and the points against them (1, 0.5
    or 0). Without games, only the deviation grows.

    >>> after = rated(Glicko2Rating(1500, 200), [(Glicko2Rating(1400, 30), 1.0)])
    >>> round(after.rating), round(after.deviation)
    (1564, 175)
    """
    if not games:
        grown = SCALE * sqrt(own.phi**2 + own.volatility**2)
        return Glicko2Rating(own.rating, grown, own.volatility)
    information = surprise = 0.0
    for other, points in games:
        weight, share = _weight(other), expected_share(own, other)
        information += weight**2 * share * (1 - share)
        surprise += weight * (points - share)
    variance = 1 / information
    volatility = _volatility(own, variance, variance * surprise)
    before = own.phi**2 + volatility**2
    phi = 1 / sqrt(1 / before + information)
    return Glicko2Rating(START + SCALE * (own.mu + phi**2 * surprise), SCALE * phi, volatility)


def _weight(other: Glicko2Rating) -> float:
    """How much a result against this opponent says: Glickman's g(phi)."""
    return 1 / sqrt(1 + 3 * other.phi**2 / pi**2)


def _volatility(own: Glicko2Rating, variance: float, change: float) -> float:
    """The new volatility, by the Illinois method (step 5 of the paper)."""
    start, square = log(own.volatility**2), own.phi**2

    def slope(x: float) -> float:
        spread = square + variance + exp(x)
        return exp(x) * (change**2 - spread) / (2 * spread**2) - (x - start) / TAU**2

    low = start
    if change**2 > square + variance:
        high = log(change**2 - square - variance)
    else:
        steps = next(k for k in range(1, MOST_STEPS) if slope(start - k * TAU) >= 0)
        high = start - steps * TAU
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > PRECISION:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
