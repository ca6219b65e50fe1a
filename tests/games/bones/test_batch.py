"""The kernels of many games against the rules, step by step."""

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from dicehall.game import Chance, Decide, Over
from dicehall.games.bones.columns import column_classes, position_count, position_number
from dicehall.games.bones.rules import MOVES, Bones, BonesState
from dicehall.games.bones.solver.batch import (
    CODES,
    Results,
    choose_greedily,
    choose_perfectly,
    class_codes,
    margin,
    place,
    play_games,
    set_worths,
)
from dicehall.games.bones.solver.columns import column_arrays

SCORINGS = ("knucklebones", "knuckles")


@pytest.mark.parametrize("scoring", SCORINGS)
def test_placing_and_scoring_are_those_of_the_rules(scoring: str) -> None:
    worths = set_worths(scoring)
    for game, state, move in walk(scoring, games=60):
        grids, seat = as_array(state), state.seat
        place(grids, seat, MOVES.index(move), state.die)
        after = game.play(state, move)
        assert (grids == as_array(after)).all()
        scores = game.scores(after)
        assert margin(grids, seat, worths) == scores[seat] - scores[1 - seat]


@pytest.mark.parametrize("scoring", SCORINGS)
def test_the_greedy_column_is_the_one_with_the_best_margin(scoring: str) -> None:
    worths = set_worths(scoring)
    for game, state, _ in walk(scoring, games=30):
        margins = [margin_after(game, state, move) for move in moves_of(game, state)]
        best = moves_of(game, state)[margins.index(max(margins))]
        chosen = choose_greedily(as_array(state), state.seat, state.die, worths)
        assert MOVES[int(chosen)] == best


@pytest.mark.slow
def test_the_perfect_column_is_the_one_the_tablebase_says() -> None:
    random = np.random.default_rng(3)
    classes = random.integers(0, 10, (CODES, CODES)).astype(np.int16)
    worths = random.permutation(position_count(10)).astype(np.int16)
    for game, state, _ in walk("knucklebones", games=10):
        moves = moves_of(game, state)
        values = []
        for move in moves:
            own, other = (
                game.play(state, move).grids[seat] for seat in (state.seat, 1 - state.seat)
            )
            position = [
                int(classes[code_of(a), code_of(b)]) for a, b in zip(own, other, strict=True)
            ]
            values.append(worths[position_number(position)])
        chosen = choose_perfectly(as_array(state), state.seat, state.die, classes, worths)
        assert MOVES[int(chosen)] == moves[int(np.argmax(values))]


@pytest.mark.parametrize("scoring", SCORINGS)
def test_every_two_columns_have_the_class_of_the_tablebase(scoring: str) -> None:
    classes = column_classes(scoring)
    codes = class_codes(column_arrays(scoring))
    for _, state, _ in walk(scoring, games=10):
        for own, other in zip(*state.grids, strict=True):
            pair = tuple(sorted(own)), tuple(sorted(other))
            assert codes[code_of(own), code_of(other)] == classes.numbers[pair]


def test_played_games_add_up_and_repeat_with_their_seed() -> None:
    results = play_games("knucklebones", ("greedy", "random"), 400, seed=5)
    assert isinstance(results, Results)
    assert sum(results.wins) + results.draws == 400
    assert results.wins[0] > 2 * results.wins[1]
    assert results.moves > 400 * 17
    assert play_games("knucklebones", ("greedy", "random"), 400, seed=5) == results
    assert play_games("knucklebones", ("greedy", "random"), 400, seed=6) != results


def walk(scoring: str, games: int) -> Iterator[tuple[Bones, BonesState, str]]:
    """The decisions of random games, with the moves that were made."""
    random, game = Random(7), Bones(scoring)
    for _ in range(games):
        state = game.start()
        while not isinstance(turn := game.turn(state), Over):
            if isinstance(turn, Chance):
                state = game.roll(state, (random.randint(1, 6),))
            else:
                move = random.choice(turn.moves)
                yield game, state, move
                state = game.play(state, move)


def as_array(state: BonesState) -> NDArray[np.int8]:
    grids = [[(*column, 0, 0, 0)[:3] for column in grid] for grid in state.grids]
    return np.array(grids, np.int8)


def moves_of(game: Bones, state: BonesState) -> tuple[str, ...]:
    turn = game.turn(state)
    assert isinstance(turn, Decide)
    return turn.moves


def margin_after(game: Bones, state: BonesState, move: str) -> int:
    scores = game.scores(game.play(state, move))
    return scores[state.seat] - scores[1 - state.seat]


def code_of(column: tuple[int, ...]) -> int:
    code = 0
    for die in sorted(column):
        code = code * 7 + die
    return code
