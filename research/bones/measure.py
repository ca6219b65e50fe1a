"""Measures two players of Bones against each other in many parallel games.

    python -m research.bones.measure knucklebones exact normal --games 400000

A player is a level (easy, normal, hard), exact (perfect with the tablebase), compact (perfect with
the compact one; slow), searching-N (perfect without a tablebase, N rolls ahead), greedy (the most
immediate points, counting the opponent's loss) or random. Seats swap after half of the games.
Intervals are 95 % confidence intervals.

With the tablebase on this machine, the loss of each move is known. Both players' losses also give
the expected wins minus losses, with far less noise than the results: that is the margin.
"""

import argparse
import time

import numpy as np
from numpy.typing import NDArray

from dicehall.games.bones.players import (
    EASY_ATTENTION,
    EASY_TEMPERATURE,
    HARD_ROLLS,
    HARD_TEMPERATURE,
    NORMAL_ATTENTION,
    NORMAL_TEMPERATURE,
)
from dicehall.games.bones.solver.columns import column_arrays
from dicehall.games.bones.solver.tablebase import (
    SURE,
    BonesTablebase,
    open_compact,
    open_tablebase,
)
from research.bones.evaluation import PositionRows, evaluation_arrays
from research.bones.lockstep import (
    Columns,
    Player,
    averaging_player,
    best_player,
    exact_player,
    margin_change,
    mixed_player,
    own_change,
    plausible_player,
    play_side_by_side,
    random_player,
    searched,
)

LOWER_LEVELS = {
    "easy": (EASY_ATTENTION, EASY_TEMPERATURE),
    "normal": (NORMAL_ATTENTION, NORMAL_TEMPERATURE),
}
PARTS = 40
"""The games are played in this many parts; their variation gives the interval of the margin."""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("scoring")
    parser.add_argument("players", nargs=2)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=2)
    arguments = parser.parse_args()
    started = time.perf_counter()
    random = np.random.default_rng(arguments.seed)
    classes, tablebase = column_arrays(arguments.scoring), open_tablebase(arguments.scoring)
    first, second = (
        Watched(find_player(arguments.scoring, name, random), tablebase)
        for name in arguments.players
    )
    results, margins = [], []
    for _ in range(PARTS):
        games = arguments.games // PARTS // 2
        before = second.lost - first.lost
        results.append(play_side_by_side(classes, (first, second), games, random)[0])
        results.append(-play_side_by_side(classes, (second, first), games, random)[0])
        margins.append((second.lost - first.lost - before) / (2 * games))
    print(f"{' - '.join(arguments.players)} at {arguments.scoring}: ", end="")
    report(np.concatenate(results))
    if tablebase is not None:
        print(f"  margin {np.mean(margins):+.5f} ± {1.96 * np.std(margins) / PARTS**0.5:.5f}")
        for name, player in zip(arguments.players, (first, second), strict=True):
            print(f"  {name} loses {player.lost / player.moves:.6f} a move")
    print(f"  {time.perf_counter() - started:.0f} s", flush=True)


def report(results: NDArray[np.int64]) -> None:
    """Print the shares of wins, draws and losses of the first player."""
    wins, draws, losses = ((results == result).mean() for result in (1, 0, -1))
    noise = 1.96 * np.sqrt(wins * (1 - wins) / len(results))
    print(
        f"{wins:.2%} ± {noise:.2%} wins, {draws:.2%} draws, {losses:.2%} losses, "
        f"{len(results)} games"
    )


def find_player(scoring: str, name: str, random: np.random.Generator) -> Player:
    """The player with this name, for arrays of positions."""
    classes, guess = column_arrays(scoring), random_player(random)
    seeing, overlooking = margin_change(classes), own_change(classes)
    match name.partition("-"):
        case "exact", _, _:
            tablebase = open_tablebase(scoring)
            assert tablebase is not None, f"first: dicehall solve {scoring}"
            return exact_player(tablebase)
        case "compact", _, _:
            tablebase = open_compact(scoring)
            assert tablebase is not None, f"first: dicehall solve {scoring} --use FILE"
            return averaging_player(tablebase)
        case "searching", _, rolls:
            return best_player(searched(evaluation_arrays(scoring), int(rolls)))
        case "hard", _, _:
            like = searched(evaluation_arrays(scoring), HARD_ROLLS)
            return plausible_player(like, HARD_TEMPERATURE, random)
        case ("easy" | "normal") as level, _, _:
            attention, temperature = LOWER_LEVELS[level]
            return mixed_player(
                plausible_player(seeing, temperature, random),
                plausible_player(overlooking, temperature, random),
                1 - attention,
                random,
            )
    return {"greedy": best_player(seeing), "random": guess}[name]


class Watched:
    """A player whose moves are checked by the tablebase, if there is one."""

    def __init__(self, player: Player, tablebase: BonesTablebase | None) -> None:
        self.player, self.tablebase = player, tablebase
        self.lost, self.moves = 0.0, 0

    def __call__(self, positions: PositionRows, placed: PositionRows) -> Columns:
        chosen = self.player(positions, placed)
        if self.tablebase is not None:
            worths = self.tablebase.after_moves(positions, placed)
            lost = worths.max(axis=1) - worths[np.arange(len(chosen)), chosen]
            self.lost += float(lost.sum()) / SURE
            self.moves += len(chosen)
        return chosen


if __name__ == "__main__":
    main()
