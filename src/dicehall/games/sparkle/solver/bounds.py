"""A ceiling over every Sparkle score, from a game in which a fizzle costs no points."""

from dataclasses import dataclass

import numpy as np

from dicehall.games.sparkle.rules import Sparkle, heap_of
from dicehall.games.sparkle.solver.horizon import Totals
from dicehall.games.sparkle.solver.kernels import FlatLayout, solve_turn
from dicehall.games.sparkle.solver.layout import MOST_TO_END, STEP, Values
from dicehall.games.sparkle.solver.rows import LANES

POINTS = 60
FAR_TURNS = 120
"""Thresholds grow so fast that what lies further on is less than any number here can show."""


@dataclass(frozen=True, slots=True)
class Ceiling:
    """What a seat may hope for at most.

    A turn gains at most `most[extra]` on the average, wherever in the turn that is asked, and Extra
    Dice grow by at most one a turn and one for three. A later turn is played only by those who
    reached the threshold before it, which by Markov's inequality are few.
    """

    game: Sparkle
    most: Values

    def score(self, turn: int, totals: Totals, extra: int) -> Values:
        """No seat scores more on the average from these totals, at the start of a turn or in it."""
        reach = totals.astype(np.float64)
        score = reach.copy()
        for later in range(FAR_TURNS):
            gain = self._gain(extra + later + (later + 2) // 3)
            alive = np.ones_like(reach)
            if later:
                alive = np.minimum(1.0, reach / self.game.threshold(turn + later - 1))
            score += alive * gain
            reach += gain
        return score

    def _gain(self, extra: int) -> float:
        """The bound of one turn; past the array each die more adds less than a turn and a heap."""
        last = len(self.most) - 1
        return float(
            self.most[min(extra, last)] + max(0, extra - last) * (self.most[0] + heap_of(1))
        )


def most_in_a_turn(dice: FlatLayout, extras: int) -> Values:
    """The most points that a turn can bank on the average, by Extra Dice, if a fizzle costs none.

    Starts from a guess that one sweep does not exceed, so every further sweep stays an upper bound.
    """
    steps = np.arange(POINTS + MOST_TO_END, dtype=np.float64)
    points = np.tile((STEP * steps)[:, None, None], (extras, LANES))
    most: Values = 10_000.0 * np.arange(1, extras + 1, dtype=np.float64)
    none = np.empty((0, 0, 0, 0), dtype=np.int16)
    for sweep in range(8):
        beyond = np.repeat(most[:, None], LANES, axis=1)
        after = solve_turn(dice, points, points, beyond, float(STEP), none)
        if sweep == 0:
            gains = (after - points[:POINTS, :, None]).max(axis=(0, 2, 3))
            assert (gains <= most).all(), "the guess is no upper bound"
        most = after[0].max(axis=(1, 2))
    return most
