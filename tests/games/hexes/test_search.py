"""The search of a round: its running sums are true, its plans legal, and look-ahead is steady."""

import numpy as np
import pytest

from dicehall.games.hexes.rules import EMPTY, PLACEMENTS
from dicehall.games.hexes.solver.batch import (
    DICE_COUNT,
    ROUNDS,
    WIDTH,
    Position,
    fits,
    put,
    roll_dice,
    start_position,
)
from dicehall.games.hexes.solver.learning import ACTIVE, Trace, find_active, play_game
from dicehall.games.hexes.solver.lookahead import plan_round
from dicehall.games.hexes.solver.search import search_round, settled_value
from dicehall.games.hexes.solver.value import WEIGHT_COUNT, position_value, rounds_left, tables_of
from dicehall.solving.random_numbers import random_source

WEIGHTS = np.random.default_rng(1).normal(size=WEIGHT_COUNT).astype(np.float32)
TABLES = tables_of(WEIGHTS)
TABLES.pattern[:, 0] = 0


def some_positions() -> list[Position]:
    """The positions between the rounds of a game played with meaningless weights."""
    trace = Trace(np.empty((ROUNDS, WIDTH), np.int8), np.empty(ROUNDS, np.int64))
    _, played = play_game(start_position(), random_source(3), TABLES, 2, trace)
    return list(trace.positions[:played])


def test_the_value_found_is_the_value_of_the_board_reached() -> None:
    source, dice = random_source(4), np.empty(DICE_COUNT, np.int8)
    completed = 0
    for position in some_positions():
        roll_dice(dice, source)
        value, path = search_round(position, dice, PLACEMENTS, False, TABLES, 4)
        if path[-1, 0] == EMPTY:
            continue
        for die, spot in path:
            assert fits(position, spot, dice[die])
            put(position, spot, dice[die])
        rounds = rounds_left(position)
        assert value == pytest.approx(settled_value(position, False, rounds, TABLES), abs=1e-3)
        completed += 1
    assert completed > 5


def test_a_wider_search_of_the_first_round_finds_no_less() -> None:
    source, dice = random_source(5), np.empty(DICE_COUNT, np.int8)
    for _ in range(5):
        roll_dice(dice, source)
        values = [
            search_round(start_position(), dice, PLACEMENTS, False, TABLES, width)[0]
            for width in (1, 400)
        ]
        assert values[0] <= values[1] + 1e-3


def test_the_learner_sums_the_same_weights_as_the_value() -> None:
    active = np.empty(ACTIVE, np.int64)
    for position in some_positions():
        count = find_active(position, active)
        value = position_value(position, rounds_left(position), TABLES)
        assert WEIGHTS[active[:count]].sum() == pytest.approx(value, abs=1e-3)


def test_look_ahead_keeps_its_plan_when_the_choice_is_one_board() -> None:
    dice = np.array([2, 3, 4, 5, 6, 7], np.int8)
    plan = plan_round(start_position(), dice, PLACEMENTS, False, TABLES, 4, 1, 1, 1)
    _, path = search_round(start_position(), dice, PLACEMENTS, False, TABLES, 4)
    assert np.array_equal(plan, path)
