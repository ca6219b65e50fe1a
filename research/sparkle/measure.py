"""What Sparkle's perfect player scores in many games, beside the bounds of its solution.

    python -m research.sparkle.measure classic --games 1000000

The games are dice, not arithmetic: a witness of the solution that shares none of its sums. The
interval is of 95 %. Most of the time goes into the moves of every total that occurs, so that ten
times the games take little longer.
"""

import argparse
import time

from dicehall.games.sparkle.solver.batch import best_games
from dicehall.games.sparkle.solver.horizon import HORIZONS
from dicehall.games.sparkle.solver.solution import load


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("curve", choices=sorted(HORIZONS))
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    solution = load(arguments.curve)
    began = time.process_time()
    scores = best_games(solution, arguments.games, arguments.seed)
    half = 1.96 * scores.std() / len(scores) ** 0.5
    print(f"{arguments.curve}: {scores.mean():.3f} ± {half:.3f} in {len(scores):,} games")
    print(f"at least {solution.value:.4f}, at most {solution.at_most:.4f}")
    print(f"{time.process_time() - began:.0f} s of processor time")


if __name__ == "__main__":
    main()
