"""The chance to fizzle, against every outcome of the dice."""

from collections import Counter
from fractions import Fraction

import pytest

from dicehall.game.turns import SPARK, Chance, Roll
from dicehall.games.sparkle.rules import (
    ALL,
    DICE,
    Sparkle,
    SparkleState,
    fizzle_chance,
    parts_of,
    selections,
)
from games.sparkle.gentle_sparkle import GENTLE, after
from support.playouts import play_match


def count_fizzles(state: SparkleState) -> Fraction:
    """The share of fizzles among the outcomes that are not void, rolled by the rules."""
    chance = GENTLE.turn(state)
    assert isinstance(chance, Chance)
    rolled = [GENTLE.roll(state, roll) for roll, _weight in chance.outcomes()]
    counted = [one for one in rolled if not one.throwing]
    return Fraction(sum(not selections(one) for one in counted), len(counted))


def due(throwing: tuple[int, ...], waiting: int = 0) -> SparkleState:
    """A state in which these dice are rolled, and the others are banked."""
    banked = tuple(position for position in ALL if position not in throwing)
    return SparkleState(1, 0, 60, (6,) * 5, banked, throwing, waiting, extra=5)


@pytest.mark.parametrize("throwing", parts_of(ALL))
def test_every_throw_of_one_to_five_dice(throwing: tuple[int, ...]) -> None:
    for waiting in range(7):
        state = due(throwing, waiting)
        assert fizzle_chance(state) == count_fizzles(state)


@pytest.mark.parametrize("seed", range(4))
def test_every_roll_of_a_match_re_rolls_included(seed: int) -> None:
    for step in play_match(Sparkle("gentle"), seed):
        if isinstance(step.turn, Chance):
            assert fizzle_chance(step.state) == count_fizzles(step.state)


def naive_fizzle(faces: Roll) -> bool:
    """Without the rules' code: no 1, no 5, no Spark, and no three alike."""
    return not {1, 5, SPARK} & {*faces} and max(Counter(faces).values()) < 3


def test_known_chances() -> None:
    assert fizzle_chance(due((5,))) == Fraction(2, 3)
    assert fizzle_chance(due((1,))) == Fraction(1, 2)
    assert fizzle_chance(due((4, 5))) == Fraction(4, 9)
    assert fizzle_chance(due((5,), waiting=1)) == Fraction(4, 5)
    five = [roll for roll, _weight in Chance(DICE).outcomes()]
    assert fizzle_chance(due(ALL)) == Fraction(sum(map(naive_fizzle, five)), len(five))


def test_a_re_roll_beside_a_die_that_scores_cannot_fizzle() -> None:
    assert fizzle_chance(after("roll 1 2 3 3 4", "0 reroll 2 3")) == 0
    assert fizzle_chance(after("roll 2 2 3 3 4", "0 reroll 5")) == Fraction(2, 6)
