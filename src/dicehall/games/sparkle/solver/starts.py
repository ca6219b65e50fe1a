"""The value of starting a turn of Sparkle, by Extra Dice and total."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from dicehall.games.sparkle.solver.horizon import Horizon, Totals
from dicehall.games.sparkle.solver.layout import STEP, Values

NEVER = -np.inf
"""The worth of a forbidden move."""


class Starts(Protocol):
    """The values of starting one turn."""

    def at(self, totals: Totals, levels: int) -> Values:
        """The expected final score by Extra Dice, `levels` numbers from 0, and total."""
        ...


@dataclass(frozen=True, slots=True)
class LowerStarts:
    """What a seat can really reach.

    Excess Extra Dice are thrown away; points above the highest total are kept but never used.
    """

    values: Values
    """By Extra Dice, and by total in steps from 0."""

    def at(self, totals: Totals, levels: int) -> Values:
        extras, last = self.values.shape
        steps = np.minimum(totals // STEP, last - 1)
        dice = np.minimum(np.arange(levels), extras - 1)
        values: Values = self.values[dice[:, None], steps] + (totals - STEP * steps)
        return values


KEEP_TOTALS = LowerStarts(np.zeros((1, 1)))
"""The game ends at the start of such a turn."""


def ends_at(horizon: Horizon, turn: int, sums: Totals, following: Starts) -> Values:
    """The worth of ending the turn, by sum of total and points and Extra Dice; `NEVER` below the
    threshold."""
    gift = int(turn % 3 == 0)  # Sparkle 11
    ends = following.at(sums, horizon.levels(turn) + gift)[gift:]
    ends[:, sums < horizon.threshold(turn)] = NEVER
    return ends.T


def fizzles_at(horizon: Horizon, turn: int, totals: Totals, following: Starts) -> Values:
    """The worth of a fizzle, by total and Extra Dice after it: one more than before a throw."""
    gift = int(turn % 3 == 0)
    levels = horizon.levels(turn) + 1
    values = following.at(totals, levels + gift)[gift:]
    lost = totals < horizon.threshold(turn)  # Sparkle 10
    values[:, lost] = totals[lost]
    return values.T


def spread(horizon: Horizon, turn: int, values: Values) -> Values:
    """Values by total, from the lowest known one on, and Extra Dice, as `LowerStarts` has them.

    Impossible entries are filled with their neighbours' values.
    """
    lowest = int(horizon.totals(turn)[0]) // STEP
    above = len(horizon.sums) - lowest - len(values)
    dice = horizon.extra + 1 - values.shape[1]
    return np.pad(values.T, ((0, dice), (lowest, above)), mode="edge")
