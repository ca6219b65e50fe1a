"""One turn of Sparkle, solved for the total that it began with.

The tablebase knows what it is worth to start the next turn. That is all a turn depends on, so the
turn that is being played is solved when somebody asks about it: a tenth of a second.
"""

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from dicehall.games.sparkle.solver.horizon import Horizon
from dicehall.games.sparkle.solver.layout import HIGHEST_BANK, STEP, Values
from dicehall.games.sparkle.solver.rows import LANES
from dicehall.games.sparkle.solver.starts import Starts
from dicehall.games.sparkle.solver.turns import Block, solve_apart

ROOM = 280
"""How many steps of points beyond the threshold a bank, even of a heap, still leads to a solved
throw. Whoever has Extra Dice to spare goes for heaps, so a smaller room would be felt."""
LEVELS = 4
"""Numbers of Extra Dice are solved in multiples of this."""


class OneTurn(NamedTuple):
    """What everything in a turn is worth, from `first` steps of points on."""

    first: int
    throws: Values
    """Of every throw, by steps of points, Extra Dice, and number in `THROWS`."""
    ends: Values
    """Of ending the turn, by steps of points and Extra Dice; minus infinity where it may not."""
    fizzles: Values
    """Of accepting a fizzle, by Extra Dice."""


def narrowed(horizon: Horizon, extra: int) -> Horizon:
    """The horizon, as far as a seat with so many Extra Dice needs it: a throw may bring one."""
    levels = -(-(extra + 2) // LEVELS) * LEVELS
    return replace(horizon, extra=min(horizon.extra, levels - 1))


def first_step(horizon: Horizon, turn: int, total: int, steps: int) -> int:
    """From which step on a turn is solved for a seat that has so many: from 0 unless far above."""
    missing = max(0, horizon.threshold(turn) - total) // STEP
    return 0 if steps < missing + ROOM else steps - steps % ROOM


def solve_one_turn(
    horizon: Horizon, turn: int, total: int, first: int, following: Starts
) -> OneTurn:
    """Solve a turn from `first` steps of points on."""
    lowest = total + STEP * first
    missing = max(0, horizon.threshold(turn) - lowest) // STEP
    block = Block(0, np.full(LANES, total), lowest, missing + ROOM + HIGHEST_BANK)
    throws, ends, fizzles = solve_apart(horizon, turn, block, following)
    return OneTurn(first, throws[..., 0].copy(), ends[..., 0].copy(), fizzles[0, :, 0].copy())
