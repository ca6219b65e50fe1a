"""The levels of Pocket Hexes play legally, differ in strength, and know what a move is worth."""

import subprocess
import sys
from itertools import pairwise
from random import Random

import numpy as np

from dicehall.game import Decide, Over
from dicehall.games.hexes.network import NOTHING, STEP, shipped
from dicehall.games.hexes.players import worth
from dicehall.games.hexes.rules import EMPTY, INNER, Hexes, HexesState, surrounded
from dicehall.players.chooser import Chooser
from dicehall.players.levels import find_level, levels
from research.hexes.value import MOST_ACTIVE
from support.playouts import play_levels

LEVELS = {level: find_level("pocket-hexes", level) for level in levels("pocket-hexes")}

GAME = Hexes()


def decisions(choose: Chooser, seed: int) -> list[HexesState]:
    """The states in which a level had to choose, and the last state of the game."""
    return play_levels(GAME, [choose], Random(seed))


def best_score(state: HexesState) -> int:
    """The final score with the best play, by the rules alone; no roll may be due."""
    turn = GAME.turn(state)
    if isinstance(turn, Over):
        return turn.scores[0]
    assert isinstance(turn, Decide)
    return max(best_score(GAME.play(state, move)) for move in turn.moves)


def nearly_full(
    gaps: tuple[int, ...], numbers: tuple[int, ...], dice: tuple[int, ...]
) -> HexesState:
    """A full board but for some hexes; `numbers` repeat over it."""
    board = [numbers[spot % len(numbers)] for spot in range(61)]
    for gap in gaps:
        board[gap] = EMPTY
    full = tuple(board)
    scored = frozenset(spot for spot in INNER if surrounded(full, spot) and spot % 3)
    return HexesState(full, scored, round=20, dice=dice, score_taken=False)


def test_each_level_is_stronger_than_the_one_before() -> None:
    games = {"easy": 8, "normal": 8, "hard": 4}
    means = [
        float(np.mean([GAME.scores(decisions(LEVELS[level], seed)[-1]) for seed in range(count)]))
        for level, count in games.items()
    ]
    assert list(LEVELS) == [*games, "best"]
    assert all(lower + 20 < higher for lower, higher in pairwise(means))


def test_the_best_level_ends_as_well_as_can_be() -> None:
    for dice in ((EMPTY, 6, 8, 9, 12, 20), (EMPTY, 2, 5, 7, 11, 13)):
        state = nearly_full((30, 31), (2, 4, 6, 3), dice)
        wanted = best_score(state)
        while not isinstance(turn := GAME.turn(state), Over):
            state = GAME.play(state, LEVELS["best"](GAME, state, Random(1)))
        assert turn.scores == (wanted,)


def test_the_best_level_does_not_use_random_numbers() -> None:
    state = decisions(LEVELS["normal"], seed=4)[10]
    moves = {LEVELS["best"](GAME, state, Random(seed)) for seed in range(3)}
    assert len(moves) == 1


def test_every_legal_move_has_a_worth() -> None:
    states = decisions(LEVELS["hard"], seed=2)
    for state in states[:-1:9]:
        turn = GAME.turn(state)
        assert isinstance(turn, Decide)
        answer = worth(GAME, state)
        assert tuple(answer.moves) == turn.moves
        assert answer.unit == "points"
        assert all(-20 < value < 400 for value in answer.moves.values())


def test_worth_is_exact_when_no_roll_is_left() -> None:
    random = Random(5)
    for _ in range(6):
        gaps = tuple(random.sample((30, 24, 25, 31, 17, 0, 60), 2))
        dice = (EMPTY, *(random.choice((2, 5, 9, 13, 18)) for _ in range(5)))
        state = nearly_full(gaps, (2, 4, 6, 3), dice)
        turn = GAME.turn(state)
        if not isinstance(turn, Decide):
            continue
        answer = worth(GAME, state)
        assert answer.exact
        for move, value in answer.moves.items():
            assert value == best_score(GAME.play(state, move))


def test_rolling_on_without_an_open_score_is_worth_less_than_scoring_first() -> None:
    states = decisions(LEVELS["hard"], seed=3)
    answers = [worth(GAME, state).moves for state in states[:-1] if not state.placements_left]
    compared = [moves for moves in answers if "roll" in moves and len(moves) > 1]
    assert compared
    for moves in compared:
        assert max(moves, key=lambda move: moves[move]).startswith("score")


def test_the_shipped_rows_add_exactly_in_any_order() -> None:
    rows = shipped().network.rows
    assert (rows == np.round(rows / STEP) * STEP).all()
    assert np.abs(rows).max() * MOST_ACTIVE / STEP < 2**24
    assert not rows[NOTHING].any()


def test_players_and_coach_do_without_numba_and_the_lower_levels_without_numpy() -> None:
    program = (
        "import sys; sys.modules['numba'] = sys.modules['numpy'] = None;"
        "from random import Random; from dicehall.players.levels import find_level, find_weigher;"
        "from dicehall.games.hexes.rules import Hexes; game = Hexes();"
        "state = game.roll(game.start(), (2, 3, 4, 5, 6, 7));"
        "play = lambda level: find_level(game.name, level)(game, state, Random(1));"
        "play('easy'); play('normal'); del sys.modules['numpy'];"
        "play('hard'); play('best'); find_weigher(game.name)(game, state)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
