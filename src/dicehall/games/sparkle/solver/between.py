"""Bounds on the value of a Sparkle turn for totals between known ones.

Given the values of the next turns, the value of a turn is that of the best of many plans, each a
weighted mean over its ends and fizzles. At a given sum of total and points, ends are worth the same
whatever the total was at the start; only fizzles differ. So the value is a convex function of the
worth of a fizzle: it lies below the chord between two known totals, and above the extension of that
chord.

The worth of a fizzle is one number for each number of Extra Dice after it, and no point on the line
through two totals fits them all. The gap at the worst of them is subtracted: a plan ends in a
fizzle with a probability of at most one, so its value changes by no more than that.
"""

import numpy as np
from numpy.typing import NDArray

from dicehall.games.sparkle.solver.horizon import Totals
from dicehall.games.sparkle.solver.layout import STEP, Values

FURTHEST = 8.0
"""A chord is extended by at most this many times its length."""


def at_least(known: Totals, safe: int, values: Values, fizzles: Values, wanted: Values) -> Values:
    """A lower bound for every total from the known ones below it, by total and Extra Dice.

    `values` are by known total, steps of points and Extra Dice; `fizzles` are the worths of a
    fizzle at the known totals, `wanted` at all totals. From the total `safe` on, a fizzle does not
    end the game, so no chord crosses it.
    """
    totals = known[0] + STEP * np.arange(len(wanted))
    last = values.shape[1] - 1
    below = known_below(known, totals)
    lower = np.maximum(below - 1, 0)
    steps = (totals - known[lower]) // STEP
    value = values[below, np.minimum((totals - known[below]) // STEP, last)]
    rise, more = fizzles[below] - fizzles[lower], wanted - fizzles[below]
    across = (known[below] >= safe) & (known[lower] < safe)
    fixed = (below == lower) | across | (steps > last)
    drawn, length = value, value - values[lower, np.minimum(steps, last)]
    for place in fizzle_places(rise, more, FURTHEST):
        reach = np.where(fixed[:, None], 0, place)
        missing = worst_missing(reach * rise - more)
        drawn = np.maximum(drawn, value + reach * length - missing)
    highest: Values = totals[:, None] + np.maximum.accumulate(drawn - totals[:, None], axis=0)
    return highest


def known_below(known: Totals, totals: Totals) -> NDArray[np.int64]:
    """The indices of the highest known totals that are not above these."""
    return np.searchsorted(known, totals, side="right") - 1


def fizzle_places(rise: Values, more: Values, furthest: float) -> list[Values]:
    """Where the fizzles lie on the line through two totals, by Extra Dice."""
    with np.errstate(divide="ignore", invalid="ignore"):
        places = np.clip(np.where(rise > 0, more / rise, furthest), 0, furthest)
    return list(places.T[..., None])


def worst_missing(missing: Values) -> Values:
    """The largest gap of a fizzle that is still possible, by Extra Dice before a throw."""
    worst: Values = np.maximum.accumulate(np.maximum(missing, 0), axis=-1)[..., 1:]
    return worst
