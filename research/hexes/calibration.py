"""Comparing the network's predictions at Pocket Hexes with the scores reached, and correcting them.

The network was fitted to games played by its earlier versions with a narrower search. So at the
end, for every number of rounds left, its predictions are scaled and shifted to match the games of
the final player. That hardly changes a choice between boards of the same round.
"""

from itertools import count
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicehall.games.hexes.network import POINTS, STEP, Network
from dicehall.games.hexes.solver.positions import ROUNDS, Position, start_position
from dicehall.solving.random_numbers import random_source
from research.hexes.learning import new_trace, play_game
from research.hexes.value import position_value, rounds_left

SMOOTHING = 3
"""How many rounds on each side a standard error is averaged over."""


class Promises(NamedTuple):
    """Positions between rounds: the points predicted there, and those scored afterwards."""

    positions: NDArray[np.int8]
    games: NDArray[np.int64]
    """Which game each belongs to."""
    rounds: NDArray[np.int64]
    """Rounds left."""
    had: NDArray[np.int64]
    """Points scored before."""
    promised: NDArray[np.float64]
    came: NDArray[np.float64]
    scores: NDArray[np.int64]
    """Of the whole games."""


def play_promises(network: Network, width: int, games: int, seed: int) -> Promises:
    """Play whole games and compare; game k has the seed `seed + k`."""
    trace, scores = new_trace(), []
    positions, points = [], []
    for game in range(games):
        source = random_source(seed + game)
        score, played = play_game(start_position(), source, network, width, trace)
        scores.append(score)
        positions.append(trace.positions[:played].copy())
        points.append(trace.points[:played].copy())
    rows = np.concatenate(positions)
    had = np.concatenate([scored.cumsum() - scored for scored in points])
    game_of = np.repeat(np.arange(games), [len(scored) for scored in points])
    return Promises(
        positions=rows,
        games=game_of,
        rounds=np.array([rounds_left(row) for row in rows]),
        had=had,
        promised=np.array([_promise(row, network) for row in rows]),
        came=np.array(scores)[game_of] - had.astype(np.float64),
        scores=np.array(scores),
    )


def rounded(network: Network) -> Network:
    """A copy of the network whose rows are rounded to multiples of `STEP`, as they ship."""
    layers = {name: layer.copy() for name, layer in network._asdict().items()}
    layers["rows"] = np.round(layers["rows"] / STEP).astype(np.float32) * np.float32(STEP)
    return Network(**layers)


def calibrate(network: Network, promises: Promises) -> None:
    """Scale and shift the predictions for each number of rounds left to match the scores."""
    for rounds in np.unique(promises.rounds):
        there = promises.rounds == rounds
        promised, came = promises.promised[there], promises.came[there]
        spread = promised.var()
        slope = np.cov(promised, came, bias=True)[0, 1] / spread if spread > 0 else 1.0
        shift = came.mean() - slope * promised.mean()
        network.direct[rounds] *= slope
        network.outer[rounds] *= slope
        network.outer_bias[rounds] = slope * network.outer_bias[rounds] + shift / POINTS


def find_errors(
    network: Network, width: int, promises: Promises, positions: int, games: int, seed: int
) -> NDArray[np.float32]:
    """The standard error of a prediction, by rounds left.

    Up to `positions` positions of each round are played to the end `games` times, with different
    dice; the variance of their mean is subtracted. The result is averaged over neighbouring rounds,
    at most `SMOOTHING` away.
    """
    random, trace, seeds = np.random.default_rng(seed), new_trace(), count(seed)
    squares = np.zeros(ROUNDS + 1)
    for rounds in range(1, ROUNDS + 1):
        rows = promises.positions[promises.rounds == rounds]
        for row in random.choice(rows, min(positions, len(rows)), replace=False):
            scores = [
                play_game(row.copy(), random_source(next(seeds)), network, width, trace)[0]
                for _ in range(games)
            ]
            miss = np.mean(scores) - _promise(row, network)
            squares[rounds] += (miss**2 - np.var(scores, ddof=1) / games) / positions
    smooth = [
        squares[max(1, left - SMOOTHING) : left + SMOOTHING + 1].mean()
        for left in range(ROUNDS + 1)
    ]
    errors: NDArray[np.float32] = np.sqrt(np.maximum(smooth, 0)).astype(np.float32)
    return errors


def _promise(position: Position, network: Network) -> float:
    return position_value(position, rounds_left(position), network)
