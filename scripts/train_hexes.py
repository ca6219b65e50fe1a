"""Learn the weights of Pocket Hexes and write them where the computer players find them.

    PYTHONPATH=src python scripts/train_hexes.py --games 255000

The weights start at zero. Each game is played with the weights of the moment and a beam of two,
then corrected backwards (see games.hexes.solver.learning): a blend of one half, a rate of one,
and a step of its own for every weight. On one quiet core it plays about 350 games a second;
the shipped weights took 255,000 games and twelve minutes. The same seed gives the same games, as
far as the compiler adds in the same order.
"""

import argparse
from pathlib import Path
from time import perf_counter

import numpy as np

from dicehall.games.hexes.solver.batch import start_position
from dicehall.games.hexes.solver.learning import learn, new_learner
from dicehall.games.hexes.solver.value import WEIGHT_COUNT, tables_of
from dicehall.solving.random_numbers import random_source

WEIGHTS = Path(__file__).parents[1] / "src/dicehall/games/hexes/weights.npz"
REPORT_GAMES = 5_000


def main() -> None:
    """Train and save after every report, so that an early end loses little."""
    options = read_options()
    learner = new_learner(np.zeros(WEIGHT_COUNT, np.float32))
    tables = tables_of(learner.weights)
    source = random_source(options.seed)
    began = perf_counter()
    for done in range(0, options.games, REPORT_GAMES):
        games = min(REPORT_GAMES, options.games - done)
        scores = learn(
            games, start_position(), source, learner, tables, options.width, options.rate,
            options.blend,
        )  # fmt: skip
        np.savez_compressed(options.to, weights=learner.weights.astype(np.float16))
        seconds = perf_counter() - began
        print(f"{done + games:8d} games {seconds:6.0f} s   mean {scores.mean():6.1f}", flush=True)


def read_options() -> argparse.Namespace:
    """What was asked on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=255_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--width", type=int, default=2, help="boards kept at each placement")
    parser.add_argument("--rate", type=float, default=1.0, help="how far a correction goes")
    parser.add_argument("--blend", type=float, default=0.5, help="1: only the points scored count")
    parser.add_argument("--to", type=Path, default=WEIGHTS)
    return parser.parse_args()


if __name__ == "__main__":
    main()
