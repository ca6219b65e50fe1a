"""A guest's ladder: how strong they are at each game, on the scale of the computer players.

Against these, strength is a Glicko-2 rating. Their own ratings were measured (docs/strength.md)
and never change, so a guest's rating follows from their results alone. At a game alone, strength is
the average score.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from dicehall.game import Entry, games
from dicehall.players.levels import offered
from dicehall.players.rating import Rating, expected_share, rated
from dicehall.web.figures import GuestFigures, result_of

PERIOD = 12
"""Matches of a rating period. Glickman advises 10 to 15."""
UNSURE = 200.0
"""A guest begins where the weakest level stands, with this deviation."""
STEADY = 0.03
"""The volatility before the first match: half of what Glickman suggests for chess, as dice games
have closer ratings."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A guest's strength at a game: a rating or, alone, an average score."""

    game: str
    variant: str
    alone: bool
    count: int
    """The number of matches that it is made of."""
    value: float
    """Without matches, where the guest begins."""
    error: float | None
    """`value` is right within this in 95 of 100 cases; None if there are too few matches."""
    levels: Mapping[str, float]
    """The strength of each level, weakest first."""
    next: str
    """The level to play or, alone, to beat next."""

    def share_against(self, level: str, shift: float = 0.0) -> float:
        """The share of wins to expect against a level, if the rating is off by `shift`."""
        return expected_share(Rating(self.value + shift), Rating(self.levels[level], 0))


def standings(figures: GuestFigures) -> list[Standing]:
    """A guest's strength at each game whose levels were measured: the most played first, then
    those with opponents."""
    found = [
        standing
        for entry in games().values()
        for standing in (*_against_levels(entry, figures), *_alone(entry, figures))
    ]
    return sorted(found, key=lambda standing: (-standing.count, standing.alone))


def rating_of(ratings: Mapping[str, float], results: Sequence[tuple[str, float]]) -> Rating:
    """The rating after these results, oldest first: levels with known ratings, and the points
    against them.

    >>> after = rating_of({"easy": 1446.0}, [("easy", 1.0), ("easy", 0.5)])
    >>> round(after.rating), round(after.deviation)
    (1515, 155)
    """
    own = Rating(min(ratings.values()), UNSURE, STEADY)
    for first in range(0, len(results), PERIOD):
        period = results[first : first + PERIOD]
        own = rated(own, [(Rating(ratings[level], 0), points) for level, points in period])
    return own


def measured(entry: Entry, table: str, key: str) -> dict[str, float]:
    """The measured numbers of the levels in a table of the game's `words`."""
    tables: dict[str, dict[str, float]] = getattr(entry.part("words"), table, {})
    return tables.get(key, {})


def mean_scores(entry: Entry, variant: str) -> dict[str, float]:
    """The mean score of each level alone, at a variant of a game."""
    return measured(entry, "MEAN_SCORES", "" if variant == entry.variants[0] else variant)


def _against_levels(entry: Entry, figures: GuestFigures) -> Iterator[Standing]:
    ratings = measured(entry, "RATINGS", entry.name)
    if not ratings:
        return
    duels = [seat for seat in figures.duels if seat.game == entry.name and seat.level in ratings]
    own = rating_of(ratings, [(str(seat.level), result_of(seat)) for seat in duels])
    there = [level for level in offered(entry.name) if level in ratings]
    nearest = min(there, key=lambda level: abs(ratings[level] - own.rating))
    yield Standing(entry.name, "", False, len(duels), own.rating, own.interval, ratings, nearest)


def _alone(entry: Entry, figures: GuestFigures) -> Iterator[Standing]:
    played = {(one.game, one.variant): one.alone for one in figures.games}
    for variant in entry.variants:
        means = mean_scores(entry, variant)
        if not means:
            continue
        alone = played.get((entry.name, variant))
        value, error = (alone.mean.value, alone.mean.error) if alone else (0.0, None)
        above = [level for level, mean in means.items() if mean > value] or [*means][-1:]
        count = alone.mean.count if alone else 0
        yield Standing(entry.name, variant, True, count, value, error, means, above[0])
