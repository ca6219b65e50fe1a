"""A small learner for Knucklebones: only NumPy, self-play in a vector environment, one core.

It learns the value of a position after a move, as a sum over the three pairs of facing columns, by
temporal differences on a table with an entry for each pair and phase of the game.

    python examples/learn_knucklebones.py --moves 80_000_000 --games 1000
"""

import argparse
from itertools import combinations_with_replacement
from time import process_time
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from dicehall.envs.registration import env_id
from dicehall.envs.vector import make_vector

Array = NDArray[Any]

MATCHES = 1024
EXPLORE = 0.05
FASTEST, SLOWEST = 0.5, 0.02
"""The learning rate at the beginning and at the end."""
PHASES = 10
"""By the number of dice in the fuller grid."""

COLUMNS = [dice for size in range(4) for dice in combinations_with_replacement(range(1, 7), size)]
NUMBERS = {dice: number for number, dice in enumerate(COLUMNS)}
SIZES = np.array([len(dice) for dice in COLUMNS])


def _number(dice: tuple[int, ...]) -> int:
    return NUMBERS[tuple(sorted(filter(None, dice)))]


CODES = np.array([[[_number((a, b, c)) for c in range(7)] for b in range(7)] for a in range(7)])
"""The number of a column by its three slots."""
ADDED = np.array(
    [[_number((*dice, die)) if len(dice) < 3 else 0 for die in range(7)] for dice in COLUMNS]
)
LEFT = np.array(
    [[_number(tuple(d for d in dice if d != die)) for die in range(7)] for dice in COLUMNS]
)
"""By column and die: with the die added, and without dice equal to it."""


class Learner:
    """A table of values for pairs of facing columns, and moves based on it."""

    def __init__(self) -> None:
        self.table = np.zeros(len(COLUMNS) * len(COLUMNS) * PHASES)

    def weigh(self, observations: Array) -> tuple[Array, Array]:
        """By move: the table's entries for the position after it, and its value."""
        slots = observations[:, :18].reshape(-1, 2, 3, 3)
        columns = CODES[slots[..., 0], slots[..., 1], slots[..., 2]]
        own = np.repeat(columns[:, None, 0], 3, axis=1)  # by match, move and column
        other = np.repeat(columns[:, None, 1], 3, axis=1)
        die = observations[:, 18, None]
        move = np.arange(3)
        own[:, move, move] = ADDED[own[:, move, move], die]
        other[:, move, move] = LEFT[other[:, move, move], die]
        phase = np.maximum(SIZES[own].sum(axis=2), SIZES[other].sum(axis=2))[..., None]
        entries = (own * len(COLUMNS) + other) * PHASES + phase
        return entries, np.tanh(self.table[entries].sum(axis=2))

    def choose(self, observations: Array, masks: Array) -> Array:
        """The best move of each match."""
        _, worths = self.weigh(observations)
        return np.where(masks, worths, -2.0).argmax(axis=1)

    def learn(self, entries: Array, errors: Array, rate: float) -> None:
        """Move each entry towards the targets by the mean of its errors."""
        touched, places, counts = np.unique(entries, return_inverse=True, return_counts=True)
        sums = np.bincount(places.ravel(), np.repeat(errors, 3))
        self.table[touched] += rate / 3 * sums / counts


def train(moves: int, seed: int = 1) -> Learner:
    """A learner after this many moves against itself."""
    learner, random = Learner(), np.random.default_rng(seed)
    env = make_vector(MATCHES, "knucklebones")
    observations, info = env.reset(seed=seed)
    everyone = np.arange(MATCHES)
    last = last_worths = None
    fresh = np.zeros(MATCHES, bool)
    for step in range(moves // MATCHES):
        entries, worths = learner.weigh(observations)
        masks = info["action_mask"]
        best = np.where(masks, worths, -2.0).argmax(axis=1)
        some = (random.random(masks.shape) * masks).argmax(axis=1)
        chosen = np.where(random.random(MATCHES) < EXPLORE, some, best)
        rate = FASTEST * (SLOWEST / FASTEST) ** (step * MATCHES / moves)
        if last is not None:  # what is good for one seat is bad for the other
            errors = np.where(fresh, 0.0, -worths[everyone, best] - last_worths)
            learner.learn(last, errors, rate)
        last, last_worths = entries[everyone, chosen], worths[everyone, chosen]
        observations, rewards, terminated, truncated, info = env.step(chosen)
        fresh = terminated | truncated
        learner.learn(last[terminated], rewards[terminated] - last_worths[terminated], rate)
    return learner


def match(learner: Learner, level: str, games: int) -> tuple[int, int, int]:
    """Wins, draws and losses against a level, with alternating seats."""
    results = []
    for game in range(games):
        env = gymnasium.make(env_id("knucklebones"), opponent=level, seat=game % 2)
        seen, info = env.reset(seed=game)
        terminated = truncated = False
        while not (terminated or truncated):
            move = learner.choose(seen[None], info["action_mask"][None])[0]
            seen, reward, terminated, truncated, info = env.step(move)
        results.append(reward)
    return results.count(1.0), results.count(0.0), results.count(-1.0)


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--moves", type=int, default=80_000_000)
    options.add_argument("--games", type=int, default=1000)
    options.add_argument("--levels", nargs="*", default=["easy", "normal"])
    chosen = options.parse_args()
    began = process_time()
    learner = train(chosen.moves)
    print(f"learned from {chosen.moves:,} moves in {process_time() - began:.0f} s of one core")
    for level in chosen.levels:
        wins, draws, losses = match(learner, level, chosen.games)
        print(f"against {level}: {wins} won, {draws} drawn, {losses} lost")


if __name__ == "__main__":
    main()
