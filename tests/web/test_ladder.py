"""A guest's ladder: ratings on the scale of the levels, and whom to play next."""

from dataclasses import replace
from random import Random
from statistics import fmean

import pytest

from dicehall.game import Entry, find_game, games
from dicehall.match.store.figures import PlayedSeat
from dicehall.players.rating import Rating, expected_share
from dicehall.web.ladder import Standing, measured, rating_of, standings
from dicehall.web.views.ladder import ladder_rows
from web.test_figures import figures, seat

RATED = [entry for entry in games().values() if measured(entry, "RATINGS", entry.name)]
BONES = measured(find_game("knucklebones"), "RATINGS", "knucklebones")


def standing_at(game: str, *seats: PlayedSeat, alone: bool = False) -> Standing:
    found = standings(figures(*seats))
    return next(one for one in found if (one.game, one.alone) == (game, alone))


@pytest.mark.parametrize("entry", RATED, ids=lambda entry: entry.name)
def test_every_level_has_a_rating_above_the_one_before(entry: Entry) -> None:
    ratings = measured(entry, "RATINGS", entry.name)
    assert tuple(ratings) == entry.levels
    assert list(ratings.values()) == sorted(ratings.values())


def climb(true: float, count: int, random: Random) -> Rating:
    """The rating of a guest of this strength who plays the nearest level each time."""
    results: list[tuple[str, float]] = []
    while len(results) < count:
        own = rating_of(BONES, results).rating
        level = min(BONES, key=lambda one: abs(BONES[one] - own))
        share = expected_share(Rating(true), Rating(BONES[level], 0))
        results.append((level, float(random.random() < share)))
    return rating_of(BONES, results)


def test_the_true_strength_is_inside_the_interval() -> None:
    random = Random(8)
    climbed = [(true, climb(true, 30, random)) for true in (1400, 1500, 1600, 1680) * 40]
    inside = fmean(abs(own.rating - true) <= own.interval for true, own in climbed)
    assert 0.9 < inside <= 1
    assert fmean(own.interval for _true, own in climbed) == pytest.approx(120, abs=20)


def test_only_counted_matches_against_levels_are_rated() -> None:
    counted = [seat(1, level="easy"), seat(2, level="normal", won=False, other_won=True)]
    rest = [seat(3, mark="practice"), seat(4, level="", holder="guest-b"), seat(5, level="bought")]
    own = standing_at("knucklebones", *counted, *rest)
    assert own.count == 2
    assert own.value == rating_of(BONES, [("normal", 0), ("easy", 1)]).rating
    assert own.error


def test_who_is_next() -> None:
    assert standing_at("knucklebones").next == "easy"
    assert standing_at("knucklebones", *(seat(n) for n in range(12))).next == "perfect"
    lost = {"won": False, "other_won": True}
    assert standing_at("knucklebones", *(seat(n, **lost) for n in range(12))).next == "easy"
    alone = [seat(n, "fune", 215, level=None) for n in range(6)]
    assert standing_at("fune", *alone, alone=True).next == "hard"
    assert standing_at("fune", *alone).count == 0
    perfect = [seat(n, "fune", 300, level=None) for n in range(6)]
    assert standing_at("fune", *perfect, alone=True).next == "perfect"


@pytest.mark.parametrize(
    ("value", "error", "place"),
    [
        (1545, 80, "Stronger than Pip, weaker than Captain Owl"),
        (1689, 60, "Stronger than Ember"),
        (1400, 60, "Weaker than Marrow"),
        (1560, 300, "Too early to say"),
        (1560, None, "Too early to say"),
    ],
)
def test_the_place_names_who_is_outside_the_interval(
    value: float, error: float | None, place: str
) -> None:
    one = replace(standing_at("knucklebones", seat(1)), value=value, error=error, alone=True)
    (row,) = ladder_rows([one])
    assert row.place == place


def test_a_row_says_how_sure_it_is_and_what_to_expect() -> None:
    rows = {(row.entry.name, row.alone): row for row in ladder_rows(standings(figures(seat(1))))}
    row = rows["knucklebones", False]
    assert row.line == "Rating 1,575 ± 348, after 1 match against computer players."
    assert row.advice == "Next: Ember. You should win about 46% of your matches (likely 10 to 86%)."
    assert row.fields == {"opponent": "hard"}
    assert row.own
    assert 0 <= row.own.low < row.own.x < row.own.low + row.own.width <= 100
    fresh = rows["sparkle", True]
    assert (fresh.place, fresh.line, fresh.own) == ("Not played yet", "", None)
    assert fresh.fields == {"opponent": "alone", "curve": "gentle"}
