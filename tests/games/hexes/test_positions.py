"""Positions for kernels agree with the rules in thousands of random positions."""

from collections.abc import Iterator
from random import Random

import numpy as np

from dicehall.game import Chance, Over
from dicehall.games.hexes.rules import (
    DICE,
    EMPTY,
    HEXES,
    PLACES,
    SCORES,
    Hexes,
    HexesState,
    open_rings,
    placements,
)
from dicehall.games.hexes.solver import positions
from dicehall.solving.random_numbers import random_source
from games.hexes.kernel_positions import dice_of, position_of
from research.hexes.scoring import take_score

GAMES = 60


def walk(seed: int) -> Iterator[tuple[HexesState, str, HexesState]]:
    """The decisions of a random game: state, move and next state."""
    random, game = Random(seed), Hexes()
    state = game.start()
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, Chance):
            state = game.roll(state, tuple(random.choice(die.faces) for die in turn.dice))
        else:
            move = random.choice(turn.moves)
            after = game.play(state, move)
            yield state, move, after
            state = after


def test_a_placement_leads_to_the_position_of_the_next_state() -> None:
    placed = 0
    for seed in range(GAMES):
        for state, move, after in walk(seed):
            if move in PLACES:
                die, spot = PLACES[move]
                position = position_of(state)
                positions.put(position, spot, dice_of(state)[die])
                assert np.array_equal(position, position_of(after))
                placed += 1
    assert placed > 2_000


def test_a_score_of_the_highest_number_leads_to_the_position_of_the_next_state() -> None:
    scored = 0
    for seed in range(GAMES):
        for state, move, after in walk(seed):
            numbers = [state.board[spot] for spot in open_rings(state)]
            if move in SCORES and state.board[SCORES[move]] == max(numbers):
                position = position_of(state)
                spot = take_score(position)
                assert state.board[spot] == max(numbers)
                if numbers.count(max(numbers)) == 1:
                    assert np.array_equal(position, position_of(after))
                scored += 1
    assert scored > 30


def test_the_same_placements_and_scores_are_legal() -> None:
    compared = 0
    for seed in range(GAMES):
        for state, *_ in walk(seed):
            position, dice = position_of(state), dice_of(state)
            if state.placements_left:
                fitting = tuple(
                    f"place {die.name} {name}"
                    for number, die in enumerate(DICE)
                    for spot, name in enumerate(HEXES)
                    if positions.fits(position, spot, dice[number])
                )
                assert fitting == placements(state)
                compared += 1
            if not state.score_taken:
                waiting = position[positions.WAITING : positions.EMPTIES]
                assert waiting.sum() == len(open_rings(state))
    assert compared > 2_000


def test_a_used_die_fits_nowhere() -> None:
    position = positions.start_position()
    assert not any(positions.fits(position, spot, EMPTY) for spot in range(len(HEXES)))


def test_the_dice_show_each_face_equally_often() -> None:
    source, dice = random_source(1), np.empty(positions.DICE_COUNT, np.int8)
    rolls = np.empty((20_000, positions.DICE_COUNT), np.int8)
    for row in rolls:
        positions.roll_dice(dice, source)
        row[:] = dice
    for column, die in zip(rolls.T, DICE, strict=True):
        faces, counts = np.unique(column, return_counts=True)
        assert tuple(faces) == die.faces
        expected = len(rolls) / len(die.faces)
        assert np.abs(counts - expected).max() < 5 * np.sqrt(expected)


def test_scoring_the_highest_open_number_is_never_worse() -> None:
    """Rings can form at any time and stay available; compare with all possible choices."""
    random = Random(3)
    for _ in range(200):
        opened = [[random.randrange(21) for _ in range(random.randrange(3))] for _ in range(5)]
        assert best_total(opened, (), greedy=True) == best_total(opened, (), greedy=False)


def best_total(opened: list[list[int]], waiting: tuple[int, ...], *, greedy: bool) -> int:
    if not opened:
        return 0
    waiting = tuple(sorted((*waiting, *opened[0])))
    if not waiting:
        return best_total(opened[1:], waiting, greedy=greedy)
    choices = range(len(waiting) - 1, len(waiting)) if greedy else range(len(waiting))
    return max(
        waiting[taken]
        + best_total(opened[1:], waiting[:taken] + waiting[taken + 1 :], greedy=greedy)
        for taken in choices
    )
