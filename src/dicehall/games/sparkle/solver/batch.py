"""Many Sparkle games at once, by chance or by the best moves, as compiled kernels.

Dice that are alike are not told apart: a roll is the number of a hand, and to throw the missing
dice is to walk from a partial hand to one of those with a die more until none is missing.
"""

import numpy as np
from numpy.typing import NDArray

from dicehall.games.sparkle.rules import EXTRA_DICE, Sparkle
from dicehall.games.sparkle.solver.horizon import Horizon, Totals
from dicehall.games.sparkle.solver.kernels import (
    AFTER_MAY_END,
    AFTER_POINTS,
    AFTER_THROW,
    END,
    FIRST_THROW,
    FIZZLE,
    REROLL,
    Choices,
    FlatLayout,
)
from dicehall.games.sparkle.solver.layout import STEP
from dicehall.games.sparkle.solver.rows import LANES
from dicehall.games.sparkle.solver.solution import SparkleSolution
from dicehall.games.sparkle.solver.turns import Block, flat_layout, solve_apart
from dicehall.solving.kernels import kernel
from dicehall.solving.random_numbers import RandomSource, draw, random_source

PerGame = NDArray[np.int64]
"""A whole number for each game."""
Log = NDArray[np.int64]
"""The rolls and moves of one game, in pairs, as far as there is room."""
NO_LOG: Log = np.empty((0, 2), dtype=np.int64)
MANY_TURNS = 40


def random_games(curve: str, count: int, seed: int, log: Log = NO_LOG) -> PerGame:
    """The final scores of games in which each different move is equally likely."""
    game = Sparkle(curve)
    thresholds = np.array([game.threshold(turn) for turn in range(1, MANY_TURNS)])
    scores: PerGame = _play_random(flat_layout(), thresholds, count, random_source(seed), log)
    return scores


def best_games(solution: SparkleSolution, count: int, seed: int) -> PerGame:
    """The final scores of games by the best moves.

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


def _blocks_of(horizon: Horizon, turn: int, totals: Totals) -> list[Block]:
    """These very totals in rows of `LANES`."""
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

    Gives the steps of points at their ends (or FIZZLE) and the Extra Dice left.
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
def _play_random(
    dice: FlatLayout, thresholds: Totals, count: int, source: RandomSource, log: Log
) -> PerGame:
    """Play whole games by chance; the first one is logged."""
    afters, misses, throws = dice.afters, dice.misses, dice.throws
    scores = np.zeros(count, dtype=np.int64)
    logged = 0
    for game in range(count):
        total, steps, extra, turn, hand = 0, 0, EXTRA_DICE, 0, int(throws[FIRST_THROW])
        while True:
            roll = _throw(dice, hand, source)
            extra += misses[hand] == 5 and roll >= dice.scoring  # Sparkle 11
            missing = (thresholds[turn] - total) // STEP - steps
            choice = _any_move(dice, roll, extra, missing, source)
            if game == 0 and logged < log.shape[0]:
                log[logged] = roll, choice
                logged += 1
            if choice >= REROLL:
                hand = choice - REROLL
                extra -= misses[hand]
                continue
            if choice != FIZZLE:
                bank = choice % END
                steps += afters[bank, AFTER_POINTS]
                hand = int(throws[afters[bank, AFTER_THROW]])
                if choice < END:
                    continue
                total += STEP * steps
            if total < thresholds[turn]:
                break
            turn, steps, hand = turn + 1, 0, int(throws[FIRST_THROW])
            extra += turn % 3 == 0  # Sparkle 11
        scores[game] = total
    return scores


@kernel()
def _throw(dice: FlatLayout, hand: int, source: RandomSource) -> int:
    """The roll after the missing dice have fallen."""
    starts, items = dice.grown
    while hand >= dice.rolls:
        start, stop = starts[hand - dice.rolls], starts[hand - dice.rolls + 1]
        hand = int(items[start + draw(source, stop - start)])
    return hand


@kernel()
def _any_move(dice: FlatLayout, roll: int, extra: int, missing: int, source: RandomSource) -> int:
    """One of the moves of a roll: banks, ends, the fizzle and the re-rolls that can be paid."""
    afters, misses = dice.afters, dice.misses
    starts, banks = dice.banks
    keep_starts, keeps = dice.keeps
    choice, seen = FIZZLE, 0
    if roll >= dice.scoring:
        seen = 1
    else:
        for i in range(starts[roll], starts[roll + 1]):
            bank = banks[i]
            seen += 1
            if draw(source, seen) == 0:
                choice = int(bank)
            if afters[bank, AFTER_MAY_END] and int(afters[bank, AFTER_POINTS]) >= missing:
                seen += 1
                if draw(source, seen) == 0:
                    choice = END + int(bank)
    for i in range(keep_starts[roll], keep_starts[roll + 1]):
        hand = keeps[i]
        if misses[hand] <= extra:
            seen += 1
            if draw(source, seen) == 0:
                choice = REROLL + int(hand)
    return choice
