"""Boards in arrays against the compiled search, and against the rules by themselves."""

from dataclasses import replace
from functools import cache
from math import inf
from random import Random

import numpy as np
import pytest

from dicehall.game import Decide
from dicehall.games.hexes.network import (
    pattern_sums,
    settled_values,
    shipped,
    surrounded_numbers,
    waiting_numbers,
)
from dicehall.games.hexes.players import choose_hard, choose_normal, worth
from dicehall.games.hexes.rounds import (
    ILLEGAL,
    KEYS,
    Frontier,
    Round,
    find_best_round,
    place_dice,
)
from dicehall.games.hexes.rules import (
    EMPTY,
    PLACES,
    SCORES,
    Hexes,
    HexesState,
    open_rings,
    placements,
)
from dicehall.games.hexes.symmetries import SYMMETRIES
from dicehall.players.chooser import Chooser, choose_at_random
from games.hexes.kernel_positions import dice_of, position_of
from research.hexes.boards import settled_value
from research.hexes.search import search_round
from support.playouts import play_levels

GAME = Hexes()
NEAR = 1e-3
"""Points: floats are summed in another order."""
NARROW, EVERY_BOARD = 24, 20_000
"""Widths of a search."""


MOSTLY_GOOD = (choose_hard,) * 9 + (choose_at_random,)


@cache
def states(seed: int, *levels: Chooser) -> list[HexesState]:
    """The decisions of a match; each move is made by one of the levels."""

    def choose(game: Hexes, state: HexesState, random: Random) -> str:
        return random.choice(levels or MOSTLY_GOOD)(game, state, random)

    return play_levels(GAME, [choose], Random(seed))[:-1]


@pytest.mark.slow
def test_the_array_network_agrees_with_the_compiled_one() -> None:
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
    network, gains = shipped().network, []
    for state in [state for seed in range(8) for state in states(seed)]:
        left, taken = state.placements_left, state.score_taken
        if not any(move in PLACES for move in legal_moves(state)):
            continue
        expected, _ = search_round(position_of(state), dice_of(state), left, taken, network, NARROW)
        found, first = find_best_round(state, network, NARROW)
        gains.append(found - expected)
        if left < 3 and len(gains) % 5 == 0:
            worths = Round(state, left, network).weigh(state.scored, taken=taken)
            assert worths[first] >= found - NEAR
    assert len(gains) > 400
    # Of boards that promise the same, one beam may keep those that the other drops.
    assert np.mean(np.abs(gains) < NEAR) > 0.99
    assert abs(np.mean(gains)) < 0.01


def test_the_coach_says_what_the_compiled_search_finds_if_it_keeps_every_board() -> None:
    compared = 0
    for state in [state for seed in range(8) for state in states(seed)]:
        if state.placements_left == 3:
            continue  # there every board is too many for a test
        answer = worth(GAME, state)
        expected = compiled_worths(state)
        assert answer.moves == pytest.approx(expected, abs=NEAR)
        compared += 1
    assert compared > 400


def compiled_worths(state: HexesState) -> dict[str, float]:
    """The worth of each move by the compiled search, placement by placement."""
    points = GAME.scores(state)[0]

    def to_come(state: HexesState, *, taken: bool) -> float:
        left = state.placements_left
        return search_round(
            position_of(state), dice_of(state), left, taken, shipped().network, EVERY_BOARD
        )[0]

    worths = {}
    for move in legal_moves(state):
        if move in PLACES:
            worths[move] = points + to_come(GAME.play(state, move), taken=state.score_taken)
        elif move in SCORES:
            worths[move] = to_come(GAME.play(state, move), taken=True) + state.board[SCORES[move]]
            worths[move] += points
        else:
            worths[move] = points + (to_come(state, taken=True) if move == "roll" else 0.0)
    most = max((worths[move] for move in worths if move in PLACES), default=inf)
    for move in sorted(worths, key=lambda move: -state.board[SCORES.get(move, 0)]):
        if move in SCORES:  # no more than the best placement, or a higher score
            most = worths[move] = min(most, worths[move])
    return worths


def test_arrays_of_boards_follow_the_rules() -> None:
    """Placements and open scores in thousands of positions, all of them in one array."""
    found = [state for seed in range(300) for state in states(seed, choose_at_random)]
    found += [state for seed in range(8) for state in states(seed, choose_normal)]
    assert len(found) > 5_000
    boards = np.array([[*state.board, EMPTY] for state in found], np.int8).T
    hands = np.array([state.dice for state in found], np.int8)
    placed = place_dice(
        Frontier(boards, hands, np.zeros((len(found), len(SYMMETRIES)), np.int64)), KEYS
    )
    fitting: list[set[tuple[int, int]]] = [set() for _ in found]
    for parent, die, spot in zip(placed.parents, placed.dice, placed.spots, strict=True):
        fitting[parent].add((int(hands[parent, die]), int(spot)))
    for state, fits in zip(found, fitting, strict=True):
        legal = {PLACES[move] for move in placements(state)}
        assert fits == {(state.dice[die], spot) for die, spot in legal}
        scored = np.isin(np.arange(len(state.board)), list(state.scored))
        surrounded = surrounded_numbers(np.array([[*state.board, EMPTY]], np.int8).T)
        waiting = waiting_numbers(surrounded, scored)[:, 0]
        rings = sorted((state.board[spot] for spot in open_rings(untaken(state))), reverse=True)
        assert [number for number in waiting if number != EMPTY] == rings[: len(waiting)]


def untaken(state: HexesState) -> HexesState:
    """The same position before this round's score was taken."""
    return replace(state, score_taken=False)


@pytest.mark.slow
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

    for state in [state for state in states(31) if state.placements_left == 2][::12]:
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
