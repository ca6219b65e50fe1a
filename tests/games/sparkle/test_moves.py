from dataclasses import replace
from itertools import combinations_with_replacement
from math import factorial

import numpy as np
import pytest

from dicehall.game.turns import SPARK_DIE
from dicehall.games.sparkle.solver.horizon import Horizon
from dicehall.games.sparkle.solver.layout import FIVE, STEP, THROWS, DiceThrow
from dicehall.games.sparkle.solver.moves import SparkleDecision
from dicehall.games.sparkle.solver.solution import SparkleSolution
from games.sparkle.small_solutions import solved

HORIZON = Horizon("classic", 2, near=0, fine=5, highest=200, points=300, extra=3)
"""Its second turn begins with 100, 195 or 200 points, and knows what follows a heap."""


@pytest.fixture(scope="module")
def solution() -> SparkleSolution:
    return solved(HORIZON)


@pytest.mark.parametrize(("points", "waiting", "extra"), [(40, 5, 0), (60, 2, 1)])
def test_five_dice_are_worth_the_mean_of_the_best_moves_after_them(
    solution, points, waiting, extra
):
    game = HORIZON.game
    start = replace(game.start(), number=2, total=195, points=points, waiting=waiting, extra=extra)
    total = weights = 0.0
    for spark in SPARK_DIE.faces:
        for others in combinations_with_replacement(range(1, 7), 4):
            state = game.roll(start, (spark, *others))
            if not state.throwing:  # else void
                weight = factorial(4) / np.prod([factorial(others.count(f)) for f in set(others)])
                total += weight * max(SparkleDecision(solution, state).worth().values())
                weights += weight
    five = THROWS.index(DiceThrow(FIVE, waiting))
    expected = solution.turn(start).throws[points // STEP, extra, five]
    assert total / weights == pytest.approx(expected, abs=1e-9)


def test_only_where_the_tablebase_knows_all_totals_a_worth_is_exact():
    solution = solved(replace(HORIZON, fine=150, highest=160, points=70))
    game = HORIZON.game
    state = game.roll(replace(game.start(), number=2, total=130, extra=2), (1, 2, 3, 4, 6))
    assert SparkleDecision(solution, state).exact
    assert not SparkleDecision(solution, replace(state, total=155)).exact
    assert not SparkleDecision(solution, replace(state, extra=20)).exact
