"""Pocket Hexes by a learned network: what a position is worth, and the players that go by it.

A position is worth the points it has and the most that the network promises for any way to
complete the round: one function, for the coach and for the players. Importing this module loads
Numba: only processes that search should.
"""

from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicehall.game import Decide
from dicehall.games.hexes.plain import highest_score
from dicehall.games.hexes.rules import (
    DICE,
    EMPTY,
    HEXES,
    PLACES,
    SCORES,
    Hexes,
    HexesState,
    open_rings,
)
from dicehall.games.hexes.solver.batch import dice_of, position_of
from dicehall.games.hexes.solver.completions import ILLEGAL, new_memory, weigh_placements
from dicehall.games.hexes.solver.search import search_round
from dicehall.games.hexes.solver.value import STEP, Network, position_value, rounds_left
from dicehall.players.plausible import choose_plausibly
from dicehall.players.worth import POINTS, Worth

HARD_TEMPERATURE = 1.1
"""The temperature, in points, at which *hard* chooses plausibly."""
BEST_WIDTH = 24
"""How many boards *best* keeps at each placement."""


class Learned(NamedTuple):
    """What comes with the program; scripts/train_hexes.py makes it."""

    network: Network
    errors: NDArray[np.float32]
    """By rounds left: the standard error of what the network promises."""


@cache
def shipped() -> Learned:
    """The learned numbers of this package."""
    with as_file(files(__package__) / "weights.npz") as path:
        return load_learned(path)


def load_learned(path: Path) -> Learned:
    """Read learned numbers; the rows are kept as multiples of `STEP`."""
    with np.load(path) as file:
        layers = {name: file[name] for name in Network._fields}
        layers["rows"] = layers["rows"] * np.float32(STEP)
        return Learned(Network(**layers), file["errors"])


def save_learned(path: Path, learned: Learned) -> None:
    """Write learned numbers."""
    layers = learned.network._asdict()
    layers["rows"] = np.round(layers["rows"] / STEP).astype(np.int16)
    np.savez_compressed(path, **layers, errors=learned.errors)


def choose_hard(game: Hexes, state: HexesState, random: Random) -> str:
    """A placement whose board promises much, as if the round ended with it."""
    turn = game.turn(state)
    assert isinstance(turn, Decide)
    moves = [move for move in turn.moves if move in PLACES]
    if not moves:
        return highest_score(state, turn.moves)
    placements = _weigh_placements(state, 1)
    likings = {move: float(placements[PLACES[move]]) for move in moves}
    return choose_plausibly(likings, HARD_TEMPERATURE, random)


def choose_best(game: Hexes, state: HexesState, random: Random) -> str:
    """The next placement of the best round that a beam finds."""
    turn = game.turn(state)
    assert isinstance(turn, Decide)
    if not any(move in PLACES for move in turn.moves):
        return highest_score(state, turn.moves)
    _, path = search_round(
        position_of(state), dice_of(state), state.placements_left, state.score_taken,
        shipped().network, BEST_WIDTH,
    )  # fmt: skip
    die, spot = path[0]
    return f"place {DICE[die].name} {HEXES[spot]}"


def worth(game: Hexes, state: HexesState) -> Worth:
    """The estimated final score after each legal move; exact when no roll is left to come."""
    turn = game.turn(state)
    assert isinstance(turn, Decide)
    placements = _weigh_placements(state, state.placements_left)
    most = float(placements.max()) if any(move in PLACES for move in turn.moves) else np.inf
    scores = _weigh_scores(game, state, most)

    def to_come(move: str) -> float:
        if move in PLACES:
            return float(placements[PLACES[move]])
        if move in SCORES:
            return scores[state.board[SCORES[move]]]
        return _to_come(state) if move == "roll" else 0.0

    points = game.scores(state)[0]
    moves = {move: points + to_come(move) for move in turn.moves}
    rounds = (max(0, state.board.count(EMPTY) - state.placements_left) + 2) // 3
    exact = rounds == 0 or "finish" in moves
    return Worth(moves, POINTS, exact, 0.0 if exact else float(shipped().errors[rounds]))


def _weigh_scores(game: Hexes, state: HexesState, most: float) -> dict[int, float]:
    """The points to come if an open number is scored now, by number.

    Scoring can wait until all dice are placed, and a lower number can wait for the higher ones. So
    to score a number now is worth no more than `most`, the best placement, and no more than to
    score a higher one.
    """
    moves = {state.board[spot]: f"score {HEXES[spot]}" for spot in open_rings(state)}
    worths = {}
    for number in sorted(moves, reverse=True):
        most = min(most, number + _to_come(game.play(state, moves[number])))
        worths[number] = most
    return worths


def _to_come(state: HexesState) -> float:
    """The points still to come if no more are scored in this round."""
    if state.placements_left:
        placements = _weigh_placements(state, state.placements_left)
        return float(placements.max()) if (placements > ILLEGAL).any() else 0.0
    position = position_of(state)
    return position_value(position, rounds_left(position), shipped().network)


def _weigh_placements(state: HexesState, left: int) -> NDArray[np.float64]:
    """The points to come by die and hex, in a round that ends after so many placements."""
    return weigh_placements(
        position_of(state), dice_of(state), left, state.score_taken, shipped().network, new_memory()
    )
