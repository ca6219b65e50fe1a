"""Upper bounds of Sparkle's best score, on horizons that are quickly solved."""

from dataclasses import replace

import numpy as np
import pytest

from dicehall.games.sparkle.rules import Sparkle
from dicehall.games.sparkle.solver.horizon import Horizon
from dicehall.games.sparkle.solver.turns import flat_layout, solve_lower
from games.sparkle.small_solutions import solved
from research.sparkle.bounds import Ceiling, ceiling
from research.sparkle.unhindered import Unhindered, far_turns, unhindered
from research.sparkle.upper_bound import solve_upper

SMALL = Horizon("gentle", turns=2, near=100, fine=300, highest=300, points=40, extra=5)


@pytest.fixture(scope="module")
def above() -> Ceiling:
    return ceiling(Sparkle("gentle"), flat_layout(), 8, 6)


def test_a_wider_horizon_is_worth_more_and_none_is_worth_more_than_the_upper_solution(above):
    wider = replace(SMALL, turns=3)
    lower, upper = solved(SMALL).value, solve_upper(SMALL, above)
    assert lower < solved(wider).value < solve_upper(wider, above) < upper


CLASSIC = replace(SMALL, curve="classic")


@pytest.fixture(scope="module")
def free() -> Unhindered:
    """No threshold counts until the third turn, or the fourth."""
    return unhindered(CLASSIC.game, flat_layout(), 1)


def test_a_game_without_thresholds_bounds_closer_than_one_in_which_fizzles_cost_nothing(free):
    assert far_turns(CLASSIC.game, 1) == (3, 4)
    plain = ceiling(CLASSIC.game, flat_layout(), 5, 10)
    assert solved(CLASSIC).value < solve_upper(CLASSIC, free) < solve_upper(CLASSIC, plain)


def test_no_solved_turn_gains_more_than_one_without_thresholds(free):
    solution = solved(CLASSIC)
    known = solution.starts[1]
    assert np.all(known <= free.at_start(2, CLASSIC.sums, len(known)) + 1e-9)
    anywhere = free.within(2, CLASSIC.sums, len(known))
    assert np.all(free.at_start(2, CLASSIC.sums, len(known)) <= anywhere)


def test_one_turn_without_a_threshold_gains_what_the_last_turn_does_above_it(free):
    last = next(solve_lower(replace(CLASSIC, points=200)))
    gains = last.starts[:5, -1] - CLASSIC.highest
    bound = free.starts[2][:5, 0]
    assert np.all(gains <= bound + 1e-9)
    assert np.all(bound < 1.1 * gains)
