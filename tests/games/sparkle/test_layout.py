import numpy as np
import pytest

from dicehall.game.turns import SPARK
from dicehall.games.sparkle.rules import Sparkle, selections
from dicehall.games.sparkle.solver.layout import (
    FIVE,
    FIVES,
    MOST_TO_END,
    STEP,
    THROWS,
    After,
    DiceThrow,
    Free,
    Hand,
    hand_of,
    layout,
)


def test_each_roll_of_free_dice_is_there_once():
    rolls = list(layout().hands)[: layout().rolls]
    assert len(set(rolls)) == len(rolls)
    assert sum(hand.throw == DiceThrow(FIVE, 0) for hand in rolls) == 6 * 126


def test_the_afters_of_a_roll_are_those_of_the_rules():
    hand = Hand(DiceThrow(FIVE, 0), SPARK, (1, 2, 6, 6))
    dice = layout()
    number = dice.hands[hand]
    starts = dice.banks.starts
    afters = {dice.afters[i] for i in dice.banks.items[starts[number] : starts[number + 1]]}
    assert afters == {
        After(60, DiceThrow(Free(0, 2), 6), may_end=False),
        After(70, DiceThrow(Free(0, 1), 6), may_end=False),
    }


def test_no_bank_that_may_end_a_turn_is_higher_than_said():
    assert max(after.points for after in layout().afters if after.may_end) == MOST_TO_END * STEP


@pytest.mark.parametrize("waiting", range(7))
def test_the_chance_that_five_dice_fizzle_is_that_of_the_grown_hands(waiting):
    dice = layout()
    chance = np.zeros(len(dice.hands))
    chance[dice.scoring : dice.rolls] = 1
    for i in range(dice.rolls, len(dice.hands)):
        start, stop = dice.grown.starts[i - dice.rolls : i - dice.rolls + 2]
        chance[i] = chance[dice.grown.items[start:stop]].mean()
    five = dice.throws[THROWS.index(FIVES[waiting])]
    start, stop = dice.fizzles.starts[waiting : waiting + 2]
    assert chance[five] == pytest.approx(dice.chances[start:stop].sum())


def test_a_hand_forgets_positions_but_not_the_spark_die():
    game = Sparkle()
    state = game.roll(game.start(), (2, 6, 3, 1, 2))
    assert selections(state)
    assert hand_of(state, (1, 2, 5)) == Hand(DiceThrow(FIVE, 0), 2, (2, 6))
