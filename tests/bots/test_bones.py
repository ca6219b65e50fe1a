"""Computer players of Bones."""

from random import Random

from dicehall.bots.bones import LEVELS
from dicehall.rules.bones import Bones, BonesState


def test_normal_takes_the_largest_change_of_the_margin() -> None:
    state = BonesState((((), (5,), ()), ((5, 5), (), ())), seat=0, die=5)
    assert LEVELS["normal"](Bones("knucklebones"), state, Random(0)) == "column 1"
    state = BonesState((((), (5,), ()), ((), (), ())), seat=0, die=5)
    assert LEVELS["normal"](Bones("knucklebones"), state, Random(0)) == "column 2"


def test_normal_takes_the_lowest_column_among_equals() -> None:
    state = BonesState((((1, 2, 3), (), ()), ((), (), ())), seat=0, die=4)
    assert LEVELS["normal"](Bones("knuckles"), state, Random(0)) == "column 2"
