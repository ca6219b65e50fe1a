"""The coach's values at Pocket Hexes agree from one state to the next.

`DICEHALL_MATCHES=100 pytest tests/games/hexes/test_worth.py` walks through more matches.
"""

import os
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from dicehall.game import Chance, Decide, Over
from dicehall.games.hexes.players import choose_hard, worth
from dicehall.games.hexes.rules import DICE, EMPTY, HEXES, PLACES, SCORES, Hexes, HexesState
from dicehall.games.hexes.symmetries import SYMMETRIES

MATCHES = int(os.environ.get("DICEHALL_MATCHES", "3"))
GAME = Hexes()
NEAR, NOISE = 0.01, 5.0
"""What two worths may differ by: nothing after a placement. A score is held to be worth no more
than one that is at least as good, whatever the estimate of it by itself."""


def walk(seed: int) -> Iterator[tuple[HexesState, str, HexesState]]:
    """The decisions of a match and what follows each: now well played, now at random."""
    random, state = Random(seed), GAME.start()
    while not isinstance(turn := GAME.turn(state), Over):
        if isinstance(turn, Chance):
            state = GAME.roll(state, turn.throw(random))
            continue
        well = random.random() < 0.9
        move = choose_hard(GAME, state, random) if well else random.choice(turn.moves)
        after = GAME.play(state, move)
        yield state, move, after
        state = after


def some_rounds(seed: int) -> Iterator[tuple[HexesState, str, HexesState]]:
    """The decisions of every sixth round: all are too many to weigh."""
    return (step for step in walk(seed) if step[0].round % 6 == seed % 6)


def shown(state: HexesState) -> float | None:
    """What a state is worth as it is shown; None before a roll."""
    match GAME.turn(state):
        case Over(scores=scores):
            return float(scores[0])
        case Decide():
            return max(worth(GAME, state).moves.values())
    return None


def seen(state: HexesState, view: list[int]) -> HexesState:
    """A state as it looks turned or in a mirror."""
    board = [EMPTY] * len(HEXES)
    for spot, number in enumerate(state.board):
        board[view[spot]] = number
    scored = frozenset(view[spot] for spot in state.scored)
    return replace(state, board=tuple(board), scored=scored)


def seen_move(move: str, view: list[int]) -> str:
    """A move in the same view."""
    if move in PLACES:
        die, spot = PLACES[move]
        return f"place {DICE[die].name} {HEXES[view[spot]]}"
    return f"score {HEXES[view[SCORES[move]]]}" if move in SCORES else move


@pytest.mark.parametrize("seed", range(MATCHES))
def test_a_state_is_worth_what_the_move_that_led_to_it_was(seed: int) -> None:
    compared = 0
    for state, move, after in some_rounds(seed):
        value = shown(after)
        if value is not None:
            near = NOISE if move in SCORES else NEAR
            assert worth(GAME, state).moves[move] == pytest.approx(value, abs=near)
            compared += 1
    assert compared


@pytest.mark.parametrize("seed", range(MATCHES))
def test_states_and_moves_are_worth_the_same_in_all_twelve_views(seed: int) -> None:
    states = [state for state, _, _ in walk(seed) if state.placements_left in (1, 2)]
    for state in states[:: len(states) // 4]:
        moves = worth(GAME, state).moves
        for view in SYMMETRIES.tolist():
            turned = worth(GAME, seen(state, view)).moves
            assert turned == {seen_move(move, view): value for move, value in moves.items()}


def test_the_six_hexes_around_the_first_number_are_worth_the_same() -> None:
    for roll in ((2, 2, 2, 7, 9, 19), (4, 6, 8, 9, 12, 20), (1, 3, 5, 0, 7, 11)):
        moves = worth(GAME, GAME.roll(GAME.start(), roll)).moves
        for number in set(roll) - {0, 1}:
            around = {value for move, value in moves.items() if roll[PLACES[move][0]] == number}
            assert len(around) == 1


def test_an_estimate_tells_how_sure_it_is() -> None:
    state = GAME.roll(GAME.start(), (2, 2, 2, 7, 9, 19))
    answer = worth(GAME, state)
    assert not answer.exact
    assert 0 < answer.error < 20
