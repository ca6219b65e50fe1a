"""The second witness of Sparkle's best score: its dice are those of the rules, and it agrees."""

import pytest

from dicehall.game.turns import SPARK
from dicehall.games.sparkle.solver.horizon import Horizon
from dicehall.games.sparkle.solver.layout import STEP, layout
from games.sparkle.small_solutions import solved
from research.sparkle import check


def test_every_roll_banks_what_the_rules_allow() -> None:
    dice = layout()
    starts, items = dice.banks
    for hand, number in list(dice.hands.items())[: dice.rolls]:
        spark = check.STAR if hand.spark == SPARK else hand.spark
        told = set(check.banks((spark, hand.others)))
        if number >= dice.scoring:
            assert not told, hand
            continue
        known = [dice.afters[item] for item in items[starts[number] : starts[number + 1]]]
        assert told == {
            (after.points // STEP, (*after.throw.free, after.throw.waiting), after.may_end)
            for after in known
        }


def test_one_turn_is_worth_what_the_solver_says() -> None:
    horizon = Horizon("classic", 1, 0, 5, 100, points=400, extra=6)
    score = check.best_score(turns=1, finest=5, highest=6_400, extras=6, steps=300)
    assert score == pytest.approx(solved(horizon).value, abs=0.02)
