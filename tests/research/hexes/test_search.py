"""The search of a round: its running sums are true, its plans legal, and its values learned."""

import numpy as np
import pytest

from dicehall.games.hexes.network import POINTS
from dicehall.games.hexes.rules import EMPTY, PLACEMENTS
from dicehall.games.hexes.solver.positions import (
    DICE_COUNT,
    ROUNDS,
    Position,
    fits,
    put,
    roll_dice,
    start_position,
)
from dicehall.solving.random_numbers import random_source
from research.hexes.boards import settled_value
from research.hexes.calibration import calibrate, play_promises, rounded
from research.hexes.learning import (
    find_slopes,
    new_learner,
    new_lessons,
    new_trace,
    play_game,
    play_lessons,
    study,
)
from research.hexes.search import search_boards, search_round
from research.hexes.value import (
    MOST_ACTIVE,
    active_rows,
    network_of,
    position_value,
    rounds_left,
)

pytestmark = pytest.mark.slow  # the search is compiled first

NETWORK = network_of(new_learner(1).weights)
NETWORK.rows[1:] = np.random.default_rng(1).normal(0, 0.2, NETWORK.rows[1:].shape)


def some_positions() -> list[Position]:
    """The positions between the rounds of a game played with meaningless weights."""
    trace = new_trace()
    _, played = play_game(start_position(), random_source(3), NETWORK, 2, trace)
    return list(trace.positions[:played])


def test_the_value_found_is_the_value_of_the_board_reached() -> None:
    source, dice = random_source(4), np.empty(DICE_COUNT, np.int8)
    completed = 0
    for position in some_positions():
        roll_dice(dice, source)
        value, path = search_round(position, dice, PLACEMENTS, False, NETWORK, 4)
        if path[-1, 0] == EMPTY:
            continue
        for die, spot in path:
            assert fits(position, spot, dice[die])
            put(position, spot, dice[die])
        rounds = rounds_left(position)
        assert value == pytest.approx(settled_value(position, False, rounds, NETWORK), abs=1e-3)
        completed += 1
    assert completed > 5


def test_a_wider_search_of_the_first_round_finds_no_less() -> None:
    source, dice = random_source(5), np.empty(DICE_COUNT, np.int8)
    for _ in range(5):
        roll_dice(dice, source)
        values = [
            search_round(start_position(), dice, PLACEMENTS, False, NETWORK, width)[0]
            for width in (1, 400)
        ]
        assert values[0] <= values[1] + 1e-3


def test_a_search_evaluates_symmetric_boards_once() -> None:
    dice = np.array([EMPTY, EMPTY, EMPTY, EMPTY, 7, 9], np.int8)
    beam, _ = search_boards(start_position(), dice, 1, True, NETWORK, 100)
    assert len(beam.values) == 2  # either die, next to the centre


def test_the_gradient_is_the_slope_of_the_error() -> None:
    weights = new_learner(2).weights
    network, gradient = network_of(weights), np.zeros_like(weights)
    network.rows[1:] = np.random.default_rng(2).normal(0, 0.2, network.rows[1:].shape)
    rows = np.empty(MOST_ACTIVE, np.int64)
    position = some_positions()[4]
    active = rows[: active_rows(position, rows)].astype(np.int32)
    rounds, target = rounds_left(position), 100.0
    find_slopes(active, rounds, target, network, network_of(gradient))

    def half_square() -> float:
        return ((position_value(position, rounds, network) - target) / POINTS) ** 2 / 2

    step = 1e-3
    for index in np.argsort(-np.abs(gradient))[:40]:
        weights[index] += step
        higher = half_square()
        weights[index] -= 2 * step
        slope = (higher - half_square()) / (2 * step)
        weights[index] += step
        assert slope == pytest.approx(gradient[index], rel=0.05, abs=0.05)


def test_training_brings_predictions_closer_to_the_results() -> None:
    learner, source = new_learner(3), random_source(3)
    network, gradient = network_of(learner.weights), np.zeros_like(learner.weights)
    lessons = new_lessons(20 * ROUNDS)
    play_lessons(20, start_position(), source, network, 1, 1.0, lessons, new_trace())
    errors = [
        study(lessons, source, 20, 1e-3, learner, network, gradient, network_of(gradient))
        for _ in range(3)
    ]
    assert errors[2] < errors[1] < errors[0]


def test_calibrated_promises_are_true_in_the_mean_of_every_round() -> None:
    network = rounded(NETWORK)
    promises = play_promises(network, 1, 30, seed=7)
    calibrate(network, promises)
    calibrated = [position_value(row, rounds_left(row), network) for row in promises.positions]
    for rounds in set(promises.rounds.tolist()):
        there = promises.rounds == rounds
        assert np.array(calibrated)[there].mean() == pytest.approx(
            promises.came[there].mean(), abs=0.1
        )
