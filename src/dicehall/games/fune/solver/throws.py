"""Throwing FUNE's dice inside compiled kernels, and moving among its keeps by index."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicehall.games.fune.solver.dice import KEEPS, ONE_LESS, ONE_MORE, SIZES, Integers
from dicehall.solving.kernels import kernel

FIRST_ROLL = SIZES[-1].start
EMPTY_KEEP = 0

Source = NDArray[Any]
"""One 64-bit number: the state of a random source."""

GROWN: Integers = ONE_MORE + np.array([[SIZES[len(keep) + 1].start] for keep in KEEPS[:FIRST_ROLL]])
"""The six keeps with one die more, by keep and face, as indices into `KEEPS`."""

SHRUNK: Integers = ONE_LESS + np.array([[SIZES[max(len(keep) - 1, 0)].start] for keep in KEEPS])
"""The keeps with one die fewer, padded to five, as indices into `KEEPS`."""

NOT_PLAYED = -1
STEPS_OF_A_TURN = 6
"""A course of a turn: a roll, a keep, a roll, a keep, a roll, and the box that is confirmed."""


def random_source(seed: int) -> Source:
    """A random source for kernels; equal seeds give equal games."""
    return np.array([seed], np.uint64)


@kernel()
def draw(source: Source, count: int) -> int:
    """A number below `count`, by splitmix64; no number is favoured by more than 2**-32."""
    source[0] += np.uint64(0x9E3779B97F4A7C15)
    mixed = source[0]
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed ^= mixed >> np.uint64(31)
    scaled = ((mixed >> np.uint64(32)) * np.uint64(count)) >> np.uint64(32)
    return int(np.int64(scaled))


@kernel()
def throw(keep: int, source: Source, grown: Integers) -> int:
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
