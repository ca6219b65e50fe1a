"""Pocket Hexes by learned weights: search within the round, and look-ahead beyond it.

Importing this module loads Numba: only processes that search should.
"""

from functools import cache
from importlib.resources import as_file, files
from random import Random

import numpy as np

from dicehall.game import Decide
from dicehall.games.hexes.plain import highest_score
from dicehall.games.hexes.rules import DICE, EMPTY, HEXES, PLACES, SCORES, Hexes, HexesState
from dicehall.games.hexes.solver.batch import dice_of, position_of
from dicehall.games.hexes.solver.lookahead import plan_round
from dicehall.games.hexes.solver.search import search_round
from dicehall.games.hexes.solver.value import Weights, tables_of
from dicehall.players.worth import Worth

HARD_WIDTH = 1
BEST_WIDTH = 32
BEST_BOARDS = 12
BEST_SAMPLES = 32
BEST_DEPTH = 1
WORTH_WIDTH = 8


@cache
def shipped_weights() -> Weights:
    """The weights that come with the program; scripts/train_hexes.py makes them."""
    with as_file(files(__package__) / "weights.npz") as path, np.load(path) as file:
        return tables_of(file["weights"].astype(np.float32))


def choose_hard(game: Hexes, state: HexesState, random: Random) -> str:
    """The next placement of the best round that a narrow search finds."""
    return _choose(game, state, wide=False)


def choose_best(game: Hexes, state: HexesState, random: Random) -> str:
    """The next placement of the best round by a wide search and by playing on from its end."""
    return _choose(game, state, wide=True)


def worth(game: Hexes, state: HexesState) -> Worth:
    """The estimated final score after each legal move; exact when no roll is left to come."""
    turn = game.turn(state)
    assert isinstance(turn, Decide)
    points = game.scores(state)[0]
    moves = {move: points + _points_to_come(game, state, move) for move in turn.moves}
    last_round = state.board.count(EMPTY) <= state.placements_left
    return Worth(moves, "points", exact=last_round or "finish" in moves)


def _choose(game: Hexes, state: HexesState, *, wide: bool) -> str:
    turn = game.turn(state)
    assert isinstance(turn, Decide)
    if not any(move in PLACES for move in turn.moves):
        return highest_score(state, turn.moves)
    round_now = (
        position_of(state), dice_of(state), state.placements_left, state.score_taken,
        shipped_weights(),
    )  # fmt: skip
    if wide:
        path = plan_round(*round_now, BEST_WIDTH, BEST_BOARDS, BEST_SAMPLES, BEST_DEPTH)
    else:
        _, path = search_round(*round_now, HARD_WIDTH)
    die, spot = path[0]
    return f"place {DICE[die].name} {HEXES[spot]}"


def _points_to_come(game: Hexes, state: HexesState, move: str) -> float:
    """The points that a move and what follows bring."""
    if move == "finish":
        return 0.0
    if move == "roll":
        taken, at_once, after = True, 0, state
    else:
        after = game.play(state, move)
        taken = after.score_taken
        at_once = state.board[SCORES[move]] if move in SCORES else 0
    value, _ = search_round(
        position_of(after), dice_of(after), after.placements_left, taken,
        shipped_weights(), WORTH_WIDTH,
    )  # fmt: skip
    return at_once + value
