"""Ratings: the worked examples of Glickman's papers, and players whose strength is known."""

from itertools import combinations
from random import Random

import pytest

from dicehall.players.rating import Rating, expected_share, rate, rated, updated

OWN = Rating(1500, 200, 0.06)
PERIOD = [
    (Rating(1400, 30), 1.0),
    (Rating(1550, 100), 0.0),
    (Rating(1700, 300), 0.0),
]


def test_the_example_of_glickmans_paper() -> None:
    after = updated(OWN, PERIOD)
    assert (after.rating, after.deviation) == (pytest.approx(1464, 0.1), pytest.approx(151.4, 0.1))


def test_known_strengths_are_found_again() -> None:
    random, strengths = Random(1), {"easy": 0, "normal": 90, "hard": 200}
    results = [
        [
            (one, two, float(random.random() < 1 / (1 + 10 ** ((strong[1] - strong[0]) / 400))))
            for one, two in combinations(strengths, 2)
            for strong in [(strengths[one], strengths[two])]
        ]
        for _ in range(1500)
    ]
    ratings = rate(results)
    for one, two in combinations(strengths, 2):
        found, sure = (ratings[two].rating - ratings[one].rating), ratings[two].interval
        assert found == pytest.approx(strengths[two] - strengths[one], abs=2 * sure)
        assert sure < 15


def test_equals_share_the_points_and_a_draw_changes_nothing() -> None:
    ratings = rate([[("ann", "bob", 0.5)]])
    assert ratings["ann"] == ratings["bob"]
    assert ratings["ann"].rating == 1500
    assert ratings["ann"].deviation < Rating().deviation
    assert expected_share(ratings["ann"], ratings["bob"]) == 0.5


def test_the_worked_example_of_glicko_2() -> None:
    after = rated(OWN, PERIOD)
    assert after.rating == pytest.approx(1464.06, abs=0.015)  # the paper rounds on the way
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_period_without_games_only_makes_the_rating_less_certain() -> None:
    after = rated(OWN, [])
    assert (after.rating, after.volatility) == (1500, 0.06)
    assert after.deviation == pytest.approx(200.2714, abs=0.0001)


def test_surprising_results_raise_the_volatility() -> None:
    steady = Rating(1500, 50, 0.06)
    weak, lost = Rating(900, 30), 0.0
    assert rated(steady, [(weak, lost)] * 10).volatility > 0.06
