"""The turns of Sparkle solved from the last to the first: from below, and from above.

`solve_lower` is a value that a seat really reaches; `solve_upper` one that no seat exceeds.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import numpy as np

from dicehall.games.sparkle.rules import EXTRA_DICE, heap_of
from dicehall.games.sparkle.solver.bounds import Ceiling
from dicehall.games.sparkle.solver.horizon import Horizon, Totals, TurnReport
from dicehall.games.sparkle.solver.kernels import NEVER, FlatLayout, flat, solve_turn
from dicehall.games.sparkle.solver.layout import FIVES, MOST_TO_END, STEP, THROWS, Values, layout
from dicehall.games.sparkle.solver.rows import LANES
from dicehall.solving.resources import core_count

HIGHEST_BANK = heap_of(1) // STEP
NO_CHOICES = np.empty((0, 0, 0, 0), dtype=np.int16)


@cache
def flat_layout() -> FlatLayout:
    """The layout in the form of the kernels, once."""
    return flat(layout())


def solve_lower(horizon: Horizon) -> Iterator[tuple[int, Values]]:
    """Each turn's number and gains: what five dice are worth, less the total at its start.

    Whatever lies beyond the horizon is valued at what a seat has for sure.
    """
    following = _keep_totals(horizon)
    for turn in range(horizon.turns, 0, -1):
        known = horizon.totals(turn)
        values = solve_blocks(horizon, turn, known, following)
        following = extend_down(horizon, known, values)
        yield turn, values - known[:, None, None, None]


def solve_upper(
    horizon: Horizon, ceiling: Ceiling, report: TurnReport = lambda turn: None
) -> float:
    """A score that no seat exceeds on the average from the start of the game."""
    following = np.stack(
        [
            ceiling.score(horizon.turns + 1, horizon.sums, extra)
            for extra in range(horizon.extras(horizon.turns + 1))
        ]
    )
    for turn in range(horizon.turns, 0, -1):
        known = horizon.totals(turn)
        starts = solve_blocks(horizon, turn, known, following, ceiling)[:, 0, :, 0]
        report(turn)
        following = _extend_up(horizon, turn, known, starts, ceiling)
    return float(starts[0, EXTRA_DICE])


def blocks(known: Totals) -> list[Totals]:
    """The totals in rows of `LANES`, the last one filled up with its last total."""
    padded = np.pad(known, (0, -len(known) % LANES), mode="edge")
    return list(padded.reshape(-1, LANES))


def solve_blocks(
    horizon: Horizon,
    turn: int,
    known: Totals,
    following: Values,
    ceiling: Ceiling | None = None,
) -> Values:
    """The values of all known totals; each core takes a row of them at a time."""
    with ThreadPoolExecutor(core_count()) as threads:
        rows = threads.map(
            lambda block: solve_block(horizon, turn, block, following, ceiling), blocks(known)
        )
        return np.concatenate(list(rows))[: len(known)]


def solve_block(
    horizon: Horizon,
    turn: int,
    totals: Totals,
    following: Values,
    ceiling: Ceiling | None = None,
) -> Values:
    """The value of five dice by total, points, Extra Dice and waiting set, for a row of totals."""
    ends, fizzles = payoffs(horizon, turn, totals, following)
    beyond, slope = fizzles[0], 0.0
    if ceiling:
        top = totals + STEP * (horizon.points + HIGHEST_BANK)
        beyond = np.stack(
            [totals + ceiling.score(turn, top, extra) - top for extra in range(ends.shape[1])]
        )
        slope = float(STEP)
    after = solve_turn(flat_layout(), ends, fizzles, beyond, slope, NO_CHOICES)
    fives = [THROWS.index(five) for five in FIVES]
    return np.moveaxis(after[:, :, fives], -1, 0)


def payoffs(
    horizon: Horizon, turn: int, totals: Totals, following: Values
) -> tuple[Values, Values]:
    """What ending the turn is worth by points, Extra Dice and total, and what a fizzle is."""
    threshold = horizon.game.threshold(turn)
    extras = np.arange(horizon.extras(turn)) + (turn % 3 == 0)  # Sparkle 11
    sums = totals + STEP * np.arange(horizon.points + MOST_TO_END)[:, None]
    ends = np.moveaxis(following[extras][:, sums // STEP], 0, 1).copy()
    ends[np.broadcast_to((sums < threshold)[:, None], ends.shape)] = NEVER
    fizzles = np.where(totals < threshold, totals, following[extras][:, totals // STEP])
    return ends, fizzles[None].astype(np.float64)


def extend_down(horizon: Horizon, known: Totals, values: Values) -> Values:
    """The value of starting with any total and Extra Dice, from the next known total below."""
    sums = np.maximum(horizon.sums, known[0])
    lanes = np.searchsorted(known, sums, side="right") - 1
    above = sums - known[lanes]
    steps = np.minimum(above // STEP, horizon.points - 1)
    as_points = values[lanes, steps, :, 0]
    as_total = values[lanes, 0, :, 0] + above[:, None]
    higher: Values = np.maximum(as_points, as_total)
    return higher.T


def _extend_up(
    horizon: Horizon, turn: int, known: Totals, starts: Values, ceiling: Ceiling
) -> Values:
    """The same from the next known total above: a higher total gains at least as much."""
    sums = horizon.sums
    lanes = np.minimum(np.searchsorted(known, sums), len(known) - 1)
    values = (starts[lanes] - (known[lanes] - sums)[:, None]).T
    for extra in range(len(values)):
        above = sums > known[-1]
        values[extra, above] = ceiling.score(turn, sums[above], extra)
    return values


def _keep_totals(horizon: Horizon) -> Values:
    return np.tile(horizon.sums.astype(np.float64), (horizon.extras(horizon.turns + 1), 1))
