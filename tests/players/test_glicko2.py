"""Glicko-2 against the worked example of Glickman's paper."""

import pytest

from dicehall.players.glicko2 import Glicko2Rating, rated

OWN = Glicko2Rating(1500, 200, 0.06)
PERIOD = [
    (Glicko2Rating(1400, 30), 1.0),
    (Glicko2Rating(1550, 100), 0.0),
    (Glicko2Rating(1700, 300), 0.0),
]


def test_the_worked_example() -> None:
    after = rated(OWN, PERIOD)
    assert after.rating == pytest.approx(1464.06, abs=0.015)  # the paper rounds on the way
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_period_without_games_only_makes_the_rating_less_certain() -> None:
    after = rated(OWN, [])
    assert (after.rating, after.volatility) == (1500, 0.06)
    assert after.deviation == pytest.approx(200.2714, abs=0.0001)


def test_surprising_results_raise_the_volatility() -> None:
    steady = Glicko2Rating(1500, 50, 0.06)
    weak, lost = Glicko2Rating(900, 30), 0.0
    assert rated(steady, [(weak, lost)] * 10).volatility > 0.06
