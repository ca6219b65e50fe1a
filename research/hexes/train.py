"""Train the network of Pocket Hexes and write it where the computer players find it.

    python -m research.hexes.train --from FILE --batches 40

Training continues from the shipped network or from another file, or starts from scratch with
--afresh. Batches of games are played alone (see research.hexes.learning), each followed by a fit to
the latest batches with a decreasing learning rate. Then the best level plays some games, the
network's predictions are calibrated to their scores (research.hexes.calibration), and the remaining
error is measured. The same seed gives the same games, as far as the compiler adds in the same
order.

docs/strength.md says how the shipped network was made.
"""

import argparse
from pathlib import Path
from time import process_time

import numpy as np

from dicehall.games.hexes.network import STEP, Network, TrainedNetwork, load_network
from dicehall.games.hexes.solver.positions import ROUNDS, start_position
from dicehall.solving.random_numbers import random_source
from research.hexes.calibration import calibrate, find_errors, play_promises, rounded
from research.hexes.learning import (
    Learner,
    Lessons,
    new_learner,
    new_lessons,
    new_trace,
    play_lessons,
    study,
)
from research.hexes.search import LEARNING_WIDTH
from research.hexes.value import network_of

WEIGHTS = Path(__file__).parents[2] / "src/dicehall/games/hexes/weights.npz"
BATCH = 500
REMEMBERED = 20
"""How many of the latest batches to fit to."""
STEPS = 300
"""Adam steps after each batch."""
ERROR_POSITIONS, ERROR_GAMES = 12, 24
"""Positions per round, and games from each of them, to measure the error of predictions."""


def main() -> None:
    """Train, calibrate and save."""
    options = read_options()
    learner = new_learner(options.seed)
    if not options.afresh:
        network = load_network(options.source).network
        learner.weights[:] = np.concatenate([layer.ravel() for layer in network])
    train(learner, options)
    save_learned(options.to, settle(network_of(learner.weights), options))


def train(learner: Learner, options: argparse.Namespace) -> None:
    """Play and study, batch by batch."""
    network, gradient = network_of(learner.weights), np.zeros_like(learner.weights)
    slopes = network_of(gradient)
    source, trace = random_source(options.seed), new_trace()
    lessons = new_lessons(REMEMBERED * BATCH * ROUNDS)
    for batch in range(options.batches):
        begin = batch % REMEMBERED * BATCH * ROUNDS
        page = part(lessons, slice(begin, begin + BATCH * ROUNDS))
        scores = play_lessons(
            BATCH, start_position(), source, network, options.width, options.blend, page, trace
        )
        filled = min(batch + 1, REMEMBERED) * BATCH * ROUNDS
        known = part(lessons, slice(filled))
        rate = options.rate * (1 + np.cos(np.pi * batch / options.batches)) / 2
        error = study(known, source, STEPS, rate, learner, network, gradient, slopes)
        print(
            f"{(batch + 1) * BATCH:8d} games {process_time():6.0f} s"
            f"   mean {scores.mean():6.1f}   error {error:5.2f}",
            flush=True,
        )


def part(lessons: Lessons, lines: slice) -> Lessons:
    """Some of the lessons, as views of the same arrays."""
    rows, counts, rounds, targets = lessons
    return Lessons(rows[lines], counts[lines], rounds[lines], targets[lines])


def settle(network: Network, options: argparse.Namespace) -> TrainedNetwork:
    """The network with rows as they are shipped, calibrated by games of the best level."""
    final = rounded(network)
    if not options.calibrating:
        return TrainedNetwork(final, np.zeros(ROUNDS + 1, np.float32))
    promises = play_promises(final, LEARNING_WIDTH, options.calibrating, options.seed)
    calibrate(final, promises)
    print(f"{options.calibrating} games: mean {promises.scores.mean():.1f}")
    errors = find_errors(
        final, LEARNING_WIDTH, promises, ERROR_POSITIONS, ERROR_GAMES, options.seed
    )
    print("standard error by rounds left:", np.round(errors, 1).tolist())
    return TrainedNetwork(final, errors)


def save_learned(path: Path, learned: TrainedNetwork) -> None:
    """Write a file for `load_network`; rows are stored as multiples of `STEP`."""
    layers = learned.network._asdict()
    layers["rows"] = np.round(layers["rows"] / STEP).astype(np.int16)
    np.savez_compressed(path, **layers, errors=learned.errors)


def read_options() -> argparse.Namespace:
    """The command line options."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    start = parser.add_mutually_exclusive_group()
    start.add_argument("--afresh", action="store_true", help="start from scratch")
    start.add_argument(
        "--from", dest="source", type=Path, default=WEIGHTS, help="continue from this file"
    )
    parser.add_argument("--batches", type=int, default=40, help="of 500 games")
    parser.add_argument(
        "--calibrating", type=int, default=1_500, help="games to calibrate with, or 0"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--width", type=int, default=3, help="boards kept at each placement")
    parser.add_argument("--rate", type=float, default=1e-4, help="of the first steps")
    parser.add_argument("--blend", type=float, default=0.6, help="1: only the points scored count")
    parser.add_argument("--to", type=Path, default=WEIGHTS)
    return parser.parse_args()


if __name__ == "__main__":
    main()
