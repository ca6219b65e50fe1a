"""The second witness of Sparkle's best score: its dice are those of the rules, and it agrees."""

from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from dicehall.game.turns import SPARK
from dicehall.games.sparkle.solver.horizon import Horizon
from dicehall.games.sparkle.solver.layout import STEP, layout
from games.sparkle.small_solutions import solved

SCRIPTS = Path(__file__).parents[2] / "scripts"


@pytest.fixture
def check_sparkle(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script as a module."""
    monkeypatch.syspath_prepend(str(SCRIPTS))
    return import_module("check_sparkle")


def test_every_roll_banks_what_the_rules_allow(check_sparkle: ModuleType) -> None:
    dice = layout()
    starts, items = dice.banks
    for hand, number in list(dice.hands.items())[: dice.rolls]:
        spark = check_sparkle.STAR if hand.spark == SPARK else hand.spark
        told = set(check_sparkle.banks((spark, hand.others)))
        if number >= dice.scoring:
            assert not told, hand
            continue
        known = [dice.afters[item] for item in items[starts[number] : starts[number + 1]]]
        assert told == {
            (after.points // STEP, (*after.throw.free, after.throw.waiting), after.may_end)
            for after in known
        }


def test_one_turn_is_worth_what_the_solver_says(check_sparkle: ModuleType) -> None:
    horizon = Horizon("classic", 1, 0, 5, 100, points=400, extra=6)
    score = check_sparkle.best_score(turns=1, finest=5, highest=6_400, extras=6, steps=300)
    assert score == pytest.approx(solved(horizon).value, abs=0.02)
