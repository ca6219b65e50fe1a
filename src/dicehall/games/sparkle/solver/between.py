"""Bounds on what a Sparkle turn is worth with a total between two known ones.

Given what the next turns are worth, the value of a turn is the best of many plans, each a weighted
mean of what its ends and fizzles bring. At one sum of total and points the ends are worth the same
whatever the total was at the start; only the fizzles differ. So the value is a convex function of
the worth of a fizzle: it lies below the chord between two known totals, and above the chord drawn
on beyond two of them.

The worth of a fizzle is one number for each number of Extra Dice after it, and no place between or
beyond two totals fits them all. What is missing at the worst of them is made up for: a plan ends in
a fizzle with a probability of at most one, so its value changes by no more than that.
"""

import numpy as np
from numpy.typing import NDArray

from dicehall.games.sparkle.solver.horizon import Totals
from dicehall.games.sparkle.solver.layout import STEP, Values

FURTHEST = 8.0
"""A chord is drawn on by at most so many times its length."""


def at_least(known: Totals, safe: int, values: Values, fizzles: Values, wanted: Values) -> Values:
    """The value from every total on, from the known ones below it, by total and Extra Dice.

    `values` are by known total, steps of points and Extra Dice, `fizzles` what a fizzle is worth
    at the known totals, and `wanted` at all. From the total `safe` on it does not end the game, so
    no chord is drawn across that.
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
    """The places of the highest known totals that are not above these."""
    return np.searchsorted(known, totals, side="right") - 1


def fizzle_places(rise: Values, more: Values, furthest: float) -> list[Values]:
    """Where on the line through two totals the fizzles lie: for each number of Extra Dice, all."""
    with np.errstate(divide="ignore", invalid="ignore"):
        places = np.clip(np.where(rise > 0, more / rise, furthest), 0, furthest)
    return list(places.T[..., None])


def worst_missing(missing: Values) -> Values:
    """The most that is missing of a fizzle that is still possible, by Extra Dice before a throw."""
    worst: Values = np.maximum.accumulate(np.maximum(missing, 0), axis=-1)[..., 1:]
    return worst
