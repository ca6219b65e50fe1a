"""What a seat that plays for the highest expected score does in a turn of FUNE, compiled."""

from typing import Any

import numpy as np

from dicehall.games.fune.keeps import EMPTY_KEEP, FIRST_ROLL
from dicehall.games.fune.solver.dice import UPPER_BOXES, Floats, Integers
from dicehall.games.fune.solver.kernels import BOX_COUNT, LANES, reroll, score_rolls
from dicehall.games.fune.solver.throws import NOT_PLAYED, throw
from dicehall.solving.kernels import kernel
from dicehall.solving.random_numbers import RandomSource


@kernel()
def solve_turn(
    lattices: Floats,
    after: Floats,
    boxes: int,
    points: Integers,
    steps: tuple[Integers, Integers],
) -> None:
    """Fill the lattices of values by re-rolls left, keep and lane."""
    score_rolls(lattices[0, FIRST_ROLL:], after, boxes, points)
    for rerolls in (1, 2):
        for roll in range(FIRST_ROLL, lattices.shape[1]):
            for lane in range(LANES):
                lattices[rerolls, roll, lane] = lattices[rerolls - 1, roll, lane]
        reroll(lattices[rerolls], steps[0], steps[1])


@kernel()
def play_rolls(
    lattices: Floats, source: RandomSource, keeps: tuple[Integers, Integers], course: Any
) -> int:
    """Roll, and re-roll while that is worth more than to confirm, by one lane; the last roll."""
    grown, shrunk = keeps
    course[:] = NOT_PLAYED
    roll = throw(EMPTY_KEEP, source, grown)
    course[0] = roll
    for step in (1, 3):
        keep = best_keep(lattices, 2 - step // 2, roll, shrunk)
        if keep >= FIRST_ROLL:
            break
        roll = throw(keep, source, grown)
        course[step] = keep
        course[step + 1] = roll
    return roll


@kernel()
def best_keep(lattices: Floats, rerolls: int, roll: int, shrunk: Integers) -> int:
    """The keep to re-roll from, out of one lane of lattices; the roll itself to confirm it."""
    values = lattices[rerolls]
    keep = FIRST_ROLL + roll
    if values[keep] == lattices[0, keep]:
        return keep
    fewer = one_die_less(values, keep, shrunk)
    while fewer != keep:
        keep = fewer
        fewer = one_die_less(values, keep, shrunk)
    return keep


@kernel()
def one_die_less(values: Floats, keep: int, shrunk: Integers) -> int:
    """The keep with one die less that this one's value comes from; itself if it is its own.

    A keep is worth as much as the best of those that it holds.
    """
    for die in range(shrunk.shape[1] if keep != EMPTY_KEEP else 0):
        if values[shrunk[keep, die]] == values[keep]:
            return shrunk[keep, die]  # type: ignore[no-any-return]
    return keep


@kernel()
def best_box(after: Floats, boxes: int, upper: int, points: Integers) -> int:
    """The open box in which a roll is worth most; `points` are the roll's in each box."""
    best, best_value = 0, -np.inf
    for box in range(BOX_COUNT):
        if boxes >> box & 1:
            gain = points[box] if box < UPPER_BOXES else 0
            value = after[box, upper + gain] + points[box]
            if value > best_value:
                best, best_value = box, value
    return best
