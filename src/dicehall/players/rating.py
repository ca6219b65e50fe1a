"""Glicko ratings of players, assuming that their strength never changes.

Mark E. Glickman, "The Glicko system" (1995). As players do not improve here, deviations only
shrink; what remains says how certain a rating is.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log, pi, sqrt

START = 1500.0
UNKNOWN = 350.0
"""The rating and deviation of an unknown player."""
CONFIDENCE = 1.96
"""A 95 % interval reaches this many standard errors to both sides."""
SCALE = log(10) / 400
"""Converts a rating difference into logits."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's strength and its standard deviation."""

    rating: float = START
    deviation: float = UNKNOWN

    @property
    def interval(self) -> float:
        """Half the width of the 95 % confidence interval."""
        return CONFIDENCE * self.deviation


GameResult = tuple[str, str, float]
"""Two players and the first one's points: 1, 0.5 or 0."""


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


def expected_share(own: Rating, other: Rating) -> float:
    """The expected share of points against another rating."""
    return 1 / (1 + 10 ** (-_certainty(other.deviation) * (own.rating - other.rating) / 400))


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


def updated(own: Rating, games: Sequence[tuple[Rating, float]]) -> Rating:
    """A rating after some games, each an opponent's rating and the points."""
    information, surprise = 1 / own.deviation**2, 0.0
    for other, points in games:
        certainty, expected = _certainty(other.deviation), expected_share(own, other)
        information += (SCALE * certainty) ** 2 * expected * (1 - expected)
        surprise += certainty * (points - expected)
    return Rating(own.rating + SCALE * surprise / information, sqrt(1 / information))


def _certainty(deviation: float) -> float:
    """The weight of a result against an opponent with this deviation: Glicko's g(RD)."""
    return 1 / sqrt(1 + 3 * (SCALE * deviation / pi) ** 2)
