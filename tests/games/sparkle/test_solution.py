from dataclasses import replace

import numpy as np
import pytest

from dicehall.games.sparkle.rules import Sparkle
from dicehall.games.sparkle.solver import solution as sparkle
from dicehall.games.sparkle.solver.bounds import Ceiling, most_in_a_turn
from dicehall.games.sparkle.solver.horizon import HORIZONS, Horizon
from dicehall.games.sparkle.solver.solution import SparkleSolution
from dicehall.games.sparkle.solver.turns import flat_layout, solve_lower, solve_upper
from games.sparkle.naive_sparkle import NaiveSparkle

SMALL = Horizon("gentle", turns=3, fine=100, coarse=10, highest=200, points=50, spare=10, extra=6)


def solved(horizon: Horizon) -> SparkleSolution:
    gains = dict(solve_lower(horizon))
    return SparkleSolution(horizon, tuple(gains[turn] for turn in range(1, horizon.turns + 1)))


@pytest.mark.parametrize(
    ("curve", "turns", "points", "turn", "total", "extra"),
    [
        ("classic", 2, 2, 2, 190, 1),  # the last turn, and a threshold just ahead
        ("gentle", 3, 1, 2, 50, 0),  # two turns; a fizzle of five dice brings an Extra Die
        ("gentle", 4, 2, 4, 100, 0),  # the threshold is reached already
    ],
)
def test_the_value_is_that_of_plain_recursion_over_the_rules(
    curve, turns, points, turn, total, extra
):
    horizon = Horizon(curve, turns, 200, 50, 400, points, 0, 9)
    state = replace(Sparkle(curve).start(), number=turn, total=total, extra=extra)
    naive = NaiveSparkle(Sparkle(curve), turns, points).value(state)
    assert solved(horizon).start_value(turn, total, extra) == pytest.approx(naive, abs=1e-9)


def test_a_wider_horizon_is_worth_more_and_none_is_worth_more_than_the_upper_solution():
    most = most_in_a_turn(flat_layout(), 12)
    wider = replace(SMALL, turns=4)
    lower, wider_lower = solved(SMALL).value, solved(wider).value
    upper = solve_upper(SMALL, Ceiling(SMALL.game, most))
    wider_upper = solve_upper(wider, Ceiling(SMALL.game, most))
    assert lower < wider_lower < wider_upper < upper


def test_more_total_gains_at_least_as_much():
    solution = solved(SMALL)
    totals = np.arange(50, 600, 5)
    gains = solution.start_values(2, totals, 3) - totals
    assert np.all(np.diff(gains[totals <= 100]) >= -1e-4)
    assert np.all(gains >= 0)


def test_a_tablebase_is_kept_and_read_again(monkeypatch, tmp_path):
    monkeypatch.setenv("DICEHALL_CACHE", str(tmp_path))
    monkeypatch.setitem(HORIZONS, "gentle", SMALL)
    assert sparkle.load("gentle") is None
    turns = []
    kept = sparkle.solve("gentle", turns.append)
    loaded = sparkle.load("gentle")
    assert turns == [3, 2, 1]
    assert loaded.value == kept.value == pytest.approx(solved(SMALL).value, abs=1e-3)
