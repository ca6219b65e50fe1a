"""Turns of FUNE played by solved values in kernels, for `measure` and `duel`."""

from typing import Any

from dicehall.games.fune.keeps import EMPTY_KEEP, FIRST_ROLL
from dicehall.games.fune.solver.dice import Floats, Integers
from dicehall.games.fune.solver.kernels import one_die_less
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
