"""Throwing FUNE's dice inside compiled kernels, and moving among its keeps by index."""

from typing import Any

import numpy as np

from dicehall.games.fune.solver.dice import FIRST_ROLL, KEEPS, ONE_LESS, ONE_MORE, SIZES, Integers
from dicehall.solving.kernels import kernel
from dicehall.solving.random_numbers import RandomSource, draw

EMPTY_KEEP = 0

GROWN: Integers = ONE_MORE + np.array([[SIZES[len(keep) + 1].start] for keep in KEEPS[:FIRST_ROLL]])
"""The six keeps with one die more, by keep and face, as indices into `KEEPS`."""

SHRUNK: Integers = ONE_LESS + np.array([[SIZES[max(len(keep) - 1, 0)].start] for keep in KEEPS])
"""The keeps with one die fewer, padded to five, as indices into `KEEPS`."""

NOT_PLAYED = -1
STEPS_OF_A_TURN = 6
"""A course of a turn: a roll, a keep, a roll, a keep, a roll, and the box that is confirmed."""


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
    """Write down a turn, if its game is one of those whose courses are wanted."""
    if game < len(courses):
        for step in range(len(course)):
            courses[game, turn, step] = course[step]
