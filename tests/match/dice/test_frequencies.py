"""The statistics of dice, against tables, simulation and the dice of the server."""

from collections import Counter
from fractions import Fraction
from math import comb
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicehall.game import Die
from dicehall.game.turns import D4, D6, D8, D10, D12, D20, SPARK_DIE
from dicehall.match.dice.frequencies import band, chi_square_tail, frequencies
from dicehall.match.dice.rolling import throw
from support.contests import SECRET

DICE = [D4, D6, SPARK_DIE, D8, D10, D12, D20]
FALLS = 60_000


@pytest.mark.parametrize(
    ("value", "freedom", "chance"),
    [  # critical values as printed in the NIST/SEMATECH e-Handbook, 1.3.6.7.4
        (3.841, 1, 0.05),
        (7.815, 3, 0.05),
        (11.070, 5, 0.05),
        (15.086, 5, 0.01),
        (20.515, 5, 0.001),
        (14.067, 7, 0.05),
        (16.919, 9, 0.05),
        (19.675, 11, 0.05),
        (30.144, 19, 0.05),
        (43.820, 19, 0.001),
        (1.145, 5, 0.95),
        (10.117, 19, 0.95),
    ],
)
def test_the_tail_of_chi_square_is_as_in_the_handbook(
    value: float, freedom: int, chance: float
) -> None:
    assert chi_square_tail(value, freedom) == pytest.approx(chance, rel=0.002)


@settings(derandomize=True, database=None)
@given(st.integers(1, 40), st.floats(0, 500), st.floats(0, 500))
def test_the_tail_falls_from_one_to_nothing(freedom: int, one: float, other: float) -> None:
    small, large = sorted((one, other))
    assert 0 <= chi_square_tail(large, freedom) <= chi_square_tail(small, freedom) + 1e-12 <= 2
    assert chi_square_tail(0, freedom) == 1
    assert chi_square_tail(5000, freedom) < 1e-100


@pytest.mark.parametrize("freedom", [3, 19])
def test_the_tail_agrees_with_a_simulation(freedom: int) -> None:
    random = Random(5)
    sums = [sum(random.gauss() ** 2 for _ in range(freedom)) for _ in range(20_000)]
    for value in (freedom / 2, freedom, 1.5 * freedom):
        share = sum(one >= value for one in sums) / len(sums)
        assert chi_square_tail(value, freedom) == pytest.approx(share, abs=0.015)


@pytest.mark.parametrize("secret", [SECRET, "00" * 32])
@pytest.mark.parametrize("die", DICE, ids=lambda die: die.name)
def test_the_dice_of_the_server_are_fair(die: Die, secret: str) -> None:
    """The secrets are fixed: this passes always, or never."""
    together = 20
    counts: Counter[int] = Counter()
    for k in range(FALLS // together):
        counts.update(throw(secret, "m", ("my", "luck"), k, (die,) * together))
    fell = frequencies(die, counts)
    assert fell.total == FALLS
    assert fell.p_value is not None
    assert 0.001 < fell.p_value < 0.999
    assert sum(not face.within for face in fell.faces) <= len(die.faces) // 4 + 1


def test_a_loaded_die_is_found() -> None:
    random = Random(3)
    faces = random.choices(D6.faces, (10, 10, 10, 10, 10, 12), k=20_000)
    fell = frequencies(D6, Counter(faces))
    assert fell.p_value is not None
    assert fell.p_value < 1e-6
    assert not fell.faces[-1].within


def test_too_few_falls_say_nothing() -> None:
    assert frequencies(D20, {1: 99}).p_value is None
    assert frequencies(D20, {}).p_value is None
    assert frequencies(D20, {}).chi_square == 0
    assert frequencies(D20, {1: 100}).p_value is not None


@pytest.mark.parametrize(("sides", "total"), [(4, 9), (6, 600), (20, 20), (20, 400), (6, 3000)])
def test_the_band_is_the_narrowest_that_leaves_out_no_more_than_it_may(
    sides: int, total: int
) -> None:
    low, high = band(total, sides)
    circumstances = [
        Fraction(comb(total, k) * (sides - 1) ** (total - k), sides**total) for k in range(high + 1)
    ]
    below, up_to = sum(circumstances[:low]), sum(circumstances)
    assert below < Fraction(25, 1000) <= below + circumstances[low]
    assert up_to - circumstances[high] < Fraction(975, 1000) <= up_to


def test_the_two_ways_to_the_band_meet() -> None:
    for sides in (4, 6, 20):
        (low, high), (next_low, next_high) = (band(n * sides, sides) for n in (500, 501))
        assert abs(next_low - low - 1) <= 2
        assert abs(next_high - high - 1) <= 2
    assert band(0, 6) == (0, 0)
