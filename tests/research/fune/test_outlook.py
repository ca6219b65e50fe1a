"""Outlooks: their file, their means against the values, and a whole distribution by the rules."""

import numpy as np

from dicehall.games.fune.keeps import ROLLS
from dicehall.games.fune.rules import BONUS, BOXES, points
from dicehall.games.fune.solver.dice import ROLL_CHANCES
from dicehall.games.fune.tables import SLICES
from dicehall.solving.folders import tablebase_path
from research.fune.outlook import CARD_NUMBERS, SCALE, TABLEBASE, fune_outlooks


def test_every_outlook_has_the_mean_that_the_tablebase_says(fune_tablebase, fune_outlook_tablebase):
    means = fune_outlook_tablebase.mean(axis=1) / SCALE
    reachable = np.isfinite(fune_tablebase)
    differences = means[CARD_NUMBERS[reachable]] - fune_tablebase[reachable]
    assert np.abs(differences).max() < 1 / SCALE


def test_slices_are_in_order(fune_outlook_tablebase):
    assert (np.diff(fune_outlook_tablebase.astype(int), axis=1) >= 0).all()


def test_full_cards_expect_the_bonus_or_nothing(fune_outlook_tablebase):
    assert (fune_outlook_tablebase[CARD_NUMBERS[0, :63]] == 0).all()
    assert (fune_outlook_tablebase[CARD_NUMBERS[0, 63]] == BONUS * SCALE).all()


def test_the_outlook_of_fune_alone_is_that_of_chasing_five_alike(fune_outlook_tablebase):
    """One box of 50 points: 4.6029 % of the turns make it, less than one slice of 16."""
    only_fune = 1 << BOXES.index("fune")
    slices = fune_outlook_tablebase[CARD_NUMBERS[only_fune, 0]] / SCALE
    assert (slices[:-1] == 0).all()
    assert abs(slices[-1] / SLICES / 50 - 0.046029) < 1e-4


def test_choice_alone_never_makes_less_than_the_five_lowest_dice(fune_outlook_tablebase):
    only_choice = 1 << BOXES.index("choice")
    slices = fune_outlook_tablebase[CARD_NUMBERS[only_choice, 0]] / SCALE
    unaided = sum(
        chance * points("choice", roll) for roll, chance in zip(ROLLS, ROLL_CHANCES, strict=True)
    )
    assert 5 <= slices[0] < unaided < slices.mean() < slices[-1] <= 30


def test_the_tablebase_is_kept_and_read_again(fune_outlook_tablebase):
    assert tablebase_path(TABLEBASE).stat().st_size < 10_000_000
    received: list[float] = []
    assert np.array_equal(fune_outlooks(received.append), fune_outlook_tablebase)
    assert received == []
