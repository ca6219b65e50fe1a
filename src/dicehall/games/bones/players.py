"""Computer players of Knucklebones and Knuckles, and what each move is worth."""

from random import Random

import numpy as np

from dicehall.game import Decide, Over
from dicehall.games.bones.rules import MOVES, Bones, BonesState
from dicehall.games.bones.search import NO_MOVE, shipped_evaluation, weigh_moves
from dicehall.games.bones.solver.columns import ColumnClasses
from dicehall.games.bones.solver.tablebase import BonesTablebase, open_tablebase
from dicehall.players.chooser import choose_at_random
from dicehall.players.worth import Worth

EASY_BLUNDERS = 0.35
"""How often the easy level does itself least good instead of guessing: guessing alone is as strong
as a beginner who looks at nothing but its own dice."""
HARD_LAPSES = 0.25
"""How often the hard level is only greedy: without lapses it is nearly perfect."""
HARD_ROLLS = 1
"""How many rolls the hard level looks ahead: the one in its hand."""
DEEP_ROLLS = 5
"""How many the perfect level does without a tablebase: tens of milliseconds a move."""


def choose_easy(game: Bones, state: BonesState, random: Random) -> str:
    """Any move, or the one that looks worst at once."""
    if random.random() < EASY_BLUNDERS:
        return min(legal_moves(game, state), key=lambda move: _margin_after(game, state, move))
    return choose_at_random(game, state, random)


def choose_normal(game: Bones, state: BonesState, random: Random) -> str:
    """The largest change of the margin at once; the lowest column among equals."""
    return max(legal_moves(game, state), key=lambda move: _margin_after(game, state, move))


def choose_hard(game: Bones, state: BonesState, random: Random) -> str:
    """The best move by the fitted evaluation, looking no further; now and then the greedy one."""
    if random.random() < HARD_LAPSES:
        return choose_normal(game, state, random)
    return best_move(search(game, state, HARD_ROLLS))


def choose_perfect(game: Bones, state: BonesState, random: Random) -> str:
    """The best move by the exact tablebase, or as deep as a search goes where there is none."""
    return best_move(worth(game, state).moves)


def worth(game: Bones, state: BonesState) -> Worth:
    """What each legal move is worth: exact from the tablebase, else searched."""
    tablebase = open_tablebase(game.scoring)
    if tablebase is None:
        return Worth(search(game, state, DEEP_ROLLS), "win-minus-loss", exact=False)
    moves = {move: _exact(game, state, move, tablebase) for move in legal_moves(game, state)}
    return Worth(moves, "win-minus-loss", exact=True)


def search(game: Bones, state: BonesState, rolls: int) -> dict[str, float]:
    """What each legal move is worth by the fitted evaluation, `rolls` rolls ahead."""
    evaluation = shipped_evaluation(game.scoring)
    assert state.die is not None
    positions = np.array([_position(evaluation.classes, state, state.seat)], np.int16)
    placed = evaluation.classes.placed[state.die - 1, positions]
    worths = weigh_moves(evaluation, positions, placed, rolls)[0]
    return {
        move: float(value) for move, value in zip(MOVES, worths, strict=True) if value > NO_MOVE
    }


def best_move(worths: dict[str, float]) -> str:
    """The move that is worth most; the first among equals."""
    return max(worths, key=worths.__getitem__)


def legal_moves(game: Bones, state: BonesState) -> tuple[str, ...]:
    """The columns that have room for the die in hand."""
    turn = game.turn(state)
    assert isinstance(turn, Decide)
    return turn.moves


def _exact(game: Bones, state: BonesState, move: str, tablebase: BonesTablebase) -> float:
    after = game.play(state, move)
    if isinstance(game.turn(after), Over):
        return float(_sign(_margin(game, after, state.seat)))
    return -tablebase.before_roll(_position(tablebase.classes, after, after.seat))


def _position(classes: ColumnClasses, state: BonesState, seat: int) -> list[int]:
    return classes.position(state.grids[seat], state.grids[1 - seat])


def _margin_after(game: Bones, state: BonesState, move: str) -> int:
    return _margin(game, game.play(state, move), state.seat)


def _margin(game: Bones, state: BonesState, seat: int) -> int:
    scores = game.scores(state)
    return scores[seat] - scores[1 - seat]


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
