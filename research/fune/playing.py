"""Turns of FUNE played by solved values in kernels, for `measure` and `duel`."""

from typing import Any

import numpy as np

from dicehall.games.fune.keeps import EMPTY_KEEP, FIRST_ROLL
from dicehall.games.fune.solver.dice import UPPER_BOXES, Floats, Integers
from dicehall.games.fune.solver.kernels import BOX_COUNT
from dicehall.solving.kernels import kernel
from dicehall.solving.random_numbers import RandomSource, draw

NOT_PLAYED = -1
STEPS_OF_A_TURN = 6
"""A turn is recorded as a roll, a keep, a roll, a keep, a roll, and the confirmed box."""


@kernel()
def play_rolls(
    lattices: Floats, source: RandomSource, keeps: tuple[Integers, Integers], course: Any
) -> int:
    """Roll, and re-roll while that is worth more than confirming, by one lane; returns the last
    roll."""
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
def throw(keep: int, source: RandomSource, grown: Integers) -> int:
    """Roll the dice that are not kept; the index of the roll."""
    faces = draw(source, 7776)
    while keep < FIRST_ROLL:
        keep = grown[keep, faces % 6]
        faces //= 6
    return keep - FIRST_ROLL


@kernel()
def note(courses: Any, game: int, turn: int, course: Any) -> None:
    """Record a turn, if the course of its game is wanted."""
    if game < len(courses):
        for step in range(len(course)):
            courses[game, turn, step] = course[step]


@kernel()
def one_die_less(values: Floats, keep: int, shrunk: Integers) -> int:
    """The keep with one die fewer that this one's value comes from; itself if none.

    A keep is worth as much as the best of its subsets.
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
