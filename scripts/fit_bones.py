"""Fit the evaluation of Bones that is shipped to the exact table on this machine.

    python scripts/fit_bones.py knucklebones

The positions are those of games between exact players who often move at random.
"""

import sys
from pathlib import Path

import numpy as np
from bones_lockstep import (
    exact_player,
    mixed_player,
    play_side_by_side,
    position_numbers,
    random_player,
)

import dicehall.bots
from dicehall.bots.bones_search import FILLS, Evaluation, Positions, Values
from dicehall.solve.bones_table import SURE, BonesTable, open_table

TRAITS = 4
GAMES = 200_000
RANDOM_MOVES = 0.3
BATCH = 8192
STEPS = 12_000
RATE = 0.02


def main() -> None:
    scoring = sys.argv[1]
    table = open_table(scoring)
    assert table is not None, f"first: dicehall solve {scoring}"
    random = np.random.default_rng(1)
    positions = sample(table, random)
    exact = -table.worths[position_numbers(table.classes.swapped[positions])] / np.float32(SURE)
    held = len(positions) // 50
    evaluation = fit(table, positions[held:], exact[held:], random)
    arrays = (evaluation.traits, evaluation.weights, evaluation.biases)
    path = Path(dicehall.bots.__path__[0]) / f"{scoring}.npz"
    names = ("traits", "weights", "biases")
    np.savez_compressed(
        path, **{n: a.astype(np.float16) for n, a in zip(names, arrays, strict=True)}
    )
    error = evaluation.values(positions[:held]) - exact[:held]
    print(f"{len(positions)} positions, mean error {np.sqrt((error**2).mean()):.4f}")


def sample(table: BonesTable, random: np.random.Generator) -> Positions:
    """Positions before a roll, in random order."""
    player = mixed_player(exact_player(table), random_player(random), RANDOM_MOVES, random)
    _, seen = play_side_by_side(table.classes, (player, player), GAMES, random)
    return random.permutation(np.concatenate(seen))


def fit(
    table: BonesTable, positions: Positions, exact: Values, random: np.random.Generator
) -> Evaluation:
    """Least squares by Adam, with a rate that falls to nothing."""
    classes = table.classes
    arrays = [
        random.normal(0, 0.05, (classes.count, TRAITS)).astype(np.float32),
        random.normal(0.3, 0.1, (FILLS * FILLS, TRAITS)).astype(np.float32),
        np.zeros(FILLS * FILLS, np.float32),
    ]
    arrays[0][:, 0] += classes.margins / 50
    evaluation = Evaluation(classes, *arrays)
    means, squares = [np.zeros_like(a) for a in arrays], [np.zeros_like(a) for a in arrays]
    for step in range(1, STEPS + 1):
        rows = random.integers(0, len(positions), BATCH)
        slopes = gradients(evaluation, positions[rows], exact[rows])
        rate = RATE * (1 - step / STEPS)
        for array, slope, mean, square in zip(arrays, slopes, means, squares, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            scale = np.sqrt(square / (1 - 0.999**step)) + 1e-8
            array -= np.float32(rate / (1 - 0.9**step)) * mean / scale
    return evaluation


def gradients(evaluation: Evaluation, positions: Positions, exact: Values) -> list[Values]:
    """The slopes of the mean squared error along traits, weights and biases."""
    fills = evaluation.fills(positions)
    values = evaluation.values(positions)
    outer = 2 * (values - exact) * (1 - values**2) / len(positions)
    to_traits = outer[:, None] * evaluation.weights[fills]
    to_weights = outer[:, None] * evaluation.traits[positions].sum(axis=1)
    count = evaluation.classes.count
    return [
        sum(scatter(column, to_traits, count) for column in positions.T),
        scatter(fills, to_weights, FILLS * FILLS),
        scatter(fills, outer[:, None], FILLS * FILLS)[:, 0],
    ]


def scatter(rows: np.ndarray, values: Values, count: int) -> Values:
    """The sum of the values that go to each row."""
    sums = [np.bincount(rows, column, count) for column in values.T]
    return np.stack(sums, axis=1).astype(np.float32)


if __name__ == "__main__":
    main()
