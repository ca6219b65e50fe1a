"""One turn solved with NumPy against the compiled solver of the tablebase."""

import numpy as np
import pytest

from dicehall.games.sparkle.solver.layout import HIGHEST_BANK, STEP
from dicehall.games.sparkle.solver.one_turn import ROOM, first_step, narrowed, solve_one_turn
from dicehall.games.sparkle.solver.rows import LANES
from dicehall.games.sparkle.solver.solution import load
from dicehall.games.sparkle.solver.turns import Block
from research.sparkle.measure import solve_apart


@pytest.mark.parametrize(
    ("curve", "turn", "total", "points", "extra"),
    [
        ("classic", 1, 0, 0, 5),
        ("classic", 3, 400, 2_000, 2),
        ("classic", 6, 2_500, 0, 10),
        ("gentle", 2, 150, 0, 0),
    ],
)
def test_every_throw_of_a_turn_is_worth_what_the_kernels_say(
    curve: str, turn: int, total: int, points: int, extra: int
) -> None:
    """Some hundred thousand values each: by points, Extra Dice and throw."""
    solution = load(curve)
    horizon, following = narrowed(solution.horizon, extra), solution.following(turn)
    first = first_step(horizon, turn, total, points // STEP)
    found = solve_one_turn(horizon, turn, total, first, following)
    lowest = total + STEP * first
    missing = max(0, horizon.threshold(turn) - lowest) // STEP
    block = Block(0, np.full(LANES, total), lowest, missing + ROOM + HIGHEST_BANK)
    throws, ends, fizzles = solve_apart(horizon, turn, block, following)
    assert found.throws.size > 50_000
    assert np.abs(found.throws - throws[..., 0]).max() < 1e-9
    assert np.array_equal(found.ends, ends[..., 0])
    assert np.array_equal(found.fizzles, fizzles[0, :, 0])
