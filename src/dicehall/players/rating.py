"""Glicko ratings: a strength, and how certain it is.

`updated` and `rate` assume that strengths never change, as those of levels in the arena: deviations
only shrink (Mark E. Glickman, "The Glicko system", 1995). `rated` is for people, who improve: it
also estimates how steady their results are (Glickman, "Example of the Glicko-2 system", 2022).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt

START = 1500.0
UNKNOWN = 350.0
VOLATILITY = 0.06
"""The rating, deviation and volatility of an unknown player."""
CONFIDENCE = 1.96
"""A 95 % interval reaches this many standard errors to both sides."""
SCALE = 400 / log(10)
"""Rating points per unit of the internal scale, on which 0 is `START`."""
TAU = 0.5
"""How much a volatility can change: between 0.3 and 1.2."""
PRECISION = 1e-6
MOST_STEPS = 100


@dataclass(frozen=True, slots=True)
class Rating:
    """A strength, its standard deviation, and how much it is expected to change in a period."""

    rating: float = START
    deviation: float = UNKNOWN
    volatility: float = VOLATILITY

    @property
    def interval(self) -> float:
        """Half the width of the 95 % confidence interval."""
        return CONFIDENCE * self.deviation

    @property
    def mu(self) -> float:
        return (self.rating - START) / SCALE

    @property
    def phi(self) -> float:
        return self.deviation / SCALE


RatedGames = Sequence[tuple[Rating, float]]
"""Opponents, and the points against them: 1, 0.5 or 0."""
GameResult = tuple[str, str, float]
"""Two players and the first one's points."""


def expected_share(own: Rating, other: Rating) -> float:
    """The expected share of points against another rating.

    >>> expected_share(Rating(1500, 50), Rating(1500, 50))
    0.5
    """
    return 1 / (1 + exp(-_weight(other) * (own.mu - other.mu)))


def rate(periods: Sequence[Sequence[GameResult]]) -> dict[str, Rating]:
    """The ratings after some periods; games within a period use the ratings before it.

    >>> ratings = rate([[("ann", "bob", 1.0)]])
    >>> round(ratings["ann"].rating), round(ratings["bob"].rating)
    (1662, 1338)
    """
    ratings: dict[str, Rating] = {}
    for results in periods:
        ratings |= _after(ratings, results)
    return ratings


def updated(own: Rating, games: RatedGames) -> Rating:
    """The rating after some games, if the strength has not changed."""
    return _moved(own, own.phi**2, *_evidence(own, games), own.volatility)


def rated(own: Rating, games: RatedGames) -> Rating:
    """The rating after a period with these games. Without games, only the deviation grows.

    >>> after = rated(Rating(1500, 200), [(Rating(1400, 30), 1.0)])
    >>> round(after.rating), round(after.deviation)
    (1564, 175)
    """
    if not games:
        grown = SCALE * sqrt(own.phi**2 + own.volatility**2)
        return Rating(own.rating, grown, own.volatility)
    information, surprise = _evidence(own, games)
    volatility = _volatility(own, 1 / information, surprise / information)
    return _moved(own, own.phi**2 + volatility**2, information, surprise, volatility)


def wilson_interval(share: float, count: int) -> tuple[float, float]:
    """The middle of the 95 % Wilson interval of a share of `count` results, and half its width."""
    weight = CONFIDENCE**2 / count
    half = sqrt(weight * share * (1 - share) + weight**2 / 4)
    return (share + weight / 2) / (1 + weight), half / (1 + weight)


def _after(ratings: Mapping[str, Rating], results: Sequence[GameResult]) -> dict[str, Rating]:
    """The new ratings of those who played in a period."""
    played: dict[str, list[tuple[str, float]]] = {}
    for first, second, points in results:
        played.setdefault(first, []).append((second, points))
        played.setdefault(second, []).append((first, 1 - points))
    before = {player: ratings.get(player, Rating()) for player in played}
    return {
        player: updated(own, [(before[other], points) for other, points in played[player]])
        for player, own in before.items()
    }


def _evidence(own: Rating, games: RatedGames) -> tuple[float, float]:
    """How much the games say about a strength, and by how much they surpass what was expected."""
    information = surprise = 0.0
    for other, points in games:
        weight, share = _weight(other), expected_share(own, other)
        information += weight**2 * share * (1 - share)
        surprise += weight * (points - share)
    return information, surprise


def _moved(
    own: Rating, variance: float, information: float, surprise: float, volatility: float
) -> Rating:
    """The rating after this evidence; `variance` is that of the strength before it."""
    phi = 1 / sqrt(1 / variance + information)
    return Rating(START + SCALE * (own.mu + phi**2 * surprise), SCALE * phi, volatility)


def _weight(other: Rating) -> float:
    """How much a result against this opponent says: Glickman's g(phi)."""
    return 1 / sqrt(1 + 3 * other.phi**2 / pi**2)


def _volatility(own: Rating, variance: float, change: float) -> float:
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
