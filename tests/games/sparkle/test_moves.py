from dataclasses import replace
from itertools import combinations_with_replacement
from math import factorial

import numpy as np
import pytest

from dicehall.game.turns import SPARK_DIE
from dicehall.games.sparkle.solver.horizon import Horizon
from dicehall.games.sparkle.solver.moves import SparkleDecision
from dicehall.games.sparkle.solver.solution import SparkleSolution
from dicehall.games.sparkle.solver.turns import solve_lower

HEAP_STEPS = 240


def solved(horizon: Horizon) -> SparkleSolution:
    """A solution whose last turn goes on past its points, all of them as good as a fizzle."""
    gains = dict(solve_lower(horizon))
    cut = [
        np.pad(gains[turn], ((0, 0), (0, HEAP_STEPS), (0, 0), (0, 0)))
        for turn in range(1, horizon.turns + 1)
    ]
    return SparkleSolution(horizon, tuple(cut))


@pytest.mark.parametrize(("points", "waiting", "extra"), [(40, 5, 0), (60, 2, 2)])
def test_five_dice_are_worth_the_mean_of_the_best_moves_after_them(points, waiting, extra):
    solution = solved(Horizon("classic", 2, 140, 50, 200, 40, 0, 9))
    game = solution.horizon.game
    start = replace(game.start(), number=2, total=130, points=points, waiting=waiting, extra=extra)
    total = weights = 0.0
    for spark in SPARK_DIE.faces:
        for others in combinations_with_replacement(range(1, 7), 4):
            state = game.roll(start, (spark, *others))
            if not state.throwing:  # else void
                weight = factorial(4) / np.prod([factorial(others.count(f)) for f in set(others)])
                total += weight * max(SparkleDecision(solution, state).worth().values())
                weights += weight
    lane = list(solution.horizon.totals(2)).index(130)
    expected = 130 + solution.gains[1][lane, points // 5, extra, waiting]
    assert total / weights == pytest.approx(expected, abs=1e-9)


def test_only_what_the_tablebase_knows_is_exact():
    solution = solved(Horizon("classic", 2, 140, 50, 200, 40, 0, 9))
    game = solution.horizon.game
    state = game.roll(replace(game.start(), number=2, total=130), (1, 2, 3, 4, 6))
    assert SparkleDecision(solution, state).exact
    assert not SparkleDecision(solution, replace(state, total=145)).exact
    assert not SparkleDecision(solution, replace(state, extra=20)).exact
