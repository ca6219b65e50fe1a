"""Fits the shipped evaluation of Bones to the exact tablebase on this machine.

    python -m research.bones.fit knucklebones

The positions come from games between exact players who sometimes move at random. Takes some minutes
on one core; needs the tablebase (`dicehall solve knucklebones`).
"""

import argparse
import zlib

import numpy as np

from dicehall.games.bones.search import FILLS, HIDDEN, TRAITS, evaluation_path
from dicehall.games.bones.solver.columns import ColumnArrays, position_numbers
from dicehall.games.bones.solver.tablebase import SURE, BonesTablebase, open_tablebase
from research.bones.evaluation import ARRAYS, Evaluation, PositionRows, Reals
from research.bones.lockstep import exact_player, mixed_player, play_side_by_side, random_player

GAMES = {0.3: 200_000, 0.1: 70_000}
"""How many games to play with each share of random moves."""
HELD_BACK = 100_000
BATCH = 8192
STEPS = 30_000
WARM_UP = 200
RATE = 0.01


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("scoring")
    scoring = parser.parse_args().scoring
    tablebase = open_tablebase(scoring)
    assert tablebase is not None, f"first: dicehall solve {scoring}"
    random = np.random.default_rng(1)
    positions = sample(tablebase, random)
    exact = -tablebase.worths[position_numbers(tablebase.classes.swapped[positions])] / np.float32(
        SURE
    )
    evaluation = first_evaluation(tablebase.classes, random)
    fit(evaluation, positions[HELD_BACK:], exact[HELD_BACK:], random)
    packed = zlib.compress(
        b"".join(getattr(evaluation, name).astype("<f2").tobytes() for name in ARRAYS), 9
    )
    evaluation_path(scoring).write_bytes(packed)
    error = evaluation.values(positions[:HELD_BACK]) - exact[:HELD_BACK]
    print(f"{scoring}: {len(positions)} positions, {len(packed)} bytes, error {rms(error):.4f}")


def sample(tablebase: BonesTablebase, random: np.random.Generator) -> PositionRows:
    """Positions before a roll, in random order."""
    positions = []
    for share, games in GAMES.items():
        player = mixed_player(exact_player(tablebase), random_player(random), share, random)
        positions += play_side_by_side(tablebase.classes, (player, player), games, random)[1]
    return random.permutation(np.concatenate(positions))


def first_evaluation(classes: ColumnArrays, random: np.random.Generator) -> Evaluation:
    """Noise, plus three traits that the fit need not discover: the margin and the dice counts."""

    def noise(scale: float, *shape: int) -> Reals:
        return random.normal(0, scale, shape).astype(np.float32)

    traits = noise(0.1, classes.count, TRAITS)
    traits[:, 0] += classes.margins / 30
    traits[:, 1] += classes.own / 2
    traits[:, 2] += classes.other / 2
    direct = noise(0.05, FILLS, TRAITS)
    direct[:, 0] += 0.5
    return Evaluation(
        classes,
        traits,
        mixing=noise(TRAITS**-0.5, TRAITS, HIDDEN),
        thresholds=np.zeros((FILLS, HIDDEN), np.float32),
        shares=noise(0.1, HIDDEN),
        direct=direct,
        biases=np.zeros(FILLS, np.float32),
    )


def fit(
    evaluation: Evaluation, positions: PositionRows, exact: Reals, random: np.random.Generator
) -> None:
    """Least squares by Adam, in place, with a rate that decreases to zero."""
    arrays = [getattr(evaluation, name) for name in ARRAYS]
    means, squares = [np.zeros_like(a) for a in arrays], [np.zeros_like(a) for a in arrays]
    for step in range(1, STEPS + 1):
        start = random.integers(len(positions) - BATCH)
        rows = slice(start, start + BATCH)
        slopes = gradients(evaluation, positions[rows], exact[rows])
        rate = RATE * min(1, step / WARM_UP) * (1 - step / STEPS)
        for name, array, mean, square in zip(ARRAYS, arrays, means, squares, strict=True):
            mean += 0.1 * (slopes[name] - mean)
            square += 0.001 * (slopes[name] ** 2 - square)
            scale = np.sqrt(square / (1 - 0.999**step)) + 1e-8
            array -= np.float32(rate / (1 - 0.9**step)) * mean / scale
        if step % 1000 == 0:
            error = evaluation.values(positions[rows]) - exact[rows]
            print(f"step {step}, error {rms(error):.4f}", flush=True)


def gradients(evaluation: Evaluation, positions: PositionRows, exact: Reals) -> dict[str, Reals]:
    """The gradient of the mean squared error for each array of the evaluation."""
    fills, traits = evaluation.fills(positions), evaluation.traits(positions)
    hidden, values = evaluation.hidden(fills, traits), evaluation.values(positions)
    outer = (2 * (values - exact) * (1 - values**2) / len(positions))[:, None]
    to_hidden = outer * evaluation.shares * (hidden > 0)
    to_traits = outer * evaluation.direct[fills] + to_hidden @ evaluation.mixing.T
    of_fills, count = FILLS, evaluation.classes.count
    return {
        "column_traits": scatter(positions.T.ravel(), np.tile(to_traits, (3, 1)), count),
        "mixing": traits.T @ to_hidden,
        "thresholds": scatter(fills, to_hidden, of_fills),
        "shares": hidden.T @ outer[:, 0],
        "direct": scatter(fills, outer * traits, of_fills),
        "biases": scatter(fills, outer, of_fills)[:, 0],
    }


def scatter(rows: np.ndarray, values: Reals, count: int) -> Reals:
    """The sum of the values that go to each row."""
    sums = [np.bincount(rows, column, count) for column in values.T]
    return np.stack(sums, axis=1).astype(np.float32)


def rms(errors: Reals) -> float:
    """The root mean square."""
    return float(np.sqrt((errors**2).mean()))


if __name__ == "__main__":
    main()
