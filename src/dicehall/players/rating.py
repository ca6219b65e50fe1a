"""Ratings of players from the games between them: Glicko, with one strength for all time.

Mark E. Glickman, "The Glicko system" (1995). Players do not get stronger here, so a deviation only
shrinks; what is left of it says how sure the rating is.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log, pi, sqrt

START = 1500.0
UNKNOWN = 350.0
"""The rating and the deviation of a player of whom nothing is known."""
CONFIDENCE = 1.96
"""So many standard errors on both sides hold the truth in 95 of 100 cases."""
SCALE = log(10) / 400
"""Turns a difference of ratings into one of logits."""


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a player is, and the standard deviation of that."""

    rating: float = START
    deviation: float = UNKNOWN

    @property
    def interval(self) -> float:
        """Half the width of the 95 % interval."""
        return CONFIDENCE * self.deviation


Result = tuple[str, str, float]
"""Two players, and the points of the first: 1, a half or 0."""


def rate(periods: Sequence[Sequence[Result]]) -> dict[str, Rating]:
    """The ratings after some periods; within one period all play with the ratings before it.

    >>> ratings = rate([[("ann", "bob", 1.0)]])
    >>> round(ratings["ann"].rating), round(ratings["bob"].rating)
    (1662, 1338)
    """
    ratings: dict[str, Rating] = {}
    for results in periods:
        ratings |= _after(ratings, results)
    return ratings


def expected_share(own: Rating, other: Rating) -> float:
    """The share of the points that a rating promises against another."""
    return 1 / (1 + 10 ** (-_certainty(other.deviation) * (own.rating - other.rating) / 400))


def _after(ratings: Mapping[str, Rating], results: Sequence[Result]) -> dict[str, Rating]:
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
    """A rating after some games: whom they were against, and the points."""
    information, surprise = 1 / own.deviation**2, 0.0
    for other, points in games:
        certainty, expected = _certainty(other.deviation), expected_share(own, other)
        information += (SCALE * certainty) ** 2 * expected * (1 - expected)
        surprise += certainty * (points - expected)
    return Rating(own.rating + SCALE * surprise / information, sqrt(1 / information))


def _certainty(deviation: float) -> float:
    """How much a result tells against an opponent whose rating is so uncertain: g(RD)."""
    return 1 / sqrt(1 + 3 * (SCALE * deviation / pi) ** 2)
