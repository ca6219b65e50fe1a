"""Solves the turns of Sparkle from the last to the first, for a score that a seat really
reaches."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicehall.games.sparkle.solver.horizon import Horizon, Totals
from dicehall.games.sparkle.solver.kernels import (
    FIRST_THROW,
    NO_CHOICES,
    FlatLayout,
    flat,
    solve_turn,
)
from dicehall.games.sparkle.solver.layout import (
    HIGHEST_BANK,
    MOST_TO_END,
    STEP,
    THROWS,
    Values,
    layout,
)
from dicehall.games.sparkle.solver.rows import LANES
from dicehall.games.sparkle.solver.starts import (
    KEEP_TOTALS,
    LowerStarts,
    Starts,
    ends_at,
    fizzles_at,
    spread,
)

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


@cache
def flat_layout() -> FlatLayout:
    """The layout in the form that kernels need, built once."""
    return flat(layout())


class Block(NamedTuple):
    """Known totals that are solved together, one per lane, from a lowest sum up."""

    first: int
    """The index of the first of them among the known totals."""
    totals: Totals
    lowest: int
    steps: int

    @property
    def rows(self) -> slice:
        """Its sums among all sums."""
        return slice(self.lowest // STEP, self.lowest // STEP + self.steps)


class SolvedTurn(NamedTuple):
    """A turn's values from below."""

    turn: int
    starts: Values
    """The value of the turn, by Extra Dice, and by total in steps from 0."""


def solve_lower(horizon: Horizon) -> Iterator[SolvedTurn]:
    """The turns from the last to the first.

    Beyond the horizon a seat gets only what is certain: after the last turn it keeps its total, and
    a throw with more points than are solved counts as a fizzle.
    """
    following = KEEP_TOTALS
    for turn in range(horizon.turns, 0, -1):
        known = horizon.totals(turn)
        values = lower_values(horizon, turn, following)
        starts = at_least(
            known,
            horizon.threshold(turn),
            values,
            fizzles_at(horizon, turn, known, following),
            fizzles_at(horizon, turn, all_from(known), following),
        )
        following = LowerStarts(spread(horizon, turn, starts))
        yield SolvedTurn(turn, following.values)


def lower_values(horizon: Horizon, turn: int, following: Starts) -> Values:
    """Five dice by known total, steps of points and Extra Dice.

    At the same sum, a lower starting total is worth no more. So the totals are solved from the
    lowest up, and each takes the values beyond its points from those below it.
    """
    known = horizon.totals(turn)
    fizzles = fizzles_at(horizon, turn, known[:1], following)[0, :-1]
    ahead = every_throw(np.tile(fizzles, (all_sums(horizon, turn), 1)))
    values = np.empty((len(known), horizon.points, horizon.levels(turn)))
    for block in blocks(horizon, turn, before=0):
        after = solve_block(horizon, turn, block, following, ahead)
        ahead[block.rows] = after[..., -1]
        for lane, total in enumerate(known[block.first : block.first + LANES]):
            start = (total - block.lowest) // STEP
            five = after[start : start + horizon.points, :, FIRST_THROW, lane]
            values[block.first + lane] = five
    return values


def blocks(horizon: Horizon, turn: int, *, before: int) -> list[Block]:
    """The known totals of a turn in rows of `LANES`, the last one padded with its last total.

    Each starts `before` known totals below its own. One in four has twice the points, so that the
    others find there what lies beyond theirs.
    """
    known, found = horizon.totals(turn), []
    for first in range(0, len(known), LANES):
        totals = known[first : first + LANES]
        lowest = int(known[max(0, first - before)])
        points = horizon.points * (2 if first % (4 * LANES) == 0 else 1)
        steps = (max(int(totals[-1]), horizon.threshold(turn)) - lowest) // STEP + points
        padded = np.pad(totals, (0, LANES - len(totals)), mode="edge")
        found.append(Block(first, padded, lowest, steps))
    return found


def solve_block(
    horizon: Horizon, turn: int, block: Block, following: Starts, ahead: Values
) -> Values:
    """The value of every throw by sum, Extra Dice, throw and lane; `ahead` is that of all sums."""
    ends, fizzles = payoffs(horizon, turn, block, following)
    beyond = ahead[block.rows.stop : block.rows.stop + HIGHEST_BANK, ..., None]
    after: Values = solve_turn(
        flat_layout(), ends, fizzles, np.repeat(beyond, LANES, axis=-1), NO_CHOICES
    )
    return after


def payoffs(horizon: Horizon, turn: int, block: Block, following: Starts) -> tuple[Values, Values]:
    """The worth of ending the turn by sum, Extra Dice and lane, and of a fizzle."""
    sums = block.lowest + STEP * np.arange(block.steps + MOST_TO_END)
    ends = ends_at(horizon, turn, sums, following)
    fizzles = fizzles_at(horizon, turn, block.totals, following)
    return np.repeat(ends[..., None], LANES, axis=-1), fizzles.T[None].copy()


def every_throw(values: Values) -> Values:
    """The same value for every throw."""
    return np.repeat(values[..., None], len(THROWS), axis=-1)


def all_sums(horizon: Horizon, turn: int) -> int:
    """How many sums a throw in any block of the turn can lead to."""
    highest = max(horizon.highest, horizon.threshold(turn))
    return highest // STEP + 2 * horizon.points + HIGHEST_BANK + 1


def all_from(known: Totals) -> Totals:
    return np.arange(known[0], known[-1] + 1, STEP)
