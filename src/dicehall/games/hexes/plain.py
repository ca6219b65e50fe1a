"""The lower levels of Pocket Hexes: rules of thumb for one placement at a time."""

from collections.abc import Callable
from random import Random

from dicehall.game import Decide
from dicehall.games.hexes.rules import (
    EMPTY,
    INNER,
    NEIGHBOURS,
    PLACES,
    SCORES,
    Hexes,
    HexesState,
    surrounded,
)
from dicehall.players.chooser import choose_plausibly

WORTHY = 9
"""A smaller number wastes a hex that is nearly surrounded."""

Judge = Callable[[HexesState, int, int], float]
"""(state, number, hex) -> how good it looks to place the number there."""


def choose_by(
    judge: Judge, temperature: float, game: Hexes, state: HexesState, random: Random
) -> str:
    """A placement, more likely the better the judge rates it; else the highest score."""
    turn = game.turn(state)
    assert isinstance(turn, Decide)
    likings = {
        move: judge(state, state.dice[die], spot)
        for move in turn.moves
        if move in PLACES
        for die, spot in [PLACES[move]]
    }
    if likings:
        return choose_plausibly(likings, temperature, random)
    return highest_score(state, turn.moves)


def highest_score(state: HexesState, moves: tuple[str, ...]) -> str:
    """The highest score, or the only other move if nothing can be scored."""
    scores = [move for move in moves if move in SCORES]
    if scores:
        return max(scores, key=lambda move: state.board[SCORES[move]])
    return moves[-1]


def points_at_once(state: HexesState, number: int, spot: int) -> float:
    """The sum of the numbers that a placement surrounds."""
    board = (*state.board[:spot], number, *state.board[spot + 1 :])
    return sum(board[near] for near in (spot, *NEIGHBOURS[spot]) if surrounded(board, near))


def points_and_room(state: HexesState, number: int, spot: int) -> float:
    """Immediate points, minus the room taken from neighbours and for a small number in a hole."""
    board = state.board
    gaps = [near for near in NEIGHBOURS[spot] if board[near] == EMPTY]
    taken = 0
    for near in gaps:
        highest = max(board[beside] for beside in NEIGHBOURS[near])
        taken += max(0, number - max(2, highest))
    hole = spot in INNER and len(gaps) <= 2
    wasted = max(0, WORTHY - number) if hole else 0
    return points_at_once(state, number, spot) - taken - wasted + len(gaps) / 2
