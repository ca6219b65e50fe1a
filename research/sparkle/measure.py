"""Measures the score of Sparkle's perfect player in many games, next to the bounds of its solution.

    python -m research.sparkle.measure classic --games 1000000

The games use dice, not arithmetic, so they test the solution independently of its sums. The
interval is a 95 % confidence interval. Most of the time goes into the moves of every total that
occurs, so ten times the games take little longer.

Equal dice are interchangeable: a roll is the number of a hand, and throwing the missing dice is a
walk from a partial hand to ones with one more die until none is missing.
"""

import argparse
import time

import numpy as np
from numpy.typing import NDArray

from dicehall.games.sparkle.rules import EXTRA_DICE
from dicehall.games.sparkle.solver.horizon import HORIZONS, Horizon, Totals
from dicehall.games.sparkle.solver.kernels import (
    AFTER_POINTS,
    AFTER_THROW,
    END,
    FIRST_THROW,
    FIZZLE,
    NO_CHOICES,
    REROLL,
    Choices,
    FlatLayout,
    solve_turn,
)
from dicehall.games.sparkle.solver.layout import HIGHEST_BANK, STEP, THROWS, Values
from dicehall.games.sparkle.solver.rows import LANES
from dicehall.games.sparkle.solver.solution import SparkleSolution, load
from dicehall.games.sparkle.solver.starts import Starts
from dicehall.games.sparkle.solver.turns import Block, flat_layout, payoffs
from dicehall.solving.kernels import kernel
from dicehall.solving.random_numbers import RandomSource, draw, random_source

PerGame = NDArray[np.int64]
"""An integer for each game."""
Log = NDArray[np.int64]
"""The rolls and moves of one game, in pairs, as far as there is room."""
NO_LOG: Log = np.empty((0, 2), dtype=np.int64)


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


def best_games(solution: SparkleSolution, count: int, seed: int) -> PerGame:
    """The final scores of games with the best moves.

    All games play a turn before any plays the next, so each total is solved only once.
    """
    totals = np.zeros(count, dtype=np.int64)
    extras = np.full(count, EXTRA_DICE)
    alive = np.ones(count, dtype=bool)
    for turn in range(1, solution.horizon.turns + 1):
        before = totals.copy()
        for block in _blocks_of(solution.horizon, turn, np.unique(before[alive])):
            games = np.flatnonzero(alive & np.isin(before, block.totals))
            points, extras[games] = play_turn(
                best_choices(solution, turn, block),
                np.searchsorted(block.totals, before[games]),
                (before[games] - block.lowest) // STEP,
                extras[games],
                seed + 100_000 * turn + block.lowest,
            )
            ended = points != FIZZLE
            totals[games[ended]] = block.lowest + STEP * points[ended]
        extras += turn % 3 == 0  # Sparkle 11
        alive &= totals >= solution.horizon.game.threshold(turn)
    return totals


def best_choices(solution: SparkleSolution, turn: int, block: Block) -> Choices:
    """The best move of every roll for one block of totals, by sum, Extra Dice, roll and lane."""
    horizon, dice = solution.horizon, flat_layout()
    shape = (block.steps, horizon.levels(turn), dice.rolls, LANES)
    choices = np.empty(shape, dtype=np.int16)
    solve_apart(horizon, turn, block, solution.following(turn), choices)
    return choices


def solve_apart(
    horizon: Horizon, turn: int, block: Block, following: Starts, choices: Choices = NO_CHOICES
) -> tuple[Values, Values, Values]:
    """A block of totals without known values ahead, where everything is worth a fizzle: the value
    of every throw by sum, Extra Dice, throw and lane.

    Also returns the worths of ending the turn and of a fizzle, as `payoffs` does.
    """
    ends, fizzles = payoffs(horizon, turn, block, following)
    beyond = np.repeat(fizzles[:, : ends.shape[1], None], len(THROWS), axis=2)
    beyond = np.repeat(beyond, HIGHEST_BANK, axis=0)
    after: Values = solve_turn(flat_layout(), ends, fizzles, beyond, choices)
    return after, ends, fizzles


def _blocks_of(horizon: Horizon, turn: int, totals: Totals) -> list[Block]:
    """Exactly these totals in rows of `LANES`."""
    found = []
    for first in range(0, len(totals), LANES):
        row = totals[first : first + LANES]
        padded = np.pad(row, (0, LANES - len(row)), mode="edge")
        lowest, highest = int(row[0]), max(int(row[-1]), horizon.threshold(turn))
        found.append(Block(first, padded, lowest, (highest - lowest) // STEP + 2 * horizon.points))
    return found


def play_turn(
    choices: Choices,
    lanes: PerGame,
    starts: PerGame,
    extras: PerGame,
    seed: int,
    log: Log = NO_LOG,
) -> tuple[PerGame, PerGame]:
    """Play one turn of many games, each with its lane, steps of points and Extra Dice.

    Returns the steps of points at their ends (or FIZZLE) and the Extra Dice left.
    """
    after: tuple[PerGame, PerGame] = _play_turn(
        flat_layout(), choices, lanes, starts, extras, random_source(seed), log
    )
    return after


@kernel()
def _play_turn(
    dice: FlatLayout,
    choices: Choices,
    lanes: PerGame,
    starts: PerGame,
    extras: PerGame,
    source: RandomSource,
    log: Log,
) -> tuple[PerGame, PerGame]:
    afters, misses, throws = dice.afters, dice.misses, dice.throws
    points, after_extras = np.empty_like(starts), np.empty_like(starts)
    logged = 0
    for game in range(starts.size):
        steps, extra, hand = starts[game], extras[game], int(throws[FIRST_THROW])
        choice = 0
        while choice != FIZZLE and not END <= choice < REROLL:
            roll = _throw(dice, hand, source)
            extra += misses[hand] == 5 and roll >= dice.scoring  # Sparkle 11
            choice = FIZZLE
            if steps < choices.shape[0]:
                level = min(extra, choices.shape[1] - 1)
                choice = int(choices[steps, level, roll, lanes[game]])
            if logged < log.shape[0]:
                log[logged] = roll, choice
                logged += 1
            if choice >= REROLL:
                hand = choice - REROLL
                extra -= misses[hand]
            elif choice != FIZZLE:
                bank = choice % END
                steps += afters[bank, AFTER_POINTS]
                hand = int(throws[afters[bank, AFTER_THROW]])
        points[game] = FIZZLE if choice == FIZZLE else steps
        after_extras[game] = extra
    return points, after_extras


@kernel()
def _throw(dice: FlatLayout, hand: int, source: RandomSource) -> int:
    """The roll after throwing the missing dice."""
    starts, items = dice.grown
    while hand >= dice.rolls:
        start, stop = starts[hand - dice.rolls], starts[hand - dice.rolls + 1]
        hand = int(items[start + draw(source, stop - start)])
    return hand


if __name__ == "__main__":
    main()
