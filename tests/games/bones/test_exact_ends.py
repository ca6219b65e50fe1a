"""The values of late positions that other tests rely on are those of the plain solver."""

import pytest

from dicehall.game import Over
from dicehall.games.bones.rules import Bones
from games.bones.exact_ends import ExactEnds, Pair
from games.bones.naive_bones import solve_naively, state_of

FULL: Pair = ((1, 2, 3), (4, 4, 5))
SECOND: Pair = ((5, 6, 6), (1, 2, 3))


def test_both_solvers_agree() -> None:
    game = Bones("knucklebones")
    ends = ExactEnds(game, FULL, [SECOND])
    compared = 0
    for position, value in solve_naively(game, state_of((((), ()), FULL, SECOND))).items():
        state = state_of(position)
        if FULL not in position or SECOND not in position or isinstance(game.turn(state), Over):
            continue
        (open_pair,) = {*position} - {FULL, SECOND}
        assert ends.before_roll(open_pair, SECOND) == pytest.approx(value, abs=1e-4)
        compared += 1
    assert compared > 100
