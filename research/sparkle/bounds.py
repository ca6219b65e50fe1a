"""An upper bound on all Sparkle scores, from a game in which a fizzle costs no points.

To play a late turn, a seat must have reached the threshold before it, and points grow far too
slowly for that: with x = e^(rate * total), the mean of x grows by a bounded factor per turn
whatever the seat does, while the x that the thresholds require grows without bound (Chernoff's
bound).
"""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from dicehall.games.sparkle.rules import Sparkle, heap_of
from dicehall.games.sparkle.solver.horizon import Totals, most_extra
from dicehall.games.sparkle.solver.kernels import NO_CHOICES, FlatLayout, solve_turn
from dicehall.games.sparkle.solver.layout import HIGHEST_BANK, MOST_TO_END, STEP, THROWS, Values
from dicehall.games.sparkle.solver.rows import LANES

RATES = np.array([0.0003, 0.0006, 0.001, 0.0015, 0.002, 0.0025, 0.003, 0.0035])
"""One per lane: low rates suit totals far above the threshold, high rates those close to it."""
assert len(RATES) == LANES
POINTS = 40
MARGIN = 1.25
FAR_TURNS = 120
"""Thresholds grow so fast that later turns contribute less than a float can represent."""


class UpperBound(Protocol):
    """Scores that no seat exceeds on average, by Extra Dice from 0."""

    def at_start(self, turn: int, totals: Totals, extras: int) -> Values:
        """And by the total before a turn."""
        ...

    def within(self, turn: int, sums: Totals, extras: int) -> Values:
        """And within a turn, by the sum of total and points."""
        ...


@dataclass(frozen=True, slots=True)
class Ceiling:
    """The most that a seat can hope for.

    From a sum of total and points, at the start of a turn or within it, the score exceeds that sum
    by at most `hopes[turn][extra] * e^(rate * (sum - threshold before the turn))` on average, at
    each rate.
    """

    game: Sparkle
    hopes: dict[int, Values]

    def at_start(self, turn: int, totals: Totals, extras: int) -> Values:
        """An upper bound on the mean score, by Extra Dice from 0 and total before a turn."""
        return self.within(turn, totals, extras)

    def within(self, turn: int, sums: Totals, extras: int) -> Values:
        """The same within a turn, by the sum of total and points."""
        asked = asked_before(self.game, turn)
        sums = np.maximum(sums, asked)
        growth = np.exp(RATES * (sums - asked)[:, None])
        hopes = self.hopes[turn]
        above = [(growth * hopes[min(e, len(hopes) - 1)]).min(axis=1) for e in range(extras)]
        score: Values = sums + np.stack(above)
        return score


def ceiling(game: Sparkle, dice: FlatLayout, turns: int, extra: int, first: int = 1) -> Ceiling:
    """The ceiling for the turns from `first` to `turns`, with at most this many Extra Dice."""
    most = most_in_a_turn(dice, extra + 2)
    hopes = {turns: _far_hopes(game, most, turns, extra)}
    for turn in range(turns - 1, first - 1, -1):
        hopes[turn] = _hopes(game, dice, most, turn, hopes[turn + 1], extra)
    return Ceiling(game, hopes)


def most_in_a_turn(dice: FlatLayout, extras: int) -> Values:
    """The most points that a turn can bank on average, by Extra Dice, if a fizzle costs none.

    Starts from a guess that one sweep does not exceed, so every further sweep stays an upper bound.
    """
    steps = STEP * np.arange(POINTS + HIGHEST_BANK, dtype=np.float64)
    ends = np.tile(steps[: POINTS + MOST_TO_END, None, None], (1, extras + 1, LANES))
    most: Values = 10_000.0 * np.arange(1, extras + 1, dtype=np.float64)
    for sweep in range(8):
        beyond = (steps[POINTS:, None] + most)[..., None, None]
        after = free_turn(dice, ends, beyond)
        assert sweep or (after[0] <= most[:, None, None]).all(), "the guess is not an upper bound"
        most = after[0].max(axis=(1, 2))
    return most


def _hopes(
    game: Sparkle, dice: FlatLayout, most: Values, turn: int, following: Values, extra: int
) -> Values:
    """The hopes of a turn from those of the next; valid if a sweep does not raise them."""
    levels = min(extra, most_extra(turn)) + 1
    fading = np.exp(-RATES * (asked_before(game, turn + 1) - asked_before(game, turn)))
    gift = turn % 3 == 0  # Sparkle 11
    later = np.minimum(np.arange(levels + 1) + gift, len(following) - 1)
    steps = STEP * np.arange(POINTS + HIGHEST_BANK)[:, None, None]
    growth = np.exp(RATES * steps)
    ends = (steps + growth * fading * following[later])[: POINTS + MOST_TO_END]
    hopes = 2 * (fading * following[later[:-1]] + most[:levels, None])
    while True:
        beyond = (steps + growth * hopes)[POINTS:, :, None]
        raised: Values = free_turn(dice, ends, beyond)[0].max(axis=1)
        if (raised <= hopes).all():
            break
        hopes = np.maximum(hopes, MARGIN * raised)
    if levels <= extra:
        return raised
    return np.concatenate([raised, _far_hopes(game, most, turn, extra)[levels:]])


def free_turn(dice: FlatLayout, ends: Values, beyond: Values) -> Values:
    """The value of every throw in a turn in which a fizzle counts as an end.

    `ends` has one extra level of Extra Dice.
    """
    levels = ends.shape[1] - 1
    everywhere = np.broadcast_to(beyond, (HIGHEST_BANK, levels, len(THROWS), LANES))
    after: Values = solve_turn(
        dice, ends[:, :levels].copy(), ends, np.ascontiguousarray(everywhere), NO_CHOICES
    )
    return after


def _far_hopes(game: Sparkle, most: Values, turn: int, extra: int) -> Values:
    """Hopes from Markov's inequality: few reach a far threshold if the mean stays far below.

    For up to two more Extra Dice than `extra`. The bound is concave in the total, so its height and
    slope at the threshold suffice to put an exponential above it.
    """
    hopes = np.empty((extra + 3, LANES))
    for dice in range(extra + 3):
        reach, height, slope = float(asked_before(game, turn)), 0.0, 0.0
        for later in range(FAR_TURNS):
            gain = _gain(most, dice + later + (later + 2) // 3)
            asked = max(1, asked_before(game, turn + later))
            alive = reach / asked if later and reach < asked else 1.0
            height += alive * gain
            slope += gain / asked if alive < 1 else 0.0
            reach += gain
        hopes[dice] = np.maximum(height, slope / RATES)
    return hopes


def _gain(most: Values, extra: int) -> float:
    """The bound of one turn; beyond the array, each further die adds less than a turn and a
    heap."""
    last = len(most) - 1
    return float(most[min(extra, last)] + max(0, extra - last) * (most[0] + heap_of(1)))


def asked_before(game: Sparkle, turn: int) -> int:
    """The threshold that a seat must have reached before a turn."""
    return game.threshold(turn - 1) if turn > 1 else 0
