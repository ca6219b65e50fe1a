"""Bounds on what a Sparkle turn is worth with a total between two known ones.

Given what the next turns are worth, the value of a turn is the best of many plans, each a weighted
mean of what its ends and fizzles bring. At one sum of total and points the ends are worth the same
whatever the total was at the start; only the fizzles differ. So the value is a convex function of
the worth of a fizzle: it lies below the chord between two known totals, and above the chord drawn
on beyond two of them.
"""

import numpy as np
from numpy.typing import NDArray

from dicehall.games.sparkle.solver.horizon import Totals
from dicehall.games.sparkle.solver.layout import STEP, Values

FURTHEST = 8.0
"""A chord is drawn on by at most so many times its length."""


def lane_below(known: Totals, totals: Totals) -> NDArray[np.int64]:
    """The places of the highest known totals that are not above these."""
    return np.searchsorted(known, totals, side="right") - 1


def reach_beyond(rise: Values, more: Values) -> Values:
    """How far a chord may be drawn on, in its own lengths, by Extra Dice in the last axis.

    `rise` is how much more a fizzle is worth at its upper end than at its lower one, `more` how
    much more than at the upper end it is worth where the value is wanted. No fizzle that is still
    possible may be overrated: none with more than one Extra Die more.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        reach = np.where(rise > 0, more / rise, FURTHEST)
    least: Values = np.minimum.accumulate(np.clip(reach, 0, FURTHEST), axis=-1)[..., 1:]
    return least


def share_above(rise: Values, more: Values) -> Values:
    """The share of the upper end in a chord that underrates no fizzle that is still possible."""
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.where(rise > 0, more / rise, 0.0)
    most: Values = np.maximum.accumulate(np.clip(share, 0, 1), axis=-1)[..., 1:]
    return most


def at_least(known: Totals, safe: int, values: Values, fizzles: Values, wanted: Values) -> Values:
    """The value from every total on, from the known ones below it, by total and Extra Dice.

    `values` are by known total, steps of points and Extra Dice, `fizzles` what a fizzle is worth
    at the known totals, and `wanted` at all. From the total `safe` on it does not end the game, so
    no chord is drawn across that.
    """
    totals = known[0] + STEP * np.arange(len(wanted))
    last = values.shape[1] - 1
    below = lane_below(known, totals)
    lower = np.maximum(below - 1, 0)
    steps = (totals - known[lower]) // STEP
    value = values[below, np.minimum((totals - known[below]) // STEP, last)]
    reach = reach_beyond(fizzles[below] - fizzles[lower], wanted - fizzles[below])
    across = (known[below] >= safe) & (known[lower] < safe)
    reach[(below == lower) | across | (steps > last)] = 0
    drawn = value + reach * (value - values[lower, np.minimum(steps, last)])
    highest: Values = totals[:, None] + np.maximum.accumulate(drawn - totals[:, None], axis=0)
    return highest


def at_most(known: Totals, values: Values, fizzles: Values, wanted: Values) -> Values:
    """The same from above: `values` count their steps from the known total before."""
    totals = known[0] + STEP * np.arange(len(wanted))
    below = lane_below(known, totals)
    above = np.minimum(below + 1, len(known) - 1)
    bases = known[np.maximum(np.arange(len(known)) - 1, 0)]
    rise = fizzles[above] - fizzles[below]
    share = share_above(rise, wanted - fizzles[below])
    lower = values[below, (totals - bases[below]) // STEP]
    upper = values[above, (totals - bases[above]) // STEP]
    chord = (1 - share) * lower + share * upper
    lowest = np.minimum.accumulate((chord - totals[:, None])[::-1], axis=0)[::-1]
    value: Values = totals[:, None] + lowest
    return value
