"""The tablebase of FUNE: its literature values, its file, and a naive solver built on the rules."""

from math import isclose

import numpy as np

from dicehall.games.fune.rules import BOXES, Fune
from dicehall.games.fune.solver import solution as fune
from dicehall.games.fune.solver.dice import POINTS
from dicehall.solving.folders import tablebase_path
from dicehall.solving.tablebases import save_tablebase

GAME = Fune()


def test_an_empty_card_is_worth_what_the_literature_says(fune_tablebase):
    assert isclose(fune_tablebase[-1, 0], 255.2197576634, abs_tol=1e-9)


def test_with_a_full_house_of_25_the_value_is_that_of_plain_yahtzee():
    points = POINTS.copy()
    points[BOXES.index("full-house")] *= 25
    points[BOXES.index("full-house")] //= 35
    assert isclose(fune.solve_fune(points)[-1, 0], 245.8707745141, abs_tol=1e-9)


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
    received: list[float] = []
    assert np.array_equal(fune.fune_values(received.append), fune_tablebase, equal_nan=True)
    assert received[-1] == 1.0
    received.clear()
    assert np.array_equal(fune.fune_values(received.append), fune_tablebase, equal_nan=True)
    assert received == []
