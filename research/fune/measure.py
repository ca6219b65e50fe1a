"""Measures the solitaire score of FUNE's perfect player in many games, next to the solved value.

    python -m research.fune.measure --games 1000000

The interval is a 95 % confidence interval. If `yatzy-solver`, a solver for a game of the same size,
is installed, its speed is measured too.
"""

import argparse
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from time import process_time

import numpy as np
from numpy.typing import NDArray

from dicehall.games.fune.cards import BOX_SETS, UPPER_SUMS
from dicehall.games.fune.rules import BONUS, BONUS_AT, BOXES
from dicehall.games.fune.solver.dice import (
    GROWN,
    ONE_LESS,
    ONE_MORE,
    POINTS,
    SHRUNK,
    SUMS,
    UPPER_BOXES,
    Floats,
    Integers,
)
from dicehall.games.fune.solver.kernels import BOX_COUNT, LANES, look_ahead, solve_turn
from dicehall.games.fune.solver.solution import fune_values
from dicehall.solving.kernels import kernel
from dicehall.solving.random_numbers import RandomSource, random_source
from research.fune.playing import NOT_PLAYED, STEPS_OF_A_TURN, best_box, note, play_rolls

PEER, PEER_NAME = "yatzy_solver", "yatzy-solver"
PEER_GAMES = 5_000

SmallIntegers = NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class FuneGames:
    """The final scores of many games, and the courses of the first ones.

    `courses[game, turn]` is a roll, a keep, a roll, a keep, a roll, and the box confirmed: indices
    into `ROLLS`, `KEEPS` and `BOXES`, or -1 for re-rolls not used.
    """

    scores: SmallIntegers
    courses: SmallIntegers


def main() -> None:
    """Print the mean score and the speed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    play_optimally(1, seed=1)  # compiles
    began = process_time()
    scores = play_optimally(options.games, options.seed).scores
    rate = options.games / (process_time() - began)
    half = 1.96 * scores.std() / len(scores) ** 0.5
    print(f"{scores.mean():.3f} ± {half:.3f} in {len(scores):,} games")
    print(f"solved: {fune_values()[-1, 0]:.10f}")
    print(f"{rate:,.0f} games per second of processor time")
    if find_spec(PEER):
        print(f"{PEER_NAME}: {peer_rate():,.0f}")


def peer_rate() -> float:
    """The other solver's games per second of processor time."""
    peer = import_module(PEER)
    solver = peer.Solver.build(peer.Variant("american"))
    began = process_time()
    solver.simulate(PEER_GAMES, seed=1)
    return PEER_GAMES / (process_time() - began)


def play_optimally(games: int, seed: int, *, courses: int = 0) -> FuneGames:
    """Games with the highest expected score.

    A card's set of open boxes only shrinks. So all games walk through the cards together, and each
    card is solved once for all of them: the more games, the less each one costs.
    """
    shape = (min(courses, games), len(BOXES), STEPS_OF_A_TURN)
    played = FuneGames(np.zeros(games, np.int16), np.full(shape, NOT_PLAYED, np.int16))
    _play_optimally(
        played.scores,
        played.courses,
        random_source(seed),
        fune_values(),
        SUMS,
        POINTS,
        (ONE_MORE, ONE_LESS),
        (GROWN, SHRUNK),
    )
    return played


@kernel()
def _play_optimally(
    scores: SmallIntegers,
    courses: SmallIntegers,
    source: RandomSource,
    values: Floats,
    sums: Integers,
    points: Integers,
    steps: tuple[Integers, Integers],
    keeps: tuple[Integers, Integers],
) -> None:
    course = np.empty(STEPS_OF_A_TURN, np.int16)
    lattices = np.empty((3, len(keeps[1]), LANES))  # by re-rolls left
    first_game = np.full((BOX_SETS, UPPER_SUMS), -1, np.int32)  # for each card, a chain of games
    next_game = np.arange(-1, len(scores) - 1).astype(np.int32)
    first_game[-1, 0] = len(scores) - 1
    for boxes in range(BOX_SETS - 1, 0, -1):
        if first_game[boxes].max() < 0:
            continue
        turn = _turn_number(boxes)
        after = look_ahead(values, boxes)
        lowest, highest = sums[boxes]
        for start in range(lowest, highest + 1, LANES):
            solve_turn(lattices, after[:, start:], boxes, points, steps)
            for upper in range(start, min(start + LANES, highest + 1)):
                game = first_game[boxes, upper]
                if game < 0:
                    continue
                lane = lattices[:, :, upper - start].copy()  # small enough for the cache
                while game >= 0:
                    following = next_game[game]
                    roll = play_rolls(lane, source, keeps, course)
                    box = best_box(after, boxes, upper, points[:, roll])
                    course[-1] = box
                    note(courses, game, turn, course)
                    scores[game] += points[box, roll]
                    fewer = boxes ^ (1 << box)
                    reached = upper + points[box, roll] if box < UPPER_BOXES else upper
                    reached = min(max(reached, sums[fewer, 0]), BONUS_AT)
                    next_game[game] = first_game[fewer, reached]
                    first_game[fewer, reached] = game
                    game = following
    game = first_game[0, BONUS_AT]
    while game >= 0:
        scores[game] += BONUS
        game = next_game[game]


@kernel()
def _turn_number(boxes: int) -> int:
    """How many boxes are confirmed."""
    turn = BOX_COUNT
    while boxes:
        turn -= boxes & 1
        boxes >>= 1
    return turn


if __name__ == "__main__":
    main()
