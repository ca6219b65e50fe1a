"""The tablebase of FUNE: its literature values, its file, and a naive solver built on the rules."""

import subprocess
import sys
from functools import cache
from math import isclose

import numpy as np
import pytest

from dicehall.game.turns import Chance, Decide, Over
from dicehall.games.fune.rules import BOXES, UPPER, Fune, FuneState
from dicehall.games.fune.solver import solution as fune
from dicehall.games.fune.solver.dice import POINTS
from dicehall.solving.tablebases import save_tablebase, tablebase_path
from games.fune.fune_courses import canonical, sorted_outcomes

GAME = Fune()


def card_with_open(open_boxes: set[str], upper: int) -> tuple[int | None, ...]:
    """A card whose closed upper boxes hold `upper` points in all, and lower ones none."""
    first_closed = next(box for box in UPPER if box not in open_boxes)
    return tuple(
        None if box in open_boxes else upper if box == first_closed else 0 for box in BOXES
    )


@cache
def naive_value(state: FuneState) -> float:
    """The expected final score, by the rules alone."""
    match GAME.turn(state):
        case Over(scores=scores):
            return float(scores[0])
        case Chance() as chance:
            return sum(
                weight * naive_value(canonical(GAME.roll(state, roll)))
                for roll, weight in sorted_outcomes(chance)
            )
        case Decide(moves=moves):
            return max(naive_value(canonical(GAME.play(state, move))) for move in moves)


def test_an_empty_card_is_worth_what_the_literature_says(fune_tablebase):
    assert isclose(fune_tablebase[-1, 0], 255.2197576634, abs_tol=1e-9)


def test_with_a_full_house_of_25_the_value_is_that_of_plain_yahtzee():
    points = POINTS.copy()
    points[BOXES.index("full-house")] *= 25
    points[BOXES.index("full-house")] //= 35
    assert isclose(fune.solve_fune(points)[-1, 0], 245.8707745141, abs_tol=1e-9)


@pytest.mark.parametrize(
    ("state", "what"),
    [
        (FuneState((card_with_open({"sixes"}, 45),), 0, (6, 6, 2, 1, 5), 2), "bonus"),
        (FuneState((card_with_open({"choice"}, 63),), 0, (6, 1, 4, 4, 2), 1), "choice"),
        (FuneState((card_with_open({"full-house"}, 9),), 0, (3, 3, 1, 5, 5), 2), "house"),
        (
            FuneState((card_with_open({"fives", "fune"}, 48),), 0, (5, 5, 5, 5, 5), 3),
            "two boxes",
        ),
    ],
)
def test_every_move_is_worth_what_a_naive_solver_says(fune_tablebase, state, what):
    turn = GAME.turn(state)
    assert isinstance(turn, Decide)
    worths = fune.expected_scores(state)
    assert tuple(worths) == turn.moves
    for move, worth in worths.items():
        assert isclose(worth, naive_value(canonical(GAME.play(state, move))), abs_tol=1e-9), move


def test_sums_that_no_card_can_have_are_not_numbers(fune_tablebase):
    only_ones_filled = (1 << len(BOXES)) - 2
    assert np.isfinite(fune_tablebase[only_ones_filled, :6]).all()
    assert np.isnan(fune_tablebase[only_ones_filled, 6:]).all()


def test_a_damaged_tablebase_is_made_again(fune_tablebase, monkeypatch, tmp_path):
    monkeypatch.setenv("DICEHALL_CACHE", str(tmp_path))
    save_tablebase(fune.TABLEBASE, fune_tablebase)
    with tablebase_path(fune.TABLEBASE).open("r+b") as file:
        file.seek(-8, 2)
        file.write(b"\x00" * 8)
    told: list[float] = []
    assert np.array_equal(fune.fune_values(told.append), fune_tablebase, equal_nan=True)
    assert told[-1] == 1.0
    told.clear()
    assert np.array_equal(fune.fune_values(told.append), fune_tablebase, equal_nan=True)
    assert told == []


def test_reading_the_tablebase_does_not_load_the_compiler(fune_tablebase):
    code = (
        "import sys; from dicehall.games.fune.rules import Fune; "
        "from dicehall.games.fune.solver import solution;"
        "game = Fune(); state = game.roll(game.start(), (1, 2, 3, 4, 6));"
        "print(len(solution.expected_scores(state)), 'numba' in sys.modules)"
    )
    told = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    assert told.split() == ["44", "False"]
