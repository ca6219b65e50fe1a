"""Pocket Hexes by a learned network: the values of moves, and the two upper levels.

The value of a position is its points plus the highest prediction of the network over all ways to
complete the round. Coach and players use the same function.
"""

from random import Random

import numpy as np

from dicehall.game import Decide
from dicehall.games.hexes.network import shipped
from dicehall.games.hexes.plain import highest_score
from dicehall.games.hexes.rounds import Round, find_best_round
from dicehall.games.hexes.rules import (
    DICE,
    HEXES,
    PLACES,
    SCORES,
    Hexes,
    HexesState,
    open_rings,
    placements,
)
from dicehall.players.chooser import choose_plausibly
from dicehall.players.worth import POINTS, Worth

HARD_TEMPERATURE = 1.1
"""The temperature, in points, at which *hard* chooses plausibly."""
BEST_WIDTH = 240
"""How many boards *best* keeps after each placement."""


def choose_hard(game: Hexes, state: HexesState, random: Random) -> str:
    """A placement whose board has a high value, as if the round ended with it."""
    turn = game.turn(state)
    assert isinstance(turn, Decide)
    moves = [move for move in turn.moves if move in PLACES]
    if not moves:
        return highest_score(state, turn.moves)
    placements = Round(state, 1, shipped().network).weigh(state.scored, taken=state.score_taken)
    likings = {move: float(placements[PLACES[move]]) for move in moves}
    return choose_plausibly(likings, HARD_TEMPERATURE, random)


def choose_best(game: Hexes, state: HexesState, random: Random) -> str:
    """The next placement of the best round that a beam search finds."""
    turn = game.turn(state)
    assert isinstance(turn, Decide)
    if not any(move in PLACES for move in turn.moves):
        return highest_score(state, turn.moves)
    _, (die, spot) = find_best_round(state, shipped().network, BEST_WIDTH)
    return f"place {DICE[die].name} {HEXES[spot]}"


def quick_value(state: HexesState) -> float:
    """The final score to expect after a roll, if the placements that look best are made in turn."""
    points = float(sum(state.board[spot] for spot in state.scored))
    if any(placements(state)):
        return points + find_best_round(state, shipped().network, 1)[0]
    return points + max((state.board[spot] for spot in open_rings(state)), default=0)


def worth(game: Hexes, state: HexesState) -> Worth:
    """The estimated final score after each legal move; exact when no roll is left to come."""
    turn = game.turn(state)
    assert isinstance(turn, Decide)
    current = Round(state, state.placements_left, shipped().network)
    placements = current.weigh(state.scored, taken=state.score_taken)
    most = float(placements.max()) if any(move in PLACES for move in turn.moves) else np.inf
    scores = _weigh_scores(state, current, most)

    def to_come(move: str) -> float:
        if move in PLACES:
            return float(placements[PLACES[move]])
        if move in SCORES:
            return scores[state.board[SCORES[move]]]
        return current.best(state.scored, taken=True) if move == "roll" else 0.0

    points = game.scores(state)[0]
    moves = {move: points + to_come(move) for move in turn.moves}
    exact = current.rounds == 0 or "finish" in moves
    return Worth(moves, POINTS, exact, None if exact else float(shipped().errors[current.rounds]))


def _weigh_scores(state: HexesState, current: Round, most: float) -> dict[int, float]:
    """The points to come if an open number is scored now, by number.

    A score can wait until all dice are placed, and a lower number for the higher ones. So scoring a
    number now has at most the value of the best placement, `most`, and of scoring a higher number.
    """
    spots = {state.board[spot]: spot for spot in open_rings(state)}
    worths = {}
    for number in sorted(spots, reverse=True):
        most = min(most, number + current.best(state.scored | {spots[number]}, taken=True))
        worths[number] = most
    return worths
