"""A score that no Sparkle player exceeds on average, solved turn by turn.

    python -m research.sparkle.upper_bound classic

The lower bound, a score that a player really reaches, is what `dicehall solve sparkle` computes.
"""

import argparse
from dataclasses import dataclass

import numpy as np

from dicehall.games.sparkle.rules import EXTRA_DICE
from dicehall.games.sparkle.solver.horizon import HORIZONS, Horizon, Totals
from dicehall.games.sparkle.solver.kernels import FIRST_THROW
from dicehall.games.sparkle.solver.layout import STEP, Values
from dicehall.games.sparkle.solver.rows import LANES
from dicehall.games.sparkle.solver.starts import Starts, fizzles_at
from dicehall.games.sparkle.solver.turns import (
    all_from,
    all_sums,
    blocks,
    every_throw,
    fizzle_places,
    flat_layout,
    known_below,
    solve_block,
    worst_missing,
)
from research.sparkle.bounds import UpperBound
from research.sparkle.unhindered import unhindered


def main() -> None:
    """Print the bound of a curve."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("curve", choices=sorted(HORIZONS))
    curve = parser.parse_args().curve
    print(f"{curve}: at most {upper_bound(HORIZONS[curve]):.4f}")


def upper_bound(horizon: Horizon) -> float:
    """The bound for a new game."""
    return solve_upper(horizon, unhindered(horizon.game, flat_layout(), horizon.turns))


def solve_upper(horizon: Horizon, ceiling: UpperBound) -> float:
    """The bound for a new game; `ceiling` bounds what lies beyond the horizon."""
    following = UpperStarts(ceiling, horizon.turns + 1)
    for turn in range(horizon.turns, 0, -1):
        known = horizon.totals(turn)
        starts = at_most(
            known,
            _upper_values(horizon, turn, following, ceiling),
            fizzles_at(horizon, turn, known, following),
            fizzles_at(horizon, turn, all_from(known), following),
        )
        following = UpperStarts(ceiling, turn, int(known[0]), starts.T)
    return float(starts[0, EXTRA_DICE])


@dataclass(frozen=True, slots=True)
class UpperStarts:
    """What no seat exceeds; the ceiling where nothing is solved."""

    ceiling: UpperBound
    turn: int
    lowest: int = 0
    values: Values | None = None
    """By Extra Dice, and by total in steps from the lowest."""

    def at(self, totals: Totals, levels: int) -> Values:
        values = self.ceiling.at_start(self.turn, totals, levels)
        if self.values is not None:
            steps = np.maximum(totals - self.lowest, 0) // STEP
            inside = steps < self.values.shape[1]
            solved = self.values[:levels, steps[inside]]
            values[: len(solved), inside] = solved
        return values


def _upper_values(horizon: Horizon, turn: int, following: Starts, ceiling: UpperBound) -> Values:
    """Five dice by known total, steps from the previous known total, and Extra Dice.

    From the highest total down: at the same sum, a higher starting total is worth no less.
    """
    known = horizon.totals(turn)
    sums = STEP * np.arange(all_sums(horizon, turn))
    ahead = every_throw(ceiling.within(turn, sums, horizon.levels(turn)).T)
    values = np.empty((len(known), horizon.points, horizon.levels(turn)))
    for block in reversed(blocks(horizon, turn, before=1)):
        after = solve_block(horizon, turn, block, following, ahead)
        ahead[block.rows] = after[..., 0]
        for lane in range(min(LANES, len(known) - block.first)):
            start = (known[max(0, block.first + lane - 1)] - block.lowest) // STEP
            five = after[start : start + horizon.points, :, FIRST_THROW, lane]
            values[block.first + lane] = five
    return values


def at_most(known: Totals, values: Values, fizzles: Values, wanted: Values) -> Values:
    """The value at every total, bounded by the chord between the known totals around it.

    The arguments are those of `between.at_least`, but `values` count steps from the known total
    before.
    """
    totals = known[0] + STEP * np.arange(len(wanted))
    below = known_below(known, totals)
    above = np.minimum(below + 1, len(known) - 1)
    bases = known[np.maximum(np.arange(len(known)) - 1, 0)]
    rise = fizzles[above] - fizzles[below]
    more = wanted - fizzles[below]
    lower = values[below, (totals - bases[below]) // STEP]
    upper = values[above, (totals - bases[above]) // STEP]
    chord = upper
    for share in fizzle_places(rise, more, 1.0):
        missing = worst_missing(more - share * rise)
        chord = np.minimum(chord, (1 - share) * lower + share * upper + missing)
    lowest = np.minimum.accumulate((chord - totals[:, None])[::-1], axis=0)[::-1]
    value: Values = totals[:, None] + lowest
    return value


if __name__ == "__main__":
    main()
