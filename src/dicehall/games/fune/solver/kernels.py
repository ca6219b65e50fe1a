"""The compiled solver of FUNE: the expected points of every card, for one seat.

Values are computed in lanes, which are adjacent upper sums, so that every inner loop is one vector
operation. Rows are copied by loops, as compiling slice copies would take longer than all the rest.
Only solvers import this module.
"""

import numpy as np

from dicehall.games.fune.cards import UPPER_SUMS
from dicehall.games.fune.keeps import FIRST_ROLL
from dicehall.games.fune.rules import BONUS, BONUS_AT, BOXES, DICE
from dicehall.games.fune.solver.dice import STARTS, UPPER_BOXES, Floats, Integers
from dicehall.solving.kernels import kernel

LANES = 32
BOX_COUNT = len(BOXES)
MOST_UPPER_POINTS = DICE * UPPER_BOXES


@kernel()
def solve_box_sets(
    values: Floats,
    sums: Integers,
    first: int,
    last: int,
    points: Integers,
    chances: Floats,
    one_more: Integers,
    one_less: Integers,
) -> None:
    """Fill the rows `first` to `last` - 1 of `values`; the rows before them must be filled."""
    lattice = np.empty((len(one_less), LANES))
    for boxes in range(first, last):
        lowest, highest = sums[boxes]
        after = look_ahead(values, boxes)
        values[boxes] = np.nan
        for start in range(lowest, highest + 1, LANES):
            stop = min(start + LANES, highest + 1)
            score_rolls(lattice[FIRST_ROLL:], after[:, start:], boxes, points)
            for _ in range(2):
                reroll(lattice, one_more, one_less)
            expected = _expected(lattice[FIRST_ROLL:], chances)
            for upper in range(start, stop):
                values[boxes, upper] = expected[upper - start]
        values[boxes, :lowest] = values[boxes, lowest]


def first_row() -> Floats:
    """The expected points of a full card, by upper sum: the bonus."""
    row = np.zeros(UPPER_SUMS)
    row[BONUS_AT] = BONUS
    return row


@kernel()
def look_ahead(values: Floats, boxes: int) -> Floats:
    """The expected points after each open box, by box and upper sum, even beyond 63."""
    after = np.empty((BOX_COUNT, UPPER_SUMS + MOST_UPPER_POINTS + LANES))
    for box in range(BOX_COUNT):
        if boxes >> box & 1:
            for upper in range(after.shape[1]):
                after[box, upper] = values[boxes ^ (1 << box), min(upper, BONUS_AT)]
    return after


@kernel()
def score_rolls(rolls: Floats, after: Floats, boxes: int, points: Integers) -> None:
    """The best confirmation of each roll; `after[box]` is what the card expects without a box."""
    blank = np.full(LANES, -1.0)  # the best box for 0 points
    for box in range(BOX_COUNT):
        if boxes >> box & 1:
            for lane in range(LANES):
                value = after[box, lane]
                blank[lane] = value if value > blank[lane] else blank[lane]
    for roll in range(len(rolls)):
        for lane in range(LANES):
            rolls[roll, lane] = blank[lane]
    for box in range(BOX_COUNT):
        if boxes >> box & 1:
            for roll in range(len(rolls)):
                if points[box, roll] > 0:
                    shift = points[box, roll] if box < UPPER_BOXES else 0
                    _raise_to(rolls[roll], after[box, shift : shift + LANES], points[box, roll])


@kernel()
def _raise_to(best: Floats, after: Floats, points: int) -> None:
    for lane in range(LANES):
        value = after[lane] + points
        best[lane] = value if value > best[lane] else best[lane]


@kernel()
def reroll(lattice: Floats, one_more: Integers, one_less: Integers) -> None:
    """Add one more re-roll: each roll's value becomes that of its best keep."""
    for size in range(DICE - 1, -1, -1):
        first, more, end = STARTS[size], STARTS[size + 1], STARTS[size + 2]
        _mean(lattice[first:more], lattice[more:end], one_more[first:more])
    for size in range(1, DICE + 1):
        fewer, first, end = STARTS[size - 1], STARTS[size], STARTS[size + 1]
        _best(lattice[first:end], lattice[fewer:first], one_less[first:end])


@kernel()
def _mean(fewer: Floats, more: Floats, one_more: Integers) -> None:
    """The value of each keep: the mean of the six keeps with one more die."""
    for keep in range(len(fewer)):
        value = fewer[keep]
        ones, twos = more[one_more[keep, 0]], more[one_more[keep, 1]]
        threes, fours = more[one_more[keep, 2]], more[one_more[keep, 3]]
        fives, sixes = more[one_more[keep, 4]], more[one_more[keep, 5]]
        for lane in range(LANES):
            total = (ones[lane] + twos[lane]) + (threes[lane] + fours[lane])
            value[lane] = (total + (fives[lane] + sixes[lane])) * (1 / 6)


@kernel()
def _best(more: Floats, fewer: Floats, one_less: Integers) -> None:
    """Raise each keep to the best of its subsets."""
    for keep in range(len(more)):
        value = more[keep]
        a, b = fewer[one_less[keep, 0]], fewer[one_less[keep, 1]]
        c, d = fewer[one_less[keep, 2]], fewer[one_less[keep, 3]]
        e = fewer[one_less[keep, 4]]
        for lane in range(LANES):
            # Plain comparisons: max() would prevent vectorisation.
            left = a[lane] if a[lane] > b[lane] else b[lane]
            right = c[lane] if c[lane] > d[lane] else d[lane]
            last = e[lane] if e[lane] > value[lane] else value[lane]
            left = left if left > right else right
            value[lane] = left if left > last else last


@kernel()
def _expected(rolls: Floats, chances: Floats) -> Floats:
    total = np.zeros(LANES)
    for roll in range(len(rolls)):
        value, chance = rolls[roll], chances[roll]
        for lane in range(LANES):
            total[lane] += chance * value[lane]
    return total


@kernel()
def solve_turn(
    lattices: Floats, after: Floats, boxes: int, points: Integers, steps: tuple[Integers, Integers]
) -> None:
    """Fill the lattices of values by re-rolls left, keep and lane."""
    score_rolls(lattices[0, FIRST_ROLL:], after, boxes, points)
    for rerolls in (1, 2):
        for roll in range(FIRST_ROLL, lattices.shape[1]):
            for lane in range(LANES):
                lattices[rerolls, roll, lane] = lattices[rerolls - 1, roll, lane]
        reroll(lattices[rerolls], steps[0], steps[1])
