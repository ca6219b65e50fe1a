"""Boards in arrays against the compiled search, and against the rules by themselves."""

from random import Random

import numpy as np
import pytest

from dicehall.game import Chance, Decide, Over
from dicehall.games.hexes.network import (
    pattern_sums,
    settled_values,
    shipped,
    surrounded_numbers,
)
from dicehall.games.hexes.players import choose_best, choose_hard
from dicehall.games.hexes.rounds import ILLEGAL, Round, best_placement
from dicehall.games.hexes.rules import EMPTY, PLACES, SCORES, Hexes, HexesState
from dicehall.games.hexes.solver.batch import dice_of, position_of
from dicehall.games.hexes.solver.boards import settled_value
from dicehall.games.hexes.solver.search import search_round

GAME = Hexes()
NEAR = 1e-3
"""Points: floats are summed in another order."""


def states(seed: int) -> list[HexesState]:
    """The decisions of a match."""
    random, state, found = Random(seed), GAME.start(), []
    while not isinstance(turn := GAME.turn(state), Over):
        if isinstance(turn, Chance):
            state = GAME.roll(state, tuple(random.choice(die.faces) for die in turn.dice))
            continue
        found.append(state)
        choose = choose_best if random.random() < 0.5 else choose_hard
        state = GAME.play(state, choose(GAME, state, random))
    return found


def test_boards_in_arrays_promise_what_the_compiled_network_does() -> None:
    network, compared = shipped().network, 0
    for state in [state for seed in range(25) for state in states(seed)]:
        rounds = (state.board.count(EMPTY) + 2) // 3
        board = np.array([[*state.board, EMPTY]], np.int8).T
        scored = np.isin(np.arange(len(state.board)), list(state.scored))
        sums, surrounded = pattern_sums(board, rounds, network), surrounded_numbers(board)
        for taken in (False, True):
            (found,) = settled_values(surrounded, sums, scored, rounds, network, taken=taken)
            expected = settled_value(position_of(state), taken, rounds, network)
            assert found == pytest.approx(expected, abs=NEAR)
            compared += 1
    assert compared > 2_000


def test_the_beam_finds_rounds_as_good_as_the_compiled_one() -> None:
    network = shipped().network
    for state in states(30)[::5]:
        if not state.placements_left or not any(m in PLACES for m in legal_moves(state)):
            continue
        expected, _ = search_round(
            position_of(state), dice_of(state), state.placements_left, state.score_taken,
            network, 24,
        )  # fmt: skip
        worths = Round(state, state.placements_left, network).weigh(
            state.scored, taken=state.score_taken
        )
        assert worths[best_placement(state, network, 24)] >= expected - NEAR
        assert worths.max() >= expected - NEAR


def test_every_way_to_complete_a_round_is_tried() -> None:
    """The best board by the rules, one placement after the other, valued by the same network."""
    network = shipped().network

    def best(state: HexesState) -> float:
        """With one placement left."""
        ends = [GAME.play(state, move) for move in legal_moves(state) if move in PLACES]
        if not ends:  # the game ends with a score, if one is open
            return max(
                (state.board[SCORES[m]] for m in legal_moves(state) if m in SCORES), default=0
            )
        return max(Round(end, 0, network).best(end.scored, taken=False) for end in ends)

    for state in [state for state in states(31) if state.placements_left == 2][::6]:
        if state.score_taken:
            continue
        worths = Round(state, 2, network).weigh(state.scored, taken=False)
        for move in legal_moves(state):
            if move in PLACES:
                expected = best(GAME.play(state, move))
                assert worths[PLACES[move]] == pytest.approx(expected, abs=NEAR)
        illegal = [
            worths[place] for move, place in PLACES.items() if move not in legal_moves(state)
        ]
        assert set(illegal) == {ILLEGAL}


def legal_moves(state: HexesState) -> tuple[str, ...]:
    turn = GAME.turn(state)
    return turn.moves if isinstance(turn, Decide) else ()
