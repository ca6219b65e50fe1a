"""Sparkle's perfect player in the script's games: its moves and its mean score."""

import numpy as np
import pytest

from dicehall.games.sparkle.rules import Sparkle, SparkleState, selections
from dicehall.games.sparkle.solver.horizon import Horizon
from dicehall.games.sparkle.solver.kernels import END, FIZZLE, REROLL
from dicehall.games.sparkle.solver.layout import (
    FIVE,
    After,
    DiceThrow,
    Hand,
    free_of,
    hand_of,
    layout,
)
from dicehall.games.sparkle.solver.moves import SparkleDecision
from dicehall.games.sparkle.solver.solution import SparkleSolution
from dicehall.games.sparkle.solver.turns import blocks
from games.sparkle.small_solutions import solved
from research.sparkle import measure

HORIZON = Horizon("gentle", 2, near=300, fine=300, highest=300, points=150, extra=5)


@pytest.fixture(scope="module")
def solution() -> SparkleSolution:
    return solved(HORIZON)


def code(state: SparkleState, move: str) -> int:
    """The number that the kernels give to a move."""
    verb, *rest = move.split()
    chosen = tuple(map(int, rest))
    left = tuple(position for position in state.table if position not in chosen)
    if verb == "fizzle":
        return FIZZLE
    if verb == "reroll":
        return REROLL + layout().hands[hand_of(state, left)]
    bank = selections(state)[chosen]
    throw = DiceThrow(free_of(left) if left else FIVE, bank.set_of)
    after = After(bank.points, throw, bool(left and not bank.set_of))
    return layout().afters.index(after) + (END if verb == "end" else 0)


def fall(game: Sparkle, state: SparkleState, hand: Hand) -> SparkleState:
    """The state after the dice in the air have completed the hand."""
    others = list(hand.others)
    for position in state.table:
        if position not in state.throwing and position > 1:
            others.remove(state.dice[position - 1])
    faces = [hand.spark] * (1 in state.throwing) + others
    return game.roll(state, tuple(faces))


def test_the_best_games_play_the_moves_that_are_worth_most(solution):
    hands = list(layout().hands)
    game = Sparkle("gentle")
    (block,) = blocks(HORIZON, 1, before=0)
    choices = measure.best_choices(solution, 1, block)
    for seed in range(8):
        log = np.full((100, 2), -9, dtype=np.int64)
        zero = np.zeros(1, dtype=np.int64)
        measure.play_turn(choices, zero, zero, zero + 5, seed, log)
        state = game.start()
        for roll, choice in log[log[:, 0] >= 0].tolist():
            state = fall(game, state, hands[roll])
            values = SparkleDecision(solution, state).worth()
            moves = {code(state, move): move for move in values}
            assert values[moves[choice]] == pytest.approx(max(values.values()), abs=0.02)
            state = game.play(state, moves[choice])
        assert state.number == 2 or state.lost


@pytest.mark.slow
def test_the_best_games_score_what_the_solution_says(solution):
    scores = measure.best_games(solution, 10_000, seed=4)
    error = scores.std() / len(scores) ** 0.5
    assert abs(scores.mean() - solution.value) < 3 * error
