"""Classes of facing columns, and the numbering of positions."""

from itertools import combinations_with_replacement
from random import Random

import numpy as np
import pytest

from dicehall.game import Decide
from dicehall.games.bones.columns import (
    all_pairs,
    column_classes,
    position_count,
    position_number,
)
from dicehall.games.bones.rules import Bones, BonesState
from dicehall.games.bones.solver.columns import column_arrays

SCORINGS = ("knucklebones", "knuckles")


@pytest.mark.parametrize(("scoring", "both_full"), [("knucklebones", 97), ("knuckles", 189)])
def test_there_are_as_many_classes_as_counted_by_hand(scoring: str, both_full: int) -> None:
    classes = column_arrays(scoring)
    full = (classes.own == 3) & (classes.other == 3)
    assert np.count_nonzero(full) == both_full
    assert np.count_nonzero(~full) == 2057
    assert len(column_classes(scoring).numbers) == 3067


@pytest.mark.parametrize("scoring", SCORINGS)
def test_a_class_keeps_all_that_matters_of_its_pairs(scoring: str) -> None:
    classes, game = column_classes(scoring), Bones(scoring)
    for (own, other), number in classes.numbers.items():
        assert classes.margins[number] == game.column_score(own) - game.column_score(other)
        assert (classes.own[number], classes.other[number]) == (len(own), len(other))
        if len(own) + len(other) < 6:
            assert classes.pairs[number] == (own, other)


@pytest.mark.parametrize("scoring", SCORINGS)
def test_seen_from_the_other_side_twice_a_class_is_itself(scoring: str) -> None:
    classes = column_arrays(scoring)
    assert (classes.swapped[classes.swapped] == np.arange(classes.count)).all()
    assert (classes.margins[classes.swapped] == -classes.margins).all()
    assert (classes.own[classes.swapped] == classes.other).all()


@pytest.mark.parametrize("scoring", SCORINGS)
def test_placing_a_die_follows_the_rules(scoring: str) -> None:
    game, classes = Bones(scoring), column_classes(scoring)
    for own, other in all_pairs(3, 6):
        for die in range(1, 7):
            state = BonesState((((), own, ()), ((), other, ())), seat=0, die=die)
            turn = game.turn(state)
            assert isinstance(turn, Decide)
            target = classes.placed[die - 1][classes.number(own, other)]
            if "column 2" in turn.moves:
                after = game.play(state, "column 2").grids
                assert target == classes.number(after[0][1], after[1][1])
            else:
                assert target == -1


def test_a_position_does_not_depend_on_how_dice_and_columns_lie() -> None:
    classes, random = column_classes("knuckles"), Random(1)
    pairs = list(all_pairs(3, 6))
    for _ in range(200):
        columns = random.sample(pairs, 3)
        shuffled = [tuple(tuple(random.sample(c, len(c))) for c in pair) for pair in columns]
        random.shuffle(shuffled)
        numbers = [
            position_number(classes.position(*zip(*view, strict=True)))
            for view in (columns, shuffled)
        ]
        assert numbers[0] == numbers[1]


def test_positions_are_numbered_without_gaps() -> None:
    triples = combinations_with_replacement(range(12), 3)
    numbers = sorted(position_number(list(triple)) for triple in triples)
    assert numbers == list(range(position_count(12)))
