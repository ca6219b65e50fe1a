"""The compiled simulator of Pocket Hexes agrees with the rules, step by step."""

from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from dicehall.game import Chance, Decide, Over
from dicehall.games.hexes.rules import DICE, EMPTY, HEXES, Hexes, HexesState, open_rings, placements
from dicehall.games.hexes.solver import batch
from dicehall.solving.random_numbers import random_source


def play_one(seed: int) -> tuple[int, NDArray[np.int8]]:
    log = np.empty((200, batch.DICE_COUNT), np.int8)
    position = batch.start_position()
    score, length = batch.play_at_random(position, random_source(seed), log)
    return score, log[:length]


def spell(row: NDArray[np.int8]) -> str:
    die, spot = row[:2]
    return f"score {HEXES[spot]}" if die == len(DICE) else f"place {DICE[die].name} {HEXES[spot]}"


def replay(game: Hexes, log: NDArray[np.int8]) -> list[HexesState]:
    states = [game.start()]
    for row in log:
        state = states[-1]
        if row[2] == EMPTY:
            states.append(game.play(state, spell(row)))
            continue
        turn = game.turn(state)
        if isinstance(turn, Decide):
            assert "roll" in turn.moves
            state = game.play(state, "roll")
        assert isinstance(game.turn(state), Chance)
        states.append(game.roll(state, tuple(int(face) for face in row)))
    return states


@pytest.mark.parametrize("seed", range(40))
def test_a_simulated_game_is_a_game_of_the_rules(seed: int) -> None:
    game = Hexes()
    score, log = play_one(seed)
    end = replay(game, log)[-1]
    turn = game.turn(end)
    assert isinstance(turn, Over)
    assert turn.scores == (score,)


def test_every_row_on_the_way_equals_the_row_made_from_the_state() -> None:
    game = Hexes()
    _, log = play_one(7)
    states = replay(game, log)
    position, dice = batch.start_position(), np.full(batch.DICE_COUNT, EMPTY, np.int8)
    for row, state in zip(log, states[1:], strict=True):
        if row[2] != EMPTY:
            dice = row.copy()
        elif row[0] == batch.DICE_COUNT:
            assert batch.take_score(position) == row[1]
        else:
            batch.put(position, row[1], dice[row[0]])
            dice[row[0]] = EMPTY
        assert np.array_equal(position, batch.position_of(state))
        assert np.array_equal(dice, batch.dice_of(state))


def test_the_same_placements_and_scores_are_legal() -> None:
    game = Hexes()
    for seed in range(6):
        for state in replay(game, play_one(seed)[1]):
            if not state.dice or not state.placements_left:
                continue
            position, dice = batch.position_of(state), batch.dice_of(state)
            fitting = tuple(
                f"place {die.name} {name}"
                for number, die in enumerate(DICE)
                for spot, name in enumerate(HEXES)
                if batch.fits(position, spot, dice[number])
            )
            assert fitting == placements(state)
            assert batch.any_fits(position, dice) == bool(fitting)
            waiting = position[batch.WAITING : batch.EMPTIES]
            if not state.score_taken:
                assert waiting.sum() == len(open_rings(state))


def test_the_dice_show_each_face_equally_often() -> None:
    source, dice = random_source(1), np.empty(batch.DICE_COUNT, np.int8)
    rolls = np.empty((20_000, batch.DICE_COUNT), np.int8)
    for row in rolls:
        batch.roll_dice(dice, source)
        row[:] = dice
    for column, die in zip(rolls.T, DICE, strict=True):
        faces, counts = np.unique(column, return_counts=True)
        assert tuple(faces) == die.faces
        expected = len(rolls) / len(die.faces)
        assert np.abs(counts - expected).max() < 5 * np.sqrt(expected)


def test_scoring_the_highest_open_number_is_never_worse() -> None:
    """Numbers become open at any time and wait for ever: compare with every choice there is."""
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
