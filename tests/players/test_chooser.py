"""Mistakes as people make them."""

from collections import Counter
from math import exp
from random import Random

import pytest

from dicehall.players.chooser import choose_plausibly

LIKINGS = {"good": 10.0, "nearly": 9.0, "bad": 7.0, "absurd": -90.0}


def test_a_move_is_chosen_the_less_the_worse_it_looks() -> None:
    random, count = Random(1), 20_000
    chosen = Counter(choose_plausibly(LIKINGS, 1.0, random) for _ in range(count))
    weights = {move: exp(liking - 10) for move, liking in LIKINGS.items()}
    for move, weight in weights.items():
        assert chosen[move] / count == pytest.approx(weight / sum(weights.values()), abs=0.015)
    assert chosen["absurd"] == 0


def test_the_cooler_the_stricter() -> None:
    random = Random(2)
    assert {choose_plausibly(LIKINGS, 0.01, random) for _ in range(100)} == {"good"}
    assert {choose_plausibly(LIKINGS, 1000.0, random) for _ in range(100)} == set(LIKINGS)


def test_the_same_source_gives_the_same_move() -> None:
    assert len({choose_plausibly(LIKINGS, 3.0, Random(5)) for _ in range(10)}) == 1
