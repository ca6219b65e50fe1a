"""Throwing FUNE's dice inside compiled kernels, and moving among its keeps by index."""

from typing import Any

from dicehall.games.fune.keeps import FIRST_ROLL
from dicehall.games.fune.solver.dice import Integers
from dicehall.solving.kernels import kernel
from dicehall.solving.random_numbers import RandomSource, draw

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
