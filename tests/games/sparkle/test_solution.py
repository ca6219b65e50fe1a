from dataclasses import replace

import numpy as np
import pytest

from dicehall.games.sparkle.rules import Sparkle
from dicehall.games.sparkle.solver import solution as sparkle
from dicehall.games.sparkle.solver.horizon import HORIZONS, Horizon
from dicehall.games.sparkle.solver.kernels import FIRST_THROW
from dicehall.games.sparkle.solver.starts import KEEP_TOTALS, fizzles_at
from dicehall.games.sparkle.solver.turns import at_least, lower_values, solve_lower
from dicehall.solving.tablebases import save_tablebase
from games.sparkle.naive_sparkle import NaiveSparkle
from games.sparkle.small_solutions import solved

SMALL = Horizon(
    "gentle",
    turns=2,
    near=100,
    fine=300,
    highest=300,
    points=40,
    extra=5,
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("curve", "turns", "fine", "highest", "turn", "total", "extra"),
    [
        ("classic", 2, 5, 200, 2, 195, 1),  # the last turn, and a threshold just ahead
        ("gentle", 3, 60, 60, 2, 50, 0),  # two turns; a fizzle of five dice brings an Extra Die
        ("gentle", 4, 5, 100, 4, 100, 0),  # the threshold is reached already
    ],
)
def test_the_value_is_that_of_plain_recursion_over_the_rules(
    curve, turns, fine, highest, turn, total, extra
):
    horizon = Horizon(curve, turns, 0, fine, highest, 1, 9)
    state = replace(horizon.game.start(), number=turn, total=total, extra=extra)
    values = lower_values(horizon, turn, solved(horizon).following(turn))
    value = values[horizon.totals(turn).searchsorted(total), 0, extra]
    assert value == pytest.approx(NaiveSparkle(horizon).turn_value(state), abs=1e-9)


def test_more_total_gains_at_least_as_much():
    solution = solved(SMALL)
    totals = np.arange(50, 600, 5)
    gains = solution.following(1).at(totals, 4)[3] - totals
    assert np.all(np.diff(gains) >= -1e-9)
    assert np.all(gains >= 0)


def test_values_between_known_totals_are_bounded_by_them():
    """The totals of one block are known with the same points, so any two bound those between."""
    horizon = replace(SMALL, curve="classic", highest=100 + 7 * 5)
    known, (turn, *_) = horizon.totals(2), solve_lower(horizon)
    values = lower_values(horizon, 2, KEEP_TOTALS)
    fizzles = fizzles_at(horizon, 2, known, KEEP_TOTALS)
    some = [0, 3, 7]
    lower = at_least(known[some], 200, values[some], fizzles[some], fizzles)
    exact = turn.starts[: values.shape[2], 20:].T
    assert np.all(lower <= exact + 1e-9)
    assert not np.allclose(lower, exact, atol=0.01)
    plain = values[[0, 0, 0, 3, 3, 3, 3, 7], [0, 1, 2, 0, 1, 2, 3, 0]]
    assert np.any(lower > plain + 0.01), "a chord drawn on says more than its upper end"


def test_a_tablebase_is_kept_and_read_again(monkeypatch, tmp_path):
    monkeypatch.setenv("DICEHALL_CACHE", str(tmp_path))
    monkeypatch.setitem(HORIZONS, "gentle", SMALL)
    assert sparkle.load_solved("gentle") is None
    turns = []
    kept = sparkle.solve("gentle", turns.append)
    assert turns == [2, 1]
    assert sparkle.load_solved("gentle").value == kept.value
    assert kept.value == pytest.approx(solved(SMALL).value)


def test_a_tablebase_of_another_format_is_not_read(monkeypatch, tmp_path):
    monkeypatch.setenv("DICEHALL_CACHE", str(tmp_path))
    save_tablebase("sparkle2-classic-7-400-1600-6400-240-16-11-10", np.zeros(10, np.float32))
    assert sparkle.load_solved("classic") is None


@pytest.mark.parametrize(
    ("curve", "value", "apart"), [("classic", 191.184, 0.001), ("gentle", 652.69, 0.1)]
)
def test_the_shipped_tablebases_bound_the_best_score(monkeypatch, tmp_path, curve, value, apart):
    monkeypatch.setenv("DICEHALL_CACHE", str(tmp_path))
    solution = sparkle.load(curve)
    assert solution.value == pytest.approx(value, abs=0.005)
    assert 0 < solution.at_most - solution.value < apart


@pytest.mark.parametrize(
    ("curve", "number", "total", "extra"),
    [("classic", 1, 0, 5), ("classic", 2, 135, 3), ("classic", 4, 805, 0), ("gentle", 9, 300, 7)],
)
def test_a_turn_solved_by_itself_is_worth_what_the_shipped_tablebase_says(
    monkeypatch, tmp_path, curve, number, total, extra
):
    monkeypatch.setenv("DICEHALL_CACHE", str(tmp_path))
    solution = sparkle.load(curve)
    start = replace(Sparkle(curve).start(), number=number, total=total, extra=extra)
    value = solution.turn(start).throws[0, extra, FIRST_THROW]
    assert value == pytest.approx(solution.start_value(number, total, extra), abs=0.01)


def test_a_turn_far_above_its_threshold_is_solved_from_there_on():
    horizon = replace(SMALL, turns=1)
    solution = solved(horizon)
    start = replace(horizon.game.start(), total=50)
    low, high = (
        solution.turn(replace(start, points=1400)),
        solution.turn(replace(start, points=1500)),
    )
    assert (low.first, high.first) == (280, 280)
    whole = solution.turn(replace(start, points=1395))
    assert whole.first == 0
    assert whole.throws[300, :4] == pytest.approx(low.throws[20, :4], rel=0.01)
